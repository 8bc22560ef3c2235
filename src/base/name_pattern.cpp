// Greedy matching that returns to the last `*`: at most length times length steps.
#include "base/name_pattern.h"

namespace kerf::base {

auto MatchesPattern(std::string_view name, std::string_view pattern) -> bool {
  size_t n = 0;
  size_t p = 0;
  size_t star = std::string_view::npos;
  size_t star_name = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_name = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++star_name;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace kerf::base
