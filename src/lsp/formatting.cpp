// textDocument/formatting: one edit of the lines that change.
#include <algorithm>

#include "lang/modelica/syntax/format.h"
#include "lsp/requests.h"

namespace kerf::lsp {

namespace {

auto HasErrors(const Document& document) -> bool {
  return std::ranges::any_of(document.syntax, [](const diag::Diagnostic& diagnostic) {
    return diagnostic.level == diag::Level::Error;
  });
}

// The length of what two texts have in common at their begin, up to the begin of a line.
auto CommonLines(std::string_view a, std::string_view b) -> size_t {
  const size_t size = std::min(a.size(), b.size());
  size_t line = 0;
  for (size_t k = 0; k < size && a[k] == b[k]; ++k) {
    if (a[k] == '\n') line = k + 1;
  }
  return line;
}

}  // namespace

auto Formatting(const Document& document, const Json& options) -> Json {
  // Half-written text is left alone.
  if (HasErrors(document)) return Json::array();
  modelica::FormatOptions format;
  if (options.is_object() && options.contains("tabSize"))
    format.indent = static_cast<uint32_t>(std::clamp<int64_t>(options.at("tabSize").get<int64_t>(), 0, 16));
  const std::string formatted = modelica::Format(document.tree, format);
  const std::string& text = document.text;
  if (formatted == text) return Json::array();
  const size_t same = CommonLines(text, formatted);
  size_t end = 0;
  const size_t most = std::min(text.size(), formatted.size()) - same;
  while (end < most && text[text.size() - 1 - end] == formatted[formatted.size() - 1 - end]) ++end;
  // The common end begins with a line as well.
  while (end > 0 && text[text.size() - end - (end < text.size() ? 1 : 0)] != '\n') --end;
  const auto last = static_cast<uint32_t>(text.size() - end);
  return Json::array({{{"range", document.lines->RangeOf(static_cast<uint32_t>(same), last)},
                       {"newText", formatted.substr(same, formatted.size() - end - same)}}});
}

}  // namespace kerf::lsp
