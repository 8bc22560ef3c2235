// Strings as ids. The text of an id never moves, so string_views stay valid as long as the interner.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/id_index.h"
#include "base/store.h"

namespace kerf::base {

class Interner {
 public:
  auto Intern(std::string_view text) -> NameId;
  // The id of a text that has been interned before, or an id without value.
  [[nodiscard]] auto Find(std::string_view text) const -> NameId;
  auto operator[](NameId id) const -> std::string_view { return texts_[id]; }
  [[nodiscard]] auto size() const -> uint32_t { return texts_.size(); }

 private:
  auto Keep(std::string_view text) -> std::string_view;

  Store<NameId, std::string_view> texts_;
  IdIndex index_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t used_ = 0;
  size_t capacity_ = 0;
};

}  // namespace kerf::base
