// Looking at and taking tokens.
#include "lang/acsl/parser.h"

#include <algorithm>

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslUnexpected, Error, "expected {}, but found {}", std::string, std::string);

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
  return token.kind == Tok::Word ? program_.names.lower[token.name] : std::string_view();
}

auto Parser::Accept(Tok kind) -> bool {
  if (!Is(kind)) return false;
  Take();
  return true;
}

auto Parser::Expect(Tok kind) -> bool { return Accept(kind) || Unexpected(text_of(kind)); }

auto Parser::ExpectName(NameId& name) -> bool {
  if (!Is(Tok::Word)) return Unexpected(text_of(Tok::Word));
  name = Take().name;
  return true;
}

auto Parser::Unexpected(std::string_view wanted) -> bool {
  const Token& token = Peek();
  const bool has_text = token.kind == Tok::Word || token.kind == Tok::Number;
  const std::string found = token.kind == Tok::Word ? fmt::format("`{}`", program_.names.Written(token.name))
                                                    : std::string(has_text ? program_.names.lower[token.name]
                                                                           : text_of(token.kind));
  emitter_.Emit(token.span(), AcslUnexpected, std::string(wanted), found);
  return false;
}

auto Parser::EndStatement() -> bool {
  if (Is(Tok::End) || Accept(Tok::Separator)) return true;
  Unexpected(text_of(Tok::Separator));
  SkipStatement();
  return false;
}

void Parser::SkipStatement() {
  while (!Is(Tok::End) && !Is(Tok::Separator)) Take();
  Accept(Tok::Separator);
}

auto Parser::SpanFrom(const Token& first) const -> Span {
  const Token& last = tokens_[pos_ > 0 ? pos_ - 1 : 0];
  if (first.buffer != last.buffer || last.end < first.begin) return first.span();
  return {first.buffer, first.begin, last.end};
}

}  // namespace kerf::acsl
