// See experiment.h.
#include "driver/experiment.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/number_text.h"
#include "emit/acsl_control.h"

namespace kerf::driver {

namespace {

KERF_DIAG(ExperimentIgnored, Warning, "{} of the experiment is not acted on here, only in the ACSL program",
          std::string_view);
KERF_DIAG(ExperimentDepends, Error,
          "the input `{}` is an expression of ACSL; here an input of an experiment needs a number",
          std::string);

// `(t .GE. tmax)` says no more than maxtime does.
auto IsEndOfTime(const emit::AcslControl& control, std::string condition) -> bool {
  if (!control.maxtime) return false;
  std::erase(condition, ' ');
  std::string wanted = "(t.ge." + control.maxtime->name + ")";
  const auto small = [](unsigned char c) { return static_cast<char>(std::tolower(c)); };
  std::ranges::transform(condition, condition.begin(), small);
  std::ranges::transform(wanted, wanted.begin(), small);
  return condition == wanted;
}

void TellIgnored(const emit::AcslControl& control, diag::Emitter& emitter) {
  const auto is_more = [&](const std::string& condition) { return !IsEndOfTime(control, condition); };
  if (std::ranges::any_of(control.terminations, is_more)) emitter.Emit({}, ExperimentIgnored, "TERMT");
  const auto tell = [&](bool is_there, std::string_view section) {
    if (is_there) emitter.Emit({}, ExperimentIgnored, section);
  };
  tell(!control.initial.empty(), "the section initial");
  tell(!control.dynamic.empty(), "the section dynamic");
  tell(!control.derivative.empty(), "the section derivative");
  tell(!control.discrete.empty(), "the section discrete");
  tell(!control.terminal.empty(), "the section terminal");
}

}  // namespace

auto TryIntervals(const Experiment& experiment, double start, double stop) -> std::optional<uint32_t> {
  constexpr double kMaxIntervals = 1e9;
  const double n = experiment.interval ? std::round(std::abs(stop - start) / *experiment.interval) : 0;
  return n >= 1 && n <= kMaxIntervals ? std::optional(static_cast<uint32_t>(n)) : std::nullopt;
}

auto ReadExperiment(source::BufferId buffer, Reporter& reporter) -> std::optional<Experiment> {
  diag::Emitter& emitter = reporter.emitter();
  const auto control = emit::TryReadControl(buffer, reporter.buffers(), std::nullopt, emitter);
  if (!control) return std::nullopt;
  TellIgnored(*control, emitter);
  Experiment experiment;
  if (control->maxtime) experiment.stop = base::TryParseNumber(control->maxtime->value);
  if (control->cinterval) experiment.interval = base::TryParseNumber(control->cinterval->value);
  bool is_good = true;
  for (const emit::AcslInput& input : control->inputs) {
    if (!input.depends && base::TryParseNumber(input.value)) {
      experiment.inputs.push_back({input.name, input.value, false});
      continue;
    }
    emitter.Emit(input.span, ExperimentDepends, input.name);
    is_good = false;
  }
  return is_good ? std::optional(std::move(experiment)) : std::nullopt;
}

}  // namespace kerf::driver
