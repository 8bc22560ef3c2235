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
auto ReadExperiment(const std::string& file, Reporter& reporter) -> std::optional<Experiment>;

}  // namespace kerf::driver
