// Control files for runs and for programs in other languages than ACSL.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/model_options.h"
#include "emit/acsl_control.h"
#include "transform/work.h"

namespace kerf::driver {

struct Experiment {
  std::optional<double> stop;
  std::optional<double> interval;
  std::vector<transform::GivenInput> inputs;
};

// What is a number in a control file.
auto NumbersOf(const emit::AcslControl& control) -> Experiment;
// A control file for another target than ACSL, which acts on numbers alone. Nothing after errors.
auto ReadExperiment(source::BufferId buffer, std::string_view target, Reporter& reporter)
    -> std::optional<Experiment>;

// Inputs that the command line does not give.
void TakeInputs(const Experiment& experiment, transform::Options& options);

// How many intervals there are in a run from `start` to `stop`; nothing if the experiment does not say.
auto TryIntervals(const Experiment& experiment, double start, double stop) -> std::optional<uint32_t>;

}  // namespace kerf::driver
