// Patterns of names: `*` stands for any characters, `?` for one; all else, brackets too, for itself.
#pragma once

#include <string_view>

namespace kerf::base {

auto MatchesPattern(std::string_view name, std::string_view pattern) -> bool;

}  // namespace kerf::base
