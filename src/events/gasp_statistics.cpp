// Statistics, random numbers and run control under GASP's names; see gasp.h.
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "events/gasp.h"
#include "events/schedule.h"
#include "events/statistics.h"

namespace kerf::events {

namespace {

// A number beyond is taken for a mistake; streams up to one asked for are made.
constexpr size_t kMaxStreams = 10'000;

}  // namespace

auto GaspProgram::Has(int number, size_t n, const char* what) -> bool {
  if (number >= 1 && static_cast<size_t>(number) <= n) return true;
  (void)Fail(world_, FaultKind::UnknownObject, fmt::format("there is no {} {}", what, number));
  return false;
}

void GaspProgram::COLCT(double x, int variable) {
  if (!Has(variable, world_.collects.size(), "collected variable")) return;
  (void)Observe(world_, static_cast<CollectId>(variable - 1), x);
}

void GaspProgram::TIMST(double x, int variable) {
  if (!Has(variable, world_.time_variables.size(), "time statistic")) return;
  (void)SetValue(world_, static_cast<TimeStatisticId>(variable - 1), x);
}

void GaspProgram::HISTO(double x, int histogram) {
  if (!Has(histogram, world_.histograms.size(), "histogram")) return;
  (void)Count(world_, static_cast<HistogramId>(histogram - 1), x);
}

void GaspProgram::CLEAR() { ClearStatistics(world_); }

auto GaspProgram::Sample(DistributionKind kind, double a, double b, double c, int stream) -> double {
  if (!Has(stream, kMaxStreams, "random stream")) return std::numeric_limits<double>::quiet_NaN();
  return DrawOnce(world_, static_cast<uint32_t>(stream - 1), {kind, a, b, c, {}, {}, {}});
}

auto GaspProgram::DRAND(int stream) -> double { return Sample(DistributionKind::Uniform, 0, 1, 0, stream); }

auto GaspProgram::UNFRM(double low, double high, int stream) -> double {
  return Sample(DistributionKind::Uniform, low, high, 0, stream);
}

auto GaspProgram::RNORM(double mean, double std, int stream) -> double {
  return Sample(DistributionKind::Normal, mean, std, 0, stream);
}

auto GaspProgram::EXPON(double mean, int stream) -> double {
  return Sample(DistributionKind::Exponential, mean, 0, 0, stream);
}

auto GaspProgram::ERLNG(double mean, int phases, int stream) -> double {
  return Sample(DistributionKind::Erlang, mean, phases, 0, stream);
}

auto GaspProgram::GAMA(double shape, double scale, int stream) -> double {
  return Sample(DistributionKind::Gamma, shape, scale, 0, stream);
}

auto GaspProgram::BETA(double a, double b, int stream) -> double {
  return Sample(DistributionKind::Beta, a, b, 0, stream);
}

auto GaspProgram::TRIAG(double low, double mode, double high, int stream) -> double {
  return Sample(DistributionKind::Triangular, low, mode, high, stream);
}

auto GaspProgram::RLOGN(double mean, double std, int stream) -> double {
  return Sample(DistributionKind::Lognormal, mean, std, 0, stream);
}

auto GaspProgram::WEIBL(double shape, double scale, int stream) -> double {
  return Sample(DistributionKind::Weibull, shape, scale, 0, stream);
}

auto GaspProgram::NPOSN(double mean, int stream) -> int {
  const double n = Sample(DistributionKind::Poisson, mean, 0, 0, stream);
  return std::isnan(n) ? 0 : static_cast<int>(n);
}

void GaspProgram::FINIS() { RequestFinish(world_); }

void GaspProgram::RERUN() { RequestRerun(world_); }

void GaspProgram::CONTN(double stop) { RequestContinue(world_, stop); }

void GaspProgram::ERROR(const std::string& message) { (void)Fail(world_, FaultKind::Raised, message); }

}  // namespace kerf::events
