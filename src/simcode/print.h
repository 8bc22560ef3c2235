// SimCode as text, for --dump-after and tests.
#pragma once

#include <string>

#include "simcode/model.h"

namespace kerf::simcode {

auto Print(const SimCode& simcode) -> std::string;

}  // namespace kerf::simcode
