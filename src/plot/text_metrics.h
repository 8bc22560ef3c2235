// Widths of text that hold for any sans-serif font: those of a wide one, so that nothing is clipped with the
// others.
#pragma once

#include <string>
#include <string_view>

namespace kerf::plot {

// Width in pixels at a font size in pixels.
auto TextWidth(std::string_view text, double font_size, bool is_bold = false) -> double;

// The text, or its start and end around an ellipsis so that it is at most `max_width` wide. Ends of instance
// names tell more than middles.
auto Elided(const std::string& text, double font_size, double max_width) -> std::string;

// The text as valid UTF-8 without control characters: what is not becomes the replacement character.
auto CleanText(std::string_view text) -> std::string;

}  // namespace kerf::plot
