// Writes the variables and equations of all instances into the flat model.
#pragma once

#include "lang/dymola/instances.h"

namespace kerf::dymola {

void EmitFlat(Elaborator& elaborator, const InstanceTree& tree);

}  // namespace kerf::dymola
