// Kind `networks`: random electrical networks in two languages against the matrix exponential.
#pragma once

#include "kind.h"

namespace kerf::torture {

auto MakeNetworks() -> std::unique_ptr<Kind>;

}  // namespace kerf::torture
