// Control characters become blanks: some languages take a lone return or form feed as the end of a line.
#include "emit/quote.h"

#include <cctype>

#include "base/spreadsheet_text.h"

namespace kerf::emit {

namespace {

auto IsControl(char c) -> bool { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

}  // namespace

auto CommentText(std::string_view text) -> std::string {
  std::string out;
  for (const char c : text) {
    const char next = IsControl(c) ? ' ' : c;
    const bool closes = !out.empty() && out.back() == '*' && next == '/';
    const bool opens = !out.empty() && out.back() == '/' && next == '*';
    // ??/ is a backslash to C of 1999.
    const bool is_trigraph = !out.empty() && out.back() == '?' && next == '?';
    if (closes || opens || is_trigraph) out += ' ';
    out += next;
  }
  // The end of a line must not take the next one with it.
  if (out.ends_with('\\')) out += ' ';
  return out;
}

auto QuotedText(std::string_view text, char quote, size_t max_length) -> std::string {
  std::string out(1, quote);
  for (const char c : text) {
    const char next = IsControl(c) ? ' ' : c;
    const bool is_trigraph = quote == '"' && next == '?' && out.back() == '?';
    std::string piece(1, next);
    if (quote == '"' && (next == '"' || next == '\\' || is_trigraph)) piece.insert(0, 1, '\\');
    if (quote != '"' && next == quote) piece += quote;
    if (out.size() + piece.size() - 1 > max_length) break;
    out += piece;
  }
  return out + quote;
}

auto CsvName(std::string_view name, size_t max_length) -> std::string {
  std::string out;
  for (const char c : base::WithoutFormulas(name)) {
    const std::string piece = c == '"' ? "\"\"" : std::string(1, c);
    if (out.size() + piece.size() > max_length) break;
    out += piece;
  }
  return out;
}

auto IsCName(std::string_view name) -> bool {
  const auto is_part = [](char c) {
    return c == '_' || (static_cast<unsigned char>(c) < 0x80 && std::isalnum(static_cast<unsigned char>(c)));
  };
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return false;
  for (const char c : name) {
    if (!is_part(c)) return false;
  }
  return true;
}

}  // namespace kerf::emit
