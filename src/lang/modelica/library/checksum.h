// A fast 64-bit checksum of bytes against damage, not against malice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace kerf::modelica {

auto Checksum(std::span<const std::byte> bytes, uint64_t seed = 0) -> uint64_t;

}  // namespace kerf::modelica
