// See acsl_scanner.h.
#include "emit/acsl_scanner.h"

#include <algorithm>

namespace kerf::emit {

namespace {

auto IsLetter(char c) -> bool { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
auto IsDigit(char c) -> bool { return c >= '0' && c <= '9'; }
auto IsNameCharacter(char c) -> bool { return IsLetter(c) || IsDigit(c) || c == '_'; }

auto Small(std::string text) -> std::string {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

}  // namespace

auto AcslScanner::LineEnd() const -> size_t { return std::min(text_.find('\n', pos_), text_.size()); }

void AcslScanner::SkipBlanks() {
  while (pos_ < text_.size()) {
    const char c = text_[pos_];
    if (c == ' ' || c == '\t' || c == '\r') {
      ++pos_;
    } else if (text_.substr(pos_, 2) == "/*") {
      const size_t close = text_.find("*/", pos_ + 2);
      pos_ = close == std::string_view::npos ? text_.size() : close + 2;
    } else {
      return;
    }
  }
}

auto AcslScanner::lines() const -> std::vector<Line> {
  std::vector<Line> lines;
  for (size_t begin = 0; begin < text_.size();) {
    const size_t end = std::min(text_.find('\n', begin), text_.size());
    std::string_view line = text_.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back({line, {buffer_, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}});
    begin = end + 1;
  }
  return lines;
}

auto AcslScanner::Here() -> diag::Span {
  SkipBlanks();
  size_t end = pos_;
  while (end < text_.size() && IsNameCharacter(text_[end])) ++end;
  end = std::max(end, std::min(pos_ + 1, text_.size()));
  return {buffer_, static_cast<uint32_t>(pos_), static_cast<uint32_t>(end)};
}

auto AcslScanner::AtEnd() -> bool {
  SkipBlanks();
  return pos_ == text_.size();
}

auto AcslScanner::AtLineEnd() -> bool { return AtEnd() || text_[pos_] == '\n'; }

auto AcslScanner::Peek() -> char { return AtEnd() ? '\0' : text_[pos_]; }

void AcslScanner::SkipLineEnds() {
  while (!AtEnd() && text_[pos_] == '\n') ++pos_;
}

void AcslScanner::SkipLine() { pos_ = std::min(LineEnd() + 1, text_.size()); }

auto AcslScanner::Accept(char sign) -> bool {
  if (Peek() != sign) return false;
  ++pos_;
  return true;
}

auto AcslScanner::AcceptWord(std::string_view word) -> bool {
  SkipLineEnds();
  const size_t before = pos_;
  if (TakeWord() == word) return true;
  pos_ = before;
  return false;
}

auto AcslScanner::TakeName() -> std::string {
  SkipBlanks();
  if (pos_ == text_.size() || !IsLetter(text_[pos_])) return "";
  const size_t begin = pos_;
  while (pos_ < text_.size() && IsNameCharacter(text_[pos_])) ++pos_;
  return std::string(text_.substr(begin, pos_ - begin));
}

auto AcslScanner::TakeWord() -> std::string { return Small(TakeName()); }

auto AcslScanner::TakeNumber() -> std::string {
  SkipBlanks();
  size_t end = pos_;
  const auto at = [&](size_t k) { return k < text_.size() ? text_[k] : '\0'; };
  if (at(end) == '-' || at(end) == '+') ++end;
  const size_t digits = end;
  while (IsDigit(at(end)) || at(end) == '.') ++end;
  if (end == digits) return "";
  if (at(end) == 'E' || at(end) == 'e') {
    const size_t sign = at(end + 1) == '-' || at(end + 1) == '+' ? 2 : 1;
    if (IsDigit(at(end + sign))) end += sign;
    while (IsDigit(at(end))) ++end;
  }
  const std::string number(text_.substr(pos_, end - pos_));
  pos_ = end;
  return number;
}

auto AcslScanner::TryParenthesis() -> std::optional<std::string> {
  const size_t before = pos_;
  if (!Accept('(')) return std::nullopt;
  const auto inner = TryUntilParenthesis();
  if (!inner || inner->find_first_not_of(' ') == std::string::npos) {
    pos_ = before;
    return std::nullopt;
  }
  return "(" + *inner + ")";
}

auto AcslScanner::TryUntilParenthesis() -> std::optional<std::string> {
  SkipBlanks();
  int depth = 0;
  for (size_t k = pos_; k < LineEnd(); ++k) {
    if (text_[k] == '(') ++depth;
    if (text_[k] == ')' && depth-- == 0) {
      std::string inner(text_.substr(pos_, k - pos_));
      inner.resize(inner.find_last_not_of(" \t") + 1);
      if (inner.empty()) return std::nullopt;
      pos_ = k + 1;
      return inner;
    }
  }
  return std::nullopt;
}

auto AcslScanner::PeekWord() -> std::string {
  const size_t before = pos_;
  std::string word = TakeWord();
  pos_ = before;
  return word;
}

auto AcslScanner::IsWordAlone() -> bool {
  const size_t before = pos_;
  const bool is_discrete = TakeWord() == "discrete";
  if (is_discrete) TakeName();
  const bool is_alone = AtLineEnd();
  pos_ = before;
  return is_alone;
}

auto AcslScanner::LineText() const -> std::string {
  std::string line(text_.substr(pos_, LineEnd() - pos_));
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
  return line;
}

}  // namespace kerf::emit
