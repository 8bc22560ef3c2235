// Widths of text and cutting it to size.
#include "plot/text_metrics.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace kerf::plot {

namespace {

// Advance widths of the characters from blank to tilde, in hundredths of the font size.
constexpr std::array<uint8_t, 95> kWidths{
    32, 40, 46, 84, 64, 95, 78, 28, 39,  39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 78, 75, 30, 30, 66, 56, 86, 75, 79,
    60, 79, 70, 64, 61, 73, 68, 99, 69,  61, 69, 39, 34, 39, 84, 50, 50, 61, 64, 55, 64, 62, 35, 64,
    63, 28, 28, 58, 28, 97, 63, 61, 64,  64, 41, 52, 39, 63, 59, 82, 59, 59, 53, 64, 34, 64, 84};
constexpr double kBoldFactor = 1.12;
// Rounding of advances to whole pixels at small sizes.
constexpr double kSafety = 1.02;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

auto IsContinuation(char c) -> bool { return (static_cast<uint8_t>(c) & 0xC0U) == 0x80U; }

// Bytes of the valid character that starts here, or 0.
auto CharacterLength(std::string_view text) -> size_t {
  const auto lead = static_cast<uint8_t>(text[0]);
  if (lead < 0x80) return 1;
  const size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                        : (lead & 0xF0U) == 0xE0      ? 3
                        : lead >= 0xF0 && lead < 0xF5 ? 4
                                                      : 0;
  if (length == 0 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if (!IsContinuation(text[i])) return 0;
  }
  const auto second = static_cast<uint8_t>(text[1]);
  // Overlong forms, surrogates, beyond the last code point, and the two that XML forbids.
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second >= 0xA0)) return 0;
  if ((lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second >= 0x90)) return 0;
  if (text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF")) return 0;
  return length;
}

auto CharacterWidth(char lead) -> double {
  const auto c = static_cast<uint8_t>(lead);
  if (c >= 32 && c < 127) return kWidths[static_cast<size_t>(c - 32)] / 100.0;
  // Four-byte characters and those of East Asia are as wide as high, others about as wide as a capital.
  return c >= 0xE3 ? 1.0 : 0.7;
}

}  // namespace

auto TextWidth(std::string_view text, double font_size, bool is_bold) -> double {
  double width = 0;
  for (const char c : text) {
    if (!IsContinuation(c)) width += CharacterWidth(c);
  }
  return width * font_size * kSafety * (is_bold ? kBoldFactor : 1.0);
}

auto Elided(const std::string& text, double font_size, double max_width) -> std::string {
  if (TextWidth(text, font_size) <= max_width) return text;
  std::vector<size_t> starts;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsContinuation(text[i])) starts.push_back(i);
  }
  starts.push_back(text.size());
  const size_t n = starts.size() - 1;
  std::string best = "…";
  for (size_t kept = 1; kept < n; ++kept) {
    // A little more of the end than of the start.
    const size_t head = kept * 2 / 5;
    const std::string candidate = text.substr(0, starts[head]) + "…" + text.substr(starts[n - (kept - head)]);
    if (TextWidth(candidate, font_size) > max_width) break;
    best = candidate;
  }
  return best;
}

auto CleanText(std::string_view text) -> std::string {
  std::string clean;
  while (!text.empty()) {
    const size_t length = CharacterLength(text);
    const auto c = static_cast<uint8_t>(text[0]);
    const bool is_control = c < 32 || c == 127;
    if (is_control && (c == '\t' || c == '\n' || c == '\r')) {
      clean += ' ';
    } else if (length == 0 || is_control) {
      clean += kReplacement;
    } else {
      clean += text.substr(0, length);
    }
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return clean;
}

}  // namespace kerf::plot
