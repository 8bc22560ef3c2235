// Numbers in CSV files through the locale-free conversions of the standard library.
#include "results/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace kerf::results {

void AppendNumber(std::string& text, double value) {
  // The sign of a NaN means nothing and differs between machines.
  if (std::isnan(value)) {
    text += "nan";
    return;
  }
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  text.append(digits.data(), end);
}

auto TryParseNumber(std::string_view text) -> std::optional<double> {
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.starts_with('+') || text.empty()) return std::nullopt;
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (code == std::errc::invalid_argument) return std::nullopt;
  // The conversion does not say which way the number is out of range. One too small is zero; one too large is
  // none.
  if (code == std::errc::result_out_of_range && text.find_first_of("eE") != std::string_view::npos) {
    const bool is_tiny =
        text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos;
    return is_tiny ? std::optional(0.0) : std::nullopt;
  }
  if (code == std::errc::result_out_of_range) return std::nullopt;
  return value;
}

}  // namespace kerf::results
