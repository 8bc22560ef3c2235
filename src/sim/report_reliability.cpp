// One warning for each indicator (runtime/reliability.h) beyond its limit.
#include "sim/report_reliability.h"

#include <fmt/format.h>

#include <algorithm>

namespace kerf::sim {
namespace {

KERF_DIAG(
    ErrorsGrow, Warning,
    "during {} % of the run errors grow, since df/dx has an eigenvalue with positive real part (FF5); errors "
    "of the size of the tolerance become {} % of the results",
    std::string, std::string);
KERF_DIAG(
    EigenvaluesMeanNothing, Warning,
    "{} % of the eigenvalues of df/dx are lost in errors of the data of relative size {} (FF6); the model "
    "may need fewer states, or better data",
    std::string, std::string);
KERF_DIAG(
    CriticalState, Warning,
    "`{}` violated its error test in {} % of {} rejected steps; what is so fast may better be left out or "
    "solved as an equation without derivative",
    std::string, std::string, uint64_t);

constexpr double kTooMuch = 0.5;
// So many steps are rejected, of all and in all, before somebody is blamed for it.
constexpr double kManyRejected = 0.1;
constexpr uint64_t kLeastRejected = 10;

// What shows in a plot, as a part of the range.
constexpr double kVisible = 0.002;

auto ShareText(double part) -> std::string {
  return part >= 1 ? std::string("100") : fmt::format("{:.2g}", 100 * part);
}

auto Percent(double part) -> std::string { return fmt::format("{:.0f}", 100 * part); }

}  // namespace

void ReportReliability(const runtime::Reliability& reliability, uint64_t n_steps,
                       std::span<const std::string> states, diag::Emitter& emitter) {
  if (!reliability.is_measured) return;
  // An eigenvalue with positive real part alone is no harm: a solution may grow with its errors, and an orbit
  // that is followed closely has one all the time.
  if (reliability.ff5 > kTooMuch && reliability.error > kVisible)
    emitter.Emit({}, ErrorsGrow, Percent(reliability.ff5), ShareText(reliability.error));
  if (reliability.ff6 > kTooMuch) {
    emitter.Emit({}, EigenvaluesMeanNothing, Percent(reliability.ff6),
                 fmt::format("{:g}", reliability.accuracy));
  }
  const auto all = static_cast<double>(n_steps + reliability.rejected);
  if (reliability.rejected < kLeastRejected ||
      static_cast<double>(reliability.rejected) < kManyRejected * all)
    return;
  // One that is alone to blame; where all violate their tests together none is special.
  for (size_t i = 0; i < reliability.critical.size(); ++i) {
    const double others =
        reliability.critical.size() == 1 ? 0 : *std::ranges::min_element(reliability.critical);
    if (reliability.critical[i] > kTooMuch && others < kTooMuch) {
      emitter.Emit({}, CriticalState, states[i], Percent(reliability.critical[i]), reliability.rejected);
    }
  }
}

}  // namespace kerf::sim
