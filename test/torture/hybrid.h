// Hybrid models of random parts, by every solver, event location and engine, and as programs in C.
#pragma once

#include "kind.h"

namespace kerf::torture {

auto MakeHybrid() -> std::unique_ptr<Kind>;

}  // namespace kerf::torture
