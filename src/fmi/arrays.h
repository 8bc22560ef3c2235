// Arrays of an FMU as FMI 3.0 shows them.
#pragma once

#include "fmi/variables.h"

namespace kerf::fmi {

// Arrays all elements of which are shown one after the other and have the same role. States and derivatives
// form arrays where both do, in the order of the states.
void FindArrays(const model::CompiledModel& compiled, Interface& interface);

}  // namespace kerf::fmi
