// Slot numbers as leaves of expressions. While code is built, a Var leaf with the slot bit refers to a slot
// directly and one with the tangent bit as well to the slot's tangent; other Var leaves are DAE variables.
#pragma once

#include <cstdint>
#include <vector>

#include "base/check.h"
#include "expr/pool.h"

namespace kerf::transform {

inline constexpr uint32_t kSlotBit = 0x8000'0000;
inline constexpr uint32_t kTangentBit = 0x4000'0000;
inline constexpr uint32_t kNoSlot = 0xFFFF'FFFF;

class Slots {
 public:
  explicit Slots(uint32_t n_vars) : slot_of_var_(n_vars, kNoSlot) {}

  // `count` consecutive new slots; returns the first.
  auto Allocate(uint32_t count = 1) -> uint32_t {
    const uint32_t first = size_;
    size_ += count;
    KERF_CHECK(size_ < kTangentBit);
    return first;
  }
  void Bind(expr::VarId var, uint32_t slot) { slot_of_var_[var.index] = slot; }
  [[nodiscard]] auto size() const -> uint32_t { return size_; }
  [[nodiscard]] auto of_vars() const -> const std::vector<uint32_t>& { return slot_of_var_; }

  // The slot that a Var leaf refers to, with the tangent bit if it refers to a tangent.
  [[nodiscard]] auto Resolve(expr::VarId var) const -> uint32_t {
    return (var.index & kSlotBit) != 0 ? var.index & ~kSlotBit : slot_of_var_[var.index];
  }

  static auto Ref(expr::Pool& pool, uint32_t slot) -> expr::ExprId {
    return pool.Var(expr::VarId{kSlotBit | slot});
  }
  static auto TangentRef(expr::Pool& pool, uint32_t slot) -> expr::ExprId {
    return pool.Var(expr::VarId{kSlotBit | kTangentBit | slot});
  }

 private:
  std::vector<uint32_t> slot_of_var_;
  uint32_t size_ = 0;
};

}  // namespace kerf::transform
