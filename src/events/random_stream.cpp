// See random_stream.h.
#include "events/random_stream.h"

namespace kerf::events {

auto Philox(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) -> std::array<uint32_t, 4> {
  constexpr int kRounds = 10;
  auto [c0, c1, c2, c3] = counter;
  auto [k0, k1] = key;
  for (int round = 0; round < kRounds; ++round) {
    const uint64_t a = uint64_t{0xD2511F53U} * c0;
    const uint64_t b = uint64_t{0xCD9E8D57U} * c2;
    c0 = static_cast<uint32_t>(b >> 32) ^ c1 ^ k0;
    c1 = static_cast<uint32_t>(b);
    c2 = static_cast<uint32_t>(a >> 32) ^ c3 ^ k1;
    c3 = static_cast<uint32_t>(a);
    k0 += 0x9E3779B9U;
    k1 += 0xBB67AE85U;
  }
  return {c0, c1, c2, c3};
}

void RandomStream::Refill() {
  const std::array<uint32_t, 2> key = {static_cast<uint32_t>(seed_), static_cast<uint32_t>(seed_ >> 32)};
  for (uint32_t k = 0; k < kBuffer; k += 2) {
    const auto words = Philox(
        {static_cast<uint32_t>(block_), static_cast<uint32_t>(block_ >> 32), replication_, stream_}, key);
    // 52 bits and a half: 1 - u is exact and of the same kind.
    const auto number = [](uint32_t high, uint32_t low) {
      return (static_cast<double>((uint64_t{high} << 32 | low) >> 12) + 0.5) * 0x1p-52;
    };
    numbers_[k] = number(words[0], words[1]);
    numbers_[k + 1] = number(words[2], words[3]);
    ++block_;
  }
  n_left_ = kBuffer;
}

void RandomStream::SetSeed(uint64_t seed) {
  seed_ = seed;
  GoTo(0);
}

void RandomStream::SetReplication(uint32_t replication) {
  replication_ = replication;
  GoTo(0);
}

void RandomStream::GoTo(uint64_t n) {
  block_ = n / 2;
  n_left_ = 0;
  if (n % 2 == 0) return;
  Refill();
  --n_left_;
}

}  // namespace kerf::events
