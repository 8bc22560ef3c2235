// Kind `connections`: connectors of Modelica in arrays and in each other, inside and outside, conditional,
// expandable and stream connectors, inner and outer elements.
#pragma once

#include "kind.h"

namespace kerf::torture {

auto MakeConnections() -> std::unique_ptr<Kind>;

}  // namespace kerf::torture
