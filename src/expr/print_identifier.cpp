// Lexical rules of chapter 2 of the Modelica specification.
#include "expr/print_identifier.h"

#include <algorithm>
#include <array>

namespace kerf::expr {

namespace {

// Sorted.
constexpr auto kReserved = std::to_array<std::string_view>(
    {"algorithm", "and",         "annotation",    "block",     "break",       "class",    "connect",
     "connector", "constant",    "constrainedby", "der",       "discrete",    "each",     "else",
     "elseif",    "elsewhen",    "encapsulated",  "end",       "enumeration", "equation", "expandable",
     "extends",   "external",    "false",         "final",     "flow",        "for",      "function",
     "if",        "import",      "impure",        "in",        "initial",     "inner",    "input",
     "loop",      "model",       "not",           "operator",  "or",          "outer",    "output",
     "package",   "parameter",   "partial",       "protected", "public",      "pure",     "record",
     "redeclare", "replaceable", "return",        "stream",    "then",        "time",     "true",
     "type",      "when",        "while",         "within"});
static_assert(std::ranges::is_sorted(kReserved));

auto IsLetter(char c) -> bool { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
auto IsDigit(char c) -> bool { return c >= '0' && c <= '9'; }

auto IsPlainIdentifier(std::string_view name) -> bool {
  if (name.empty() || !IsLetter(name[0])) return false;
  if (!std::ranges::all_of(name, [](char c) { return IsLetter(c) || IsDigit(c); })) return false;
  return !std::ranges::binary_search(kReserved, name);
}

// 'text' without a bare quote inside.
auto IsQuotedIdentifier(std::string_view name) -> bool {
  if (name.size() < 3 || name.front() != '\'' || name.back() != '\'') return false;
  for (size_t k = 1; k + 1 < name.size(); ++k) {
    if (name[k] == '\'') return false;
    if (name[k] != '\\') continue;
    // The last quote must not be escaped.
    ++k;
    if (k + 1 == name.size()) return false;
  }
  return true;
}

auto Escape(char c) -> char {
  switch (c) {
    case '\a': return 'a';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    case '\v': return 'v';
    case '\\': return '\\';
    default:   return 0;
  }
}

auto Enclosed(std::string_view text, char quote) -> std::string {
  std::string out(1, quote);
  out.reserve(text.size() + 2);
  for (const char c : text) {
    const char escape = c == quote ? quote : Escape(c);
    if (escape != 0) out += '\\';
    out += escape != 0 ? escape : c;
  }
  return out += quote;
}

}  // namespace

auto ModelicaIdentifier(std::string_view name) -> std::string {
  if (IsPlainIdentifier(name) || IsQuotedIdentifier(name)) return std::string(name);
  return Enclosed(name, '\'');
}

auto ModelicaString(std::string_view text) -> std::string { return Enclosed(text, '"'); }

}  // namespace kerf::expr
