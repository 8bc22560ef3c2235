// Forwards and backwards over names, brackets and statements.
#include "lsp/token_scan.h"

#include <algorithm>

#include "lang/modelica/syntax/spelling.h"

namespace kerf::lsp {

using modelica::Token;
using modelica::TokenKind;

namespace {

auto EndsStatement(TokenKind kind) -> bool {
  switch (kind) {
    case TokenKind::Semicolon:
    case TokenKind::Equation:
    case TokenKind::Algorithm:
    case TokenKind::Public:
    case TokenKind::Protected:
    case TokenKind::Then:
    case TokenKind::Loop:      return true;
    default:                   return false;
  }
}

}  // namespace

auto IsPrefix(TokenKind kind) -> bool {
  switch (kind) {
    case TokenKind::Final:
    case TokenKind::Inner:
    case TokenKind::Outer:
    case TokenKind::Replaceable:
    case TokenKind::Redeclare:
    case TokenKind::Each:
    case TokenKind::Flow:
    case TokenKind::Stream:
    case TokenKind::Discrete:
    case TokenKind::Parameter:
    case TokenKind::Constant:
    case TokenKind::Input:
    case TokenKind::Output:
    case TokenKind::Partial:
    case TokenKind::Encapsulated:
    case TokenKind::Expandable:
    case TokenKind::Pure:
    case TokenKind::Impure:
    case TokenKind::Operator:     return true;
    default:                      return false;
  }
}

auto IsRestriction(TokenKind kind) -> bool {
  switch (kind) {
    case TokenKind::Model:
    case TokenKind::Block:
    case TokenKind::Package:
    case TokenKind::Class:
    case TokenKind::Record:
    case TokenKind::Type:
    case TokenKind::Connector:
    case TokenKind::Function:  return true;
    default:                   return false;
  }
}

TokenScan::TokenScan(const modelica::Tree& tree, uint32_t offset) : tree_(tree) {
  const auto at = std::ranges::lower_bound(tree_.tokens, offset, {}, &Token::begin);
  end_ = static_cast<uint32_t>(at - tree_.tokens.begin());
  is_hidden_ = IsHidden(offset);
  if (end_ == 0 || tree_.tokens[end_ - 1].end < offset) return;
  const TokenKind last = tree_.tokens[end_ - 1].kind;
  if (last == TokenKind::Ident || modelica::IsKeyword(last)) --end_;
}

auto TokenScan::TextAt(uint32_t k) const -> std::string_view {
  const Token& token = tree_.tokens[k];
  return tree_.text.substr(token.begin, token.end - token.begin);
}

auto TokenScan::IsHidden(uint32_t offset) const -> bool {
  size_t gap_begin = 0;
  if (end_ > 0) {
    const Token& last = tree_.tokens[end_ - 1];
    if (last.end > offset) return last.kind == TokenKind::String || last.kind == TokenKind::Number;
    gap_begin = last.end;
  }
  const std::string_view gap = tree_.text.substr(gap_begin, offset - gap_begin);
  const size_t line = gap.rfind('\n') == std::string_view::npos ? 0 : gap.rfind('\n');
  const size_t block = gap.rfind("/*");
  return gap.find("//", line) != std::string_view::npos ||
         (block != std::string_view::npos && gap.find("*/", block) == std::string_view::npos);
}

auto TokenScan::OverBrackets(uint32_t k) const -> uint32_t {
  int depth = 0;
  for (; k < end_; ++k) {
    if (KindAt(k) == TokenKind::LBracket) ++depth;
    if (KindAt(k) == TokenKind::RBracket && --depth == 0) return k + 1;
  }
  return k;
}

// From a closing bracket to its opening one, or to the begin if it has none.
auto TokenScan::BackOverBrackets(uint32_t k) const -> uint32_t {
  int depth = 0;
  for (;; --k) {
    if (KindAt(k) == TokenKind::RBracket) ++depth;
    if (KindAt(k) == TokenKind::LBracket) --depth;
    if (depth == 0 || k == 0) return k;
  }
}

auto TokenScan::StatementBegin() const -> uint32_t {
  uint32_t k = end_;
  while (k > 0 && !EndsStatement(KindAt(k - 1))) --k;
  // The first element of a class has the head of the class before it.
  while (true) {
    uint32_t at = k;
    while (IsPrefix(KindAt(at))) ++at;
    if (!IsRestriction(KindAt(at)) || KindAt(at + 1) != TokenKind::Ident) return k;
    if (KindAt(at + 2) == TokenKind::Equals) return k;
    k = at + 2;
    while (KindAt(k) == TokenKind::String || KindAt(k) == TokenKind::Plus) ++k;
  }
}

auto TokenScan::NameAt(uint32_t k) const -> DottedName {
  DottedName name;
  if (KindAt(k) == TokenKind::Dot) {
    name.is_global = true;
    ++k;
  }
  while (KindAt(k) == TokenKind::Ident) {
    name.parts.push_back(TextAt(k++));
    if (KindAt(k) == TokenKind::LBracket) k = OverBrackets(k);
    if (KindAt(k) != TokenKind::Dot) break;
    ++k;
  }
  name.end = k;
  return name;
}

auto TokenScan::NameBefore(uint32_t k) const -> DottedName {
  DottedName name;
  while (KindBefore(k) == TokenKind::Ident) {
    name.parts.insert(name.parts.begin(), TextAt(--k));
    name.end = k;
    if (KindBefore(k) != TokenKind::Dot) return name;
    --k;
  }
  name.is_global = !name.parts.empty();
  return name;
}

auto TokenScan::NameBeforeDot() const -> DottedName {
  DottedName name;
  uint32_t k = end_;
  while (KindBefore(k) == TokenKind::Dot) {
    --k;
    name.is_global = true;
    if (KindBefore(k) == TokenKind::RBracket) k = BackOverBrackets(k - 1);
    if (KindBefore(k) != TokenKind::Ident) break;
    name.is_global = false;
    name.parts.insert(name.parts.begin(), TextAt(--k));
  }
  name.end = k;
  return name;
}

}  // namespace kerf::lsp
