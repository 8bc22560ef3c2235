// Inputs too large to keep as files.
#pragma once

#include <string>
#include <vector>

namespace kerf::fuzz {

auto LargeInputs() -> std::vector<std::string>;

}  // namespace kerf::fuzz
