// Texts of models in programs: names, descriptions and messages may hold anything, and must neither end the
// comment or text they stand in nor begin something else.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kerf::emit {

// One line that closes no comment of C and continues no line.
auto CommentText(std::string_view text) -> std::string;
// In quotes: with `"` as C has them, with another sign that sign is doubled. What does not fit between them
// is cut.
auto QuotedText(std::string_view text, char quote, size_t max_length = std::string_view::npos) -> std::string;
// A name as it stands between the quotes of a CSV header, where quotes are doubled; cut to whole characters.
auto CsvName(std::string_view name, size_t max_length = std::string_view::npos) -> std::string;
// Whether C can call something so.
auto IsCName(std::string_view name) -> bool;

}  // namespace kerf::emit
