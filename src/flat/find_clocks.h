// Finds the clock partitions of a flat model by the incidences of its equations (sections 16.7.3 to 16.7.5 of
// the Modelica specification). In a family of equations an array counts as a whole.
#pragma once

#include <functional>
#include <optional>

#include "flat/model.h"

namespace kerf::flat {

// Two ways of deriving one clock from another that do not agree.
struct ClockConflict {
  OriginId origin;
  Ratio expected;
  Ratio found;
};

// The value of a factor, a counter or a condition (0 or 1) that is known before the run.
using IntegerOf = std::function<std::optional<int64_t>(ExprId)>;

// Sets model.clocking. The first conflict, if there is one.
auto FindClocks(Model& model, const IntegerOf& integer_of) -> std::optional<ClockConflict>;

}  // namespace kerf::flat
