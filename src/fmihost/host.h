// The functions that models with imported FMUs call (fmi/modelica_component.h), by their names.
#pragma once

#include <functional>
#include <string>

#include "external/external.h"

namespace kerf::fmihost {

// `may_open` says whether the code of an FMU may run.
auto MakeOwnFunctions(std::function<bool(const std::string& file, std::string& why)> may_open)
    -> external::OwnFunctions;

}  // namespace kerf::fmihost
