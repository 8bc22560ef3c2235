// Lines are broken at blanks and behind commas and operators, never inside a name or a number.
#include "emit/lines.h"

#include <algorithm>

#include "emit/quote.h"

namespace kerf::emit {

namespace {

// The two stars of a power belong together, and so do the signs of exponents.
auto MayBreakBehind(std::string_view line, size_t at) -> bool {
  constexpr std::string_view kBehind = " ,+*/=";
  const char c = line[at];
  if (kBehind.find(c) == std::string_view::npos) return false;
  const char next = at + 1 < line.size() ? line[at + 1] : ' ';
  const bool is_inside = (c == '*' && next == '*') || next == '=';
  const bool is_exponent = c == '+' && at > 0 && std::isalpha(static_cast<unsigned char>(line[at - 1])) != 0;
  return !is_inside && !is_exponent;
}

// The last place, not after `limit`, at which a line may end; the whole length if there is none. Texts in
// quotes stay whole.
auto BreakAt(std::string_view line, size_t from, size_t limit) -> size_t {
  size_t found = line.size();
  char quote = 0;
  for (size_t k = 0; k < std::min(limit, line.size()); ++k) {
    const char c = line[k];
    if (quote == 0 && k > from && MayBreakBehind(line, k)) found = k + 1;
    if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (quote == '"' && c == '\\') {
      // The next one is part of the text, whatever it is.
      ++k;
    } else if (c == quote) {
      quote = 0;
    }
  }
  return found;
}

}  // namespace

void Lines::Broken(std::string line) {
  const size_t room = layout_.width - layout_.continuation_end.size();
  while (layout_.width > 0 && line.size() > layout_.width) {
    const size_t first = line.find_first_not_of(' ');
    const size_t end = BreakAt(line, first, room);
    // A text that is longer than a line stays whole.
    const bool is_shorter = line.size() - end + layout_.continuation_begin.size() < line.size();
    if (end == line.size() || !is_shorter) break;
    text_ += line.substr(0, line.find_last_not_of(' ', end - 1) + 1);
    text_ += layout_.continuation_end;
    text_ += '\n';
    line = std::string(layout_.continuation_begin) + line.substr(end);
  }
  text_ += line;
  text_ += '\n';
}

void Lines::Statement(std::string_view text) {
  Broken(fmt::format("{}{:{}}{}{}", layout_.indent, "", depth_, text, layout_.statement_end));
}

void Lines::Statements(std::string_view text) {
  while (!text.empty()) {
    const size_t length = std::min(text.find('\n'), text.size());
    Statement(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
}

void Lines::Line(std::string_view text) {
  Broken(fmt::format("{}{:{}}{}", layout_.indent, "", depth_, text));
}

// A comment is cut rather than broken: it says nothing that the program needs.
void Lines::Comment(std::string_view text) {
  // Where a comment has an end it may stand anywhere; otherwise it is safe in the first column.
  const std::string indent =
      layout_.comment_close.empty() ? "" : fmt::format("{}{:{}}", layout_.indent, "", depth_);
  CutComment(indent, text);
}

void Lines::CutComment(std::string_view indent, std::string_view text) {
  std::string line = fmt::format("{}{}{}", indent, layout_.comment_open, CommentText(text));
  const size_t room = layout_.width - layout_.comment_close.size();
  if (layout_.width > 0 && line.size() > room) {
    size_t end = room - 4;
    // Not inside a character of several bytes.
    while ((static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
    line = line.substr(0, end) + " ...";
  }
  text_ += line;
  text_ += layout_.comment_close;
  text_ += '\n';
}

void Lines::Raw(std::string_view text) {
  text_ += text;
  text_ += '\n';
}

}  // namespace kerf::emit
