// Sets of numbers that only ever join (union and find with path halving).
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace kerf::base {

class DisjointSets {
 public:
  // The sets {0}, {1}, …, {n-1}.
  explicit DisjointSets(uint32_t n = 0) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0U); }

  // One more set, of the next number alone.
  auto Add() -> uint32_t {
    const auto k = static_cast<uint32_t>(parent_.size());
    parent_.push_back(k);
    return k;
  }
  // The number that leads the set of k.
  auto Find(uint32_t k) -> uint32_t {
    while (parent_[k] != k) {
      parent_[k] = parent_[parent_[k]];
      k = parent_[k];
    }
    return k;
  }
  // The leader of a's set leads both. False if they were one already.
  auto Join(uint32_t a, uint32_t b) -> bool {
    a = Find(a);
    b = Find(b);
    parent_[b] = a;
    return a != b;
  }

 private:
  std::vector<uint32_t> parent_;
};

}  // namespace kerf::base
