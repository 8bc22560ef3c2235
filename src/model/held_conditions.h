// Which way relations begin, for given values of the variables.
#pragma once

#include <span>
#include <vector>

#include "model/compiled_model.h"

namespace kerf::model {

struct HeldTruth {
  uint32_t relation = 0;
  // What it reads and the slot of its truth: numbers of variables; the number after the last one is time.
  std::span<const uint32_t> row;
  double truth = 0;
};

// `values` by number of the variable; those beyond its end are 0.
auto EvaluateHeld(const CompiledModel& model, const std::vector<double>& values, double time)
    -> std::vector<HeldTruth>;

}  // namespace kerf::model
