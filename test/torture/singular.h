// Problems that become singular during the run: what depends on what must be told, and nothing be wrong.
#pragma once

#include <memory>

#include "kind.h"

namespace kerf::torture {

auto MakeSingular() -> std::unique_ptr<Kind>;

}  // namespace kerf::torture
