// Kind `declarations`: modifiers, redeclarations, records, arrays and functions of Modelica.
#pragma once

#include "kind.h"

namespace kerf::torture {

auto MakeDeclarations() -> std::unique_ptr<Kind>;

}  // namespace kerf::torture
