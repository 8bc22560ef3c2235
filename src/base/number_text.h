// Numbers as text and back, independent of locale: the shortest digits that read back as the same double.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kerf::base {

auto NumberText(double value) -> std::string;
// The number that the whole text spells (an `E` or `e` exponent, a sign), or nothing. Overflow gives nothing.
auto TryParseNumber(std::string_view text) -> std::optional<double>;

}  // namespace kerf::base
