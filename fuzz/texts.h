// What the DYMOLA targets share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace kerf::fuzz {

inline auto TextOf(const uint8_t* data, size_t size) -> std::string { return {data, data + size}; }

// A line `@add file` would make the outcome depend on the files of the machine.
inline auto ReadsOtherFiles(const std::string& text) -> bool {
  return text.find("@add") != std::string::npos;
}

}  // namespace kerf::fuzz
