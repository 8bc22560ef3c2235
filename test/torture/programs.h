// Kind `programs`: functions and algorithms of Modelica: loops, conditions, local arrays, several outputs,
// defaults, named arguments, recursion, records, functions as arguments.
#pragma once

#include "kind.h"

namespace kerf::torture {

auto MakePrograms() -> std::unique_ptr<Kind>;

}  // namespace kerf::torture
