// Mechanical and thermal networks and bond graphs.
#pragma once

#include <memory>

#include "kind.h"

namespace kerf::torture {

auto MakeAssemblies() -> std::unique_ptr<Kind>;

}  // namespace kerf::torture
