// Names without regard to case.
#include <algorithm>
#include <string>

#include "lang/acsl/tokens.h"

namespace kerf::acsl {

auto Lower(std::string_view text) -> std::string {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

auto Names::Intern(std::string_view written) -> NameId {
  const NameId name = lower.Intern(Lower(written));
  // Both spellings live in one interner; that of the lower case one may be its own.
  if (!spelling.contains(name)) spelling.emplace(name, lower.Intern(written));
  return name;
}

auto Names::Find(std::string_view written) const -> NameId { return lower.Find(Lower(written)); }

auto Names::Written(NameId name) const -> std::string_view {
  const auto found = spelling.find(name);
  return lower[found == spelling.end() ? name : found->second];
}

}  // namespace kerf::acsl
