// A text that is being typed has mistakes; its other lines still mean something.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kerf::lsp {

// The text with blanks for the elements, equations and statements that have syntax errors, of the same length
// and with the same line breaks, so that it parses; nothing if that cannot be reached.
auto TryRepair(std::string_view text) -> std::optional<std::string>;

}  // namespace kerf::lsp
