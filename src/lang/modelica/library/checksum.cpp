// Four independent lanes of multiply and rotate, so that the processor works on all of them at once. Each
// step is a bijection of its lane, so a single changed word always changes the result before the final
// mixing.
#include "lang/modelica/library/checksum.h"

#include <array>
#include <bit>
#include <cstring>

#include "base/hash.h"

namespace kerf::modelica {

namespace {

constexpr uint64_t kFactor = 0x9E37'79B9'7F4A'7C15U;

auto Step(uint64_t lane, uint64_t word) -> uint64_t { return std::rotl(lane ^ word, 29) * kFactor; }

}  // namespace

auto Checksum(std::span<const std::byte> bytes, uint64_t seed) -> uint64_t {
  constexpr size_t kBlock = 32;
  std::array<uint64_t, 4> lanes = {seed ^ 1, seed ^ 2, seed ^ 3, seed ^ 4};
  size_t k = 0;
  for (; k + kBlock <= bytes.size(); k += kBlock) {
    std::array<uint64_t, 4> words;
    std::memcpy(words.data(), bytes.data() + k, kBlock);
    for (size_t i = 0; i < 4; ++i) lanes[i] = Step(lanes[i], words[i]);
  }
  std::array<uint64_t, 4> tail{};
  if (k < bytes.size()) std::memcpy(tail.data(), bytes.data() + k, bytes.size() - k);
  uint64_t sum = bytes.size();
  for (size_t i = 0; i < 4; ++i) sum = base::Combine(sum, Step(lanes[i], tail[i]));
  return sum;
}

}  // namespace kerf::modelica
