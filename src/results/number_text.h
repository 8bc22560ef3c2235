// Numbers in CSV files: the shortest digits that read back as the same double, independent of locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kerf::results {

void AppendNumber(std::string& text, double value);

// The number that the whole text spells; `nan`, `inf` and a leading plus are numbers too.
auto TryParseNumber(std::string_view text) -> std::optional<double>;

}  // namespace kerf::results
