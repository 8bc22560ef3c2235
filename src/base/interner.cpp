// Interned strings: open addressing over texts kept in large blocks.
#include "base/interner.h"

#include <algorithm>
#include <cstring>

#include "base/hash.h"

namespace kerf::base {

namespace {

auto HashText(std::string_view text) -> uint64_t {
  uint64_t h = text.size();
  size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, text.data() + i, 8);
    h = Combine(h, word);
  }
  uint64_t tail = 0;
  if (i < text.size()) std::memcpy(&tail, text.data() + i, text.size() - i);
  return Combine(h, tail);
}

}  // namespace

auto Interner::Intern(std::string_view text) -> NameId {
  return NameId{index_.FindOrAdd(
      HashText(text), [&](uint32_t i) { return texts_[NameId{i}] == text; },
      [&] { return texts_.Add(Keep(text)).index; })};
}

auto Interner::Find(std::string_view text) const -> NameId {
  return NameId{index_.Find(HashText(text), [&](uint32_t i) { return texts_[NameId{i}] == text; })};
}

auto Interner::Keep(std::string_view text) -> std::string_view {
  constexpr size_t kBlock = size_t{1} << 16;
  if (blocks_.empty() || used_ + text.size() > capacity_) {
    capacity_ = std::max(kBlock, text.size());
    blocks_.push_back(std::make_unique<char[]>(capacity_));
    used_ = 0;
  }
  char* to = blocks_.back().get() + used_;
  std::ranges::copy(text, to);
  used_ += text.size();
  return {to, text.size()};
}

}  // namespace kerf::base
