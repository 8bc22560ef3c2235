// Open-addressing index from content to id: the caller owns the content and says what is equal. Used for
// interning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kerf::base {

class IdIndex {
 public:
  static constexpr uint32_t kEmpty = 0xFFFF'FFFF;

  // Returns the index stored under `hash` for which equal(index) holds, or calls make() for a new index and
  // stores it.
  template <typename Equal, typename Make>
  auto FindOrAdd(uint64_t hash, Equal equal, Make make) -> uint32_t {
    if ((count_ + 1) * 2 > slots_.size()) Grow();
    uint64_t i = hash & mask_;
    const auto tag = static_cast<uint32_t>(hash >> 32);
    for (; slots_[i].index != kEmpty; i = (i + 1) & mask_) {
      if (slots_[i].tag == tag && equal(slots_[i].index)) return slots_[i].index;
    }
    const uint32_t made = make();
    slots_[i] = {made, tag};
    low_[i] = static_cast<uint32_t>(hash);
    ++count_;
    return made;
  }

  // The stored index for which equal(index) holds, or kEmpty.
  template <typename Equal>
  auto Find(uint64_t hash, Equal equal) const -> uint32_t {
    if (slots_.empty()) return kEmpty;
    const auto tag = static_cast<uint32_t>(hash >> 32);
    for (uint64_t i = hash & mask_; slots_[i].index != kEmpty; i = (i + 1) & mask_) {
      if (slots_[i].tag == tag && equal(slots_[i].index)) return slots_[i].index;
    }
    return kEmpty;
  }

 private:
  struct Slot {
    uint32_t index = kEmpty;
    uint32_t tag = 0;
  };

  void Grow() {
    std::vector<Slot> old_slots(slots_.empty() ? 64 : slots_.size() * 2);
    std::vector<uint32_t> old_low(old_slots.size());
    old_slots.swap(slots_);
    old_low.swap(low_);
    mask_ = slots_.size() - 1;
    for (size_t k = 0; k < old_slots.size(); ++k) {
      if (old_slots[k].index == kEmpty) continue;
      uint64_t i = old_low[k] & mask_;
      while (slots_[i].index != kEmpty) i = (i + 1) & mask_;
      slots_[i] = old_slots[k];
      low_[i] = old_low[k];
    }
  }

  std::vector<Slot> slots_;
  // The lower half of each hash, so that growing needs no access to the content.
  std::vector<uint32_t> low_;
  uint64_t mask_ = 0;
  uint64_t count_ = 0;
};

}  // namespace kerf::base
