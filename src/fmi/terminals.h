// terminalsAndIcons.xml of FMI 3.0: connectors of the model as terminals.
#pragma once

#include <string>

#include "fmi/variables.h"

namespace kerf::fmi {

// "" if the model has no connectors.
auto Terminals3(const model::CompiledModel& compiled, const Interface& interface) -> std::string;

}  // namespace kerf::fmi
