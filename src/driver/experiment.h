// What `kerf simulate --experiment` takes from a control file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/model_options.h"

namespace kerf::driver {

struct Experiment {
  std::optional<double> stop;
  std::optional<double> interval;
  std::vector<transform::GivenInput> inputs;
};

// Nothing after errors. What only an ACSL program acts on, its sections and conditions, is told.
auto ReadExperiment(source::BufferId buffer, Reporter& reporter) -> std::optional<Experiment>;

// How many intervals there are in a run from `start` to `stop`; nothing if the experiment does not say.
auto TryIntervals(const Experiment& experiment, double start, double stop) -> std::optional<uint32_t>;

}  // namespace kerf::driver
