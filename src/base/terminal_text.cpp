// Control characters by their bytes in UTF-8.
#include "base/terminal_text.h"

#include <cstdint>

namespace kerf::base {

namespace {

// Bytes of what a terminal would obey at the beginning of the text, or 0.
auto CommandLength(std::string_view text) -> size_t {
  const auto byte = [&](size_t k) { return k < text.size() ? static_cast<uint8_t>(text[k]) : uint8_t{0}; };
  const uint8_t first = byte(0);
  if (first < 0x20) return first == '\n' || first == '\t' ? 0 : 1;
  if (first == 0x7F) return 1;
  // U+0080 to U+009F, among them one that begins a sequence as ESC [ does.
  if (first == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) return 2;
  // U+202A to U+202E and U+2066 to U+2069 change the direction.
  const bool is_override = first == 0xE2 && byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE;
  const bool is_isolate = first == 0xE2 && byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;
  return is_override || is_isolate ? 3 : 0;
}

}  // namespace

auto ForTerminal(std::string_view text) -> std::string {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const size_t length = CommandLength(text);
    safe += length > 0 ? '?' : text[0];
    text.remove_prefix(length > 0 ? length : 1);
  }
  return safe;
}

}  // namespace kerf::base
