// Independent streams of random numbers.
//
// Philox4x32-10: Salmon, Moraes, Dror & Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011). A block
// of numbers is a function of the seed and of a counter, so that going to any place of a stream costs nothing
// (a recurrence such as MRG32k3a multiplies matrices), and streams and replications are parts of the counter:
//   key = seed, counter = (block low, block high, replication, stream).
// Hence the numbers of a replication do not depend on how many an earlier one has used, and two models that
// are compared with the same seed get the same numbers (common random numbers).
#pragma once

#include <array>
#include <cstdint>

namespace kerf::events {

// The bijection itself, with ten rounds.
auto Philox(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) -> std::array<uint32_t, 4>;

class RandomStream {
 public:
  explicit RandomStream(uint64_t seed = 1, uint32_t stream = 0) : seed_(seed), stream_(stream) {}

  // The next number of (0, 1): one of 2^52 that lie symmetrically, never 0 or 1.
  auto Next() -> double {
    if (n_left_ == 0) Refill();
    const double u = numbers_[kBuffer - n_left_--];
    return is_antithetic_ ? 1 - u : u;
  }

  // All of these go to the beginning of the numbers they name.
  void SetSeed(uint64_t seed);
  void SetReplication(uint32_t replication);
  // Goes to the n-th number of the replication, from 0 on.
  void GoTo(uint64_t n);
  // Every u is replaced by 1 - u from the next number on.
  void SetAntithetic(bool is_antithetic) { is_antithetic_ = is_antithetic; }

  [[nodiscard]] auto seed() const -> uint64_t { return seed_; }
  // How many numbers have been drawn, or the place gone to.
  [[nodiscard]] auto position() const -> uint64_t { return 2 * block_ - n_left_; }

 private:
  // Two blocks of two numbers at a time, as the processor works on both at once.
  static constexpr uint32_t kBuffer = 4;

  void Refill();

  uint64_t seed_;
  uint32_t stream_;
  uint32_t replication_ = 0;
  // The next block of two numbers, and what is left of those before.
  uint64_t block_ = 0;
  uint32_t n_left_ = 0;
  bool is_antithetic_ = false;
  std::array<double, kBuffer> numbers_{};
};

}  // namespace kerf::events
