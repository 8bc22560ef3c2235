// Files that appear complete or not at all.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

namespace kerf::base {

// All that is left to read, in large pieces: character by character takes a hundred times as long.
auto ReadWhole(std::istream& in) -> std::string;

// Writes beside the file and then takes its place. False, and nothing left behind, if that fails.
auto TryWriteWhole(const std::string& file, std::string_view text) -> bool;

}  // namespace kerf::base
