// See caseless_names.h.
#include "base/caseless_names.h"

#include <algorithm>

namespace kerf::base {

auto LowerCase(std::string_view text) -> std::string {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

auto CaselessNames::Intern(std::string_view written) -> NameId {
  const NameId name = lower.Intern(LowerCase(written));
  // Both spellings live in one interner; that of the lower case one may be its own.
  if (!spelling.contains(name)) spelling.emplace(name, lower.Intern(written));
  return name;
}

auto CaselessNames::Find(std::string_view written) const -> NameId { return lower.Find(LowerCase(written)); }

auto CaselessNames::Written(NameId name) const -> std::string_view {
  const auto found = spelling.find(name);
  return lower[found == spelling.end() ? name : found->second];
}

}  // namespace kerf::base
