// The nearest of some names to a misspelt one, for "did you mean".
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kerf::base {

// Edits (insert, delete, replace, swap neighbours; case counts as half) between two texts, cut off above
// `limit`.
auto EditDistance(std::string_view a, std::string_view b, int limit) -> int;

// The candidate at the least distance, if it is near enough to be a likely misspelling; else an empty text.
auto Nearest(std::string_view wanted, std::span<const std::string> candidates) -> std::string;

}  // namespace kerf::base
