// Combined programs with copies, processes, queues, resources, signals and conditions.
#pragma once

#include <memory>

#include "kind.h"

namespace kerf::torture {

auto MakeCosy() -> std::unique_ptr<Kind>;

}  // namespace kerf::torture
