// Kind `initial`: starts, steady states and design problems whose solution was chosen before their equations.
#pragma once

#include "kind.h"

namespace kerf::torture {

auto MakeInitial() -> std::unique_ptr<Kind>;

}  // namespace kerf::torture
