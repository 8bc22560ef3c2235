// Parameters that may have other values in each run of one compiled model.
#pragma once

#include <vector>

#include "transform/work.h"

namespace kerf::compile {

// By variable of the flat model: a Real scalar that has a literal for its value, from which nothing was
// computed when the model was compiled. Other parameters, start values and nominal values are computed then,
// values that decide the structure of the model are put in, and so are zeros.
auto FindTunable(const transform::Work& work) -> std::vector<bool>;

}  // namespace kerf::compile
