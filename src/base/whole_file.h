// Files that appear complete or not at all.
#pragma once

#include <string>
#include <string_view>

namespace kerf::base {

// Writes beside the file and then takes its place. False, and nothing left behind, if that fails.
auto TryWriteWhole(const std::string& file, std::string_view text) -> bool;

}  // namespace kerf::base
