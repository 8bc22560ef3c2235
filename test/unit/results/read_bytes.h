// The bytes of a file.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

namespace kerf::results {

inline auto ReadBytes(const std::string& path) -> std::string {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace kerf::results
