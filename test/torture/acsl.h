// Random ACSL programs against an interpreter in Python.
#pragma once

#include "kind.h"

namespace kerf::torture {

auto MakeAcsl() -> std::unique_ptr<Kind>;

}  // namespace kerf::torture
