// The C sources of an FMU: gaps of the skeleton fmu.c beside those of every C program.
#pragma once

#include "emit/fmu_interface.h"
#include "emit/skeleton.h"
#include "emit/statements.h"

namespace kerf::emit {

void FillFmuGaps(const Program& program, const FmuInterface& interface, Gaps& gaps);

}  // namespace kerf::emit
