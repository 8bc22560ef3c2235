// std::to_chars and std::from_chars behind names that say what they are for.
#include "base/number_text.h"

#include <array>
#include <charconv>

namespace kerf::base {

auto NumberText(double value) -> std::string {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end.ptr};
}

auto TryParseNumber(std::string_view text) -> std::optional<double> {
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  double value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc{} || end.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace kerf::base
