// The distinct identifiers of one file, by open addressing.
#pragma once

#include <cstring>
#include <vector>

#include "lang/modelica/syntax/tree.h"

namespace kerf::modelica {

class SymbolTable {
 public:
  SymbolTable(std::string_view text, std::vector<Symbol>& symbols)
      : text_(text), symbols_(symbols), slots_(kInitialSize), mask_(kInitialSize - 1) {}

  // The number of the identifier at bytes [begin, end) of the text.
  auto Intern(uint32_t begin, uint32_t end, uint32_t hash) -> uint32_t {
    const uint32_t length = end - begin;
    for (uint32_t at = hash & mask_;; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.symbol == kNoSymbol) return Add(slot, begin, end, hash);
      if (slot.hash != hash) continue;
      const Symbol& known = symbols_[slot.symbol];
      if (known.end - known.begin == length &&
          std::memcmp(text_.data() + known.begin, text_.data() + begin, length) == 0) {
        return slot.symbol;
      }
    }
  }

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t symbol = kNoSymbol;
  };
  static constexpr uint32_t kInitialSize = 256;

  auto Add(Slot& slot, uint32_t begin, uint32_t end, uint32_t hash) -> uint32_t {
    const auto symbol = static_cast<uint32_t>(symbols_.size());
    slot = {hash, symbol};
    symbols_.push_back({begin, end});
    if (symbols_.size() * 2 > slots_.size()) Grow();
    return symbol;
  }

  void Grow() {
    const std::vector<Slot> old = std::move(slots_);
    slots_.assign(old.size() * 2, Slot{});
    mask_ = static_cast<uint32_t>(slots_.size() - 1);
    for (const Slot& slot : old) {
      if (slot.symbol == kNoSymbol) continue;
      uint32_t at = slot.hash & mask_;
      while (slots_[at].symbol != kNoSymbol) at = (at + 1) & mask_;
      slots_[at] = slot;
    }
  }

  std::string_view text_;
  std::vector<Symbol>& symbols_;
  std::vector<Slot> slots_;
  uint32_t mask_;
};

}  // namespace kerf::modelica
