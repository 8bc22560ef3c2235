// The order of evaluation: assignments and blocks with levels, so that like assignments that do not wait for
// each other stand together and become loops.
#pragma once

#include <vector>

#include "transform/work.h"

namespace kerf::transform {

// How often a value changes during a run.
enum class Variation : uint8_t { Never, AtEvents, Always };

// Something that gives slots their values: one assignment, or a block.
struct Item {
  // Assignment: slot := value.
  uint32_t slot = 0;
  ExprId value;
  EqnId equation;
  // Block: an index into Work::blocks, or kNoBlock.
  static constexpr uint32_t kNoBlock = 0xFFFF'FFFF;
  uint32_t block = kNoBlock;
  // Slots read and written: ranges of Items::slots.
  uint32_t first_read = 0;
  uint32_t n_reads = 0;
  uint32_t first_write = 0;
  uint32_t n_writes = 0;
  // A relation function is wanted by the executive, not by other equations.
  bool is_relation = false;
  // Evaluated at events only, whatever it reads.
  bool is_at_events = false;
  // Derivatives are taken by it, as if it changed by itself.
  bool is_direction = false;

  Variation variation = Variation::Never;
  // For derivatives, for relations, or at events.
  bool needed = false;
  uint32_t level = 0;
  // Items that change continuously have even phases, those that change at events odd ones; an item follows
  // those of lower phases.
  uint32_t phase = 0;
};

struct Items {
  std::vector<Item> list;
  std::vector<uint32_t> slots;

  [[nodiscard]] auto reads(const Item& item) const -> std::span<const uint32_t> {
    return {slots.data() + item.first_read, item.n_reads};
  }
  [[nodiscard]] auto writes(const Item& item) const -> std::span<const uint32_t> {
    return {slots.data() + item.first_write, item.n_writes};
  }
};

// Items arrive in an order in which everything read has been written before. Fills in variation, needed,
// level and phase. `variation` has, by slot, what changes by itself (time, states, held relations); wanted:
// the derivatives.
void AnalyseItems(Items& items, std::vector<Variation> variation, const std::vector<uint32_t>& wanted);

}  // namespace kerf::transform
