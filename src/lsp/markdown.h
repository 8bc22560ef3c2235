// The documentation of classes is HTML; editors show Markdown.
#pragma once

#include <string>
#include <string_view>

namespace kerf::lsp {

// Headings, paragraphs, lists, emphasis, code and links; other tags vanish, their text stays. The result is
// cut after about `max_size` bytes.
auto MarkdownOfHtml(std::string_view html, size_t max_size = 6000) -> std::string;

}  // namespace kerf::lsp
