// See experiment.h.
#include "driver/experiment.h"

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "driver/run_experiment.h"

namespace kerf::driver {

namespace {

KERF_DIAG(ExperimentDepends, Error,
          "an experiment for {} can have numbers alone; sections, conditions and `depend` are ACSL",
          std::string_view);

}  // namespace

auto TryIntervals(const Experiment& experiment, double start, double stop) -> std::optional<uint32_t> {
  constexpr double kMaxIntervals = 1e9;
  const double n = experiment.interval ? std::round(std::abs(stop - start) / *experiment.interval) : 0;
  return n >= 1 && n <= kMaxIntervals ? std::optional(static_cast<uint32_t>(n)) : std::nullopt;
}

void TakeInputs(const Experiment& experiment, transform::Options& options) {
  for (const transform::GivenInput& input : experiment.inputs) {
    const auto has_name = [&](const transform::GivenInput& other) { return other.name == input.name; };
    if (std::ranges::none_of(options.inputs, has_name)) options.inputs.push_back(input);
  }
}

auto NumbersOf(const emit::AcslControl& control) -> Experiment {
  Experiment experiment;
  if (control.maxtime) experiment.stop = base::TryParseNumber(control.maxtime->value);
  if (control.cinterval) experiment.interval = base::TryParseNumber(control.cinterval->value);
  for (const emit::AcslInput& input : control.inputs) {
    if (!input.depends) experiment.inputs.push_back({input.name, input.value, false});
  }
  return experiment;
}

auto ReadExperiment(source::BufferId buffer, std::string_view target, Reporter& reporter)
    -> std::optional<Experiment> {
  const auto control = emit::TryReadControl(buffer, reporter.buffers(), std::nullopt, reporter.emitter());
  if (!control) return std::nullopt;
  if (!HasSections(*control)) return NumbersOf(*control);
  reporter.emitter().Emit({buffer, 0, 0}, ExperimentDepends, target);
  return std::nullopt;
}

}  // namespace kerf::driver
