// Append-only storage that vends ids, in chunks: neither an id nor a reference ever dangles while the store
// lives.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/id.h"

namespace kerf::base {

template <typename IdT, typename T, uint32_t kLogChunk = 10>
class Store {
 public:
  static constexpr uint32_t kChunk = 1U << kLogChunk;

  auto Add(T value) -> IdT {
    KERF_CHECK(size_ != IdT::kNone);
    if ((size_ & (kChunk - 1)) == 0) {
      chunks_.emplace_back();
      chunks_.back().reserve(kChunk);
    }
    chunks_.back().push_back(std::move(value));
    return IdT{size_++};
  }
  auto operator[](IdT id) -> T& { return chunks_[id.index >> kLogChunk][id.index & (kChunk - 1)]; }
  auto operator[](IdT id) const -> const T& {
    return chunks_[id.index >> kLogChunk][id.index & (kChunk - 1)];
  }
  [[nodiscard]] auto Contains(IdT id) const -> bool { return id.index < size_; }
  [[nodiscard]] auto size() const -> uint32_t { return size_; }
  [[nodiscard]] auto empty() const -> bool { return size_ == 0; }

  // The ids 0, 1, …, size-1, for range-for.
  class IdRange {
   public:
    struct Iterator {
      uint32_t i;
      auto operator*() const -> IdT { return IdT{i}; }
      auto operator++() -> Iterator& { return ++i, *this; }
      friend auto operator==(Iterator, Iterator) -> bool = default;
    };
    explicit IdRange(uint32_t n) : n_(n) {}
    [[nodiscard]] auto begin() const -> Iterator { return {0}; }
    [[nodiscard]] auto end() const -> Iterator { return {n_}; }

   private:
    uint32_t n_;
  };
  [[nodiscard]] auto ids() const -> IdRange { return IdRange(size_); }

 private:
  std::vector<std::vector<T>> chunks_;
  uint32_t size_ = 0;
};

}  // namespace kerf::base
