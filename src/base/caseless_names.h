// Names for languages in which case does not count: kept in lower case, with a table of how each was first
// written.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "base/interner.h"

namespace kerf::base {

auto LowerCase(std::string_view text) -> std::string;

struct CaselessNames {
  Interner lower;
  std::unordered_map<NameId, NameId> spelling;

  auto Intern(std::string_view written) -> NameId;
  // An id without value if the name has not been met.
  [[nodiscard]] auto Find(std::string_view written) const -> NameId;
  [[nodiscard]] auto Written(NameId name) const -> std::string_view;
};

}  // namespace kerf::base
