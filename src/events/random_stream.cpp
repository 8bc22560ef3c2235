// See random_stream.h.
#include "events/random_stream.h"

namespace kerf::events {

auto Philox(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) -> std::array<uint32_t, 4> {
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds; ++round) {
    const uint64_t a = uint64_t{0xD2511F53U} * counter[0];
    const uint64_t b = uint64_t{0xCD9E8D57U} * counter[2];
    counter = {static_cast<uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(b),
               static_cast<uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(a)};
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  return counter;
}

void RandomStream::Refill() {
  const auto words =
      Philox({static_cast<uint32_t>(block_), static_cast<uint32_t>(block_ >> 32), replication_, stream_},
             {static_cast<uint32_t>(seed_), static_cast<uint32_t>(seed_ >> 32)});
  for (uint32_t k = 0; k < 2; ++k) {
    // 52 bits and a half: 1 - u is exact and of the same kind.
    const uint64_t bits = (uint64_t{words[2 * k]} << 32 | words[2 * k + 1]) >> 12;
    numbers_[k] = (static_cast<double>(bits) + 0.5) * 0x1p-52;
  }
  ++block_;
  n_left_ = 2;
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
  n_left_ = 1;
}

}  // namespace kerf::events
