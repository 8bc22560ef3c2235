// What an ACSL program cannot have, found before a line of it is written.
#pragma once

#include "emit/acsl_control.h"
#include "emit/acsl_names.h"
#include "transform/work.h"

namespace kerf::emit {

// False if something was told: equations that are not solved, events, names that are taken.
auto CheckForAcsl(const transform::Work& work, const AcslNames& names, const AcslControl* control,
                  diag::Emitter& emitter) -> bool;

}  // namespace kerf::emit
