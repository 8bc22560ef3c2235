// The tables of the targets, each in the file of its name.
#pragma once

#include "emit/target.h"

namespace kerf::emit {

auto CTarget() -> Target;
auto FortranTarget() -> Target;
auto Fortran77Target() -> Target;
auto OctaveTarget() -> Target;
// Octave with --per-state.
auto PerStateTarget() -> Target;
auto SimnonTarget() -> Target;
auto DesireTarget() -> Target;

}  // namespace kerf::emit
