// Texts made harmless for the languages they are put into.
#include "plot/escape.h"

#include <fmt/format.h>

#include "plot/text_metrics.h"

namespace kerf::plot {

auto EscapeXml(std::string_view text) -> std::string {
  std::string escaped;
  for (const char c : CleanText(text)) {
    switch (c) {
      case '&':  escaped += "&amp;"; break;
      case '<':  escaped += "&lt;"; break;
      case '>':  escaped += "&gt;"; break;
      case '"':  escaped += "&quot;"; break;
      case '\'': escaped += "&#39;"; break;
      default:   escaped += c;
    }
  }
  return escaped;
}

auto JsonString(std::string_view text) -> std::string {
  // Nothing that a browser could take for a tag, a comment or an entity may remain.
  constexpr std::string_view kDangerous = "<>&'\"\\/";
  std::string escaped = "\"";
  for (const char c : CleanText(text)) {
    if (kDangerous.find(c) != std::string_view::npos) {
      escaped += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      escaped += c;
    }
  }
  return escaped + '"';
}

}  // namespace kerf::plot
