// Mixing of integers for the project's own hash tables. The result depends on the values alone.
#pragma once

#include <cstdint>

namespace kerf::base {

constexpr auto Mix(uint64_t h) -> uint64_t {
  h *= 0x9E37'79B9'7F4A'7C15U;
  h ^= h >> 32;
  h *= 0xD6E8'FEB8'6659'FD93U;
  return h ^ (h >> 29);
}

constexpr auto Combine(uint64_t seed, uint64_t value) -> uint64_t {
  return Mix(seed ^ (value + 0x9E37'79B9U + (seed << 6)));
}

}  // namespace kerf::base
