// Which external functions of the Modelica Standard Library do more than compute.
#pragma once

#include "flat/function.h"

namespace kerf::session {

// Starts programs, writes files or changes the process, as far as the name tells.
auto IsActing(const flat::ExternalCall& call) -> bool;
// One of the library that computes or reads, and nothing else.
auto IsHarmless(const flat::ExternalCall& call) -> bool;

}  // namespace kerf::session
