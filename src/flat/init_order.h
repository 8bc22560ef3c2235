// The order in which the variables of a function get their values at the start of a call.
#pragma once

#include <cstdint>
#include <vector>

#include "flat/function.h"

namespace kerf::flat {

// Variables other than inputs, in the order of their declarations, but after those that their sizes and
// bindings refer to. In a cycle of references the first variable goes first.
auto InitialisationOrder(const expr::Pool& pool, const FunctionBody& body) -> std::vector<uint32_t>;

}  // namespace kerf::flat
