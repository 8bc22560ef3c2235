// Checks that a flat model keeps its own rules: what an earlier stage must not have broken. For tests and for
// the runner of passes.
#pragma once

#include <string>
#include <vector>

#include "flat/model.h"

namespace kerf::flat {

// One text for each breach, in the order of the model; empty for a sound model. Checked: ids of variables,
// functions, types, domains and attributes are in range; iterators are bound by the domain, a loop or a
// comprehension around them; locals occur only in functions and are in range; no Error expression; both sides
// of equations and assignments have one type (sizes that are not known agree with all); conditions are
// Boolean; inputs, outputs and protected variables of functions stand in this order.
auto Verify(const Model& model) -> std::vector<std::string>;

}  // namespace kerf::flat
