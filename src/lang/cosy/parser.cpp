// Looking at and taking tokens.
#include "lang/cosy/parser.h"

#include <algorithm>

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyUnexpected, Error, "expected {}, but found {}", std::string, std::string);
KERF_DIAG(CosyTooDeep, Error, "the program is nested too deeply here");

}  // namespace

auto Parser::Peek(size_t ahead) const -> const Token& {
  return tokens_[std::min(pos_ + ahead, tokens_.size() - 1)];
}

auto Parser::Take() -> const Token& {
  const Token& token = Peek();
  if (pos_ + 1 < tokens_.size()) ++pos_;
  return token;
}

auto Parser::Word(size_t ahead) const -> std::string_view {
  const Token& token = Peek(ahead);
  return token.kind == Tok::Name ? program_.names.lower[token.name] : std::string_view();
}

auto Parser::Accept(Tok kind) -> bool {
  if (!Is(kind)) return false;
  Take();
  return true;
}

auto Parser::AcceptWord(std::string_view word) -> bool {
  if (!IsWord(word)) return false;
  Take();
  return true;
}

auto Parser::Expect(Tok kind) -> bool {
  if (Accept(kind)) return true;
  return Unexpected(is_reserved(kind) ? fmt::format("`{}`", text_of(kind)) : std::string(text_of(kind)));
}

auto Parser::ExpectWord(std::string_view word) -> bool {
  return AcceptWord(word) || Unexpected(fmt::format("`{}`", word));
}

auto Parser::ExpectName(NameId& name) -> bool {
  if (!Is(Tok::Name)) return Unexpected(text_of(Tok::Name));
  name = Take().name;
  return true;
}

auto Parser::Unexpected(std::string_view wanted) -> bool {
  const Token& token = Peek();
  std::string found(text_of(token.kind));
  if (is_reserved(token.kind) || token.kind == Tok::Name) {
    found = fmt::format("`{}`", program_.names.Written(token.name));
  } else if (token.kind == Tok::Number) {
    found = program_.names.lower[token.name];
  }
  emitter_.Emit(token.span(), CosyUnexpected, std::string(wanted), found);
  return false;
}

// To the next semicolon or END, which is left.
void Parser::SkipStatement() {
  while (!Is(Tok::End) && !Is(Tok::Semicolon) && !Is(Tok::EndWord)) Take();
}

// The depth is set back by whoever counted it.
auto Parser::IsTooDeep() -> bool {
  constexpr int kMaxDepth = 150;
  if (depth_ < kMaxDepth) return false;
  emitter_.Emit(Peek().span(), CosyTooDeep);
  // The rest would tell the same again and again.
  pos_ = tokens_.size() - 1;
  return true;
}

auto Parser::SpanFrom(const Token& first) const -> Span {
  const Token& last = tokens_[pos_ > 0 ? pos_ - 1 : 0];
  if (first.buffer != last.buffer || last.end < first.begin) return first.span();
  return {first.buffer, first.begin, last.end};
}

auto Parser::ReadNames(std::vector<NameId>& names) -> bool {
  do {
    NameId name;
    if (!ExpectName(name)) return false;
    names.push_back(name);
  } while (Accept(Tok::Comma));
  return true;
}

auto Parser::ReadSetting(Setting& setting) -> bool {
  const Token first = Peek();
  if (!ExpectName(setting.name)) return false;
  if (!Accept(Tok::Assign) && !Expect(Tok::Equal)) return false;
  setting.value = Expression();
  setting.span = SpanFrom(first);
  return setting.value.has_value();
}

auto Parser::ReadOption(std::string_view word, NodeId& value) -> bool {
  if (!AcceptWord(word)) return true;
  if (!Expect(Tok::Equal)) return false;
  value = Expression();
  return value.has_value();
}

}  // namespace kerf::cosy
