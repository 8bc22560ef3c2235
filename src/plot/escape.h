// Texts made harmless for the languages they are put into.
#pragma once

#include <string>
#include <string_view>

namespace kerf::plot {

// For element content and quoted attributes of SVG and HTML; also cleans the text (see CleanText).
auto EscapeXml(std::string_view text) -> std::string;

// A JSON string with its quotes that also does no harm inside a <script> element.
auto JsonString(std::string_view text) -> std::string;

}  // namespace kerf::plot
