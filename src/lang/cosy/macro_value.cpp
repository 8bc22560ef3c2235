// Whole-numbered values inside of macros: sums, products and parentheses of numbers, CONST parameters,
// running indices and constants of the program.
#include <algorithm>

#include "lang/cosy/macros.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyMacroValue, Error, "this is no whole number that is known when the macro is written out");

// Reads an expression; the names' values come from `find`.
template <typename Find>
class WholeNumber {
 public:
  WholeNumber(std::span<const Token> tokens, const Find& find) : tokens_(tokens), find_(find) {}

  auto Run() -> std::optional<int64_t> {
    const auto value = Sum();
    return pos_ == tokens_.size() && !has_failed_ ? std::optional(value) : std::nullopt;
  }

 private:
  [[nodiscard]] auto Is(Tok kind) const -> bool {
    return pos_ < tokens_.size() && tokens_[pos_].kind == kind;
  }
  auto Accept(Tok kind) -> bool {
    if (!Is(kind)) return false;
    ++pos_;
    return true;
  }

  auto Fail() -> int64_t {
    has_failed_ = true;
    return 0;
  }

  auto Sum() -> int64_t {
    const bool is_negative = Accept(Tok::Minus);
    int64_t value = Product();
    if (is_negative) value = -value;
    while (!has_failed_ && (Is(Tok::Plus) || Is(Tok::Minus))) {
      const bool adds = tokens_[pos_++].kind == Tok::Plus;
      const int64_t other = Product();
      int64_t result = 0;
      const bool overflows = adds ? __builtin_add_overflow(value, other, &result)
                                  : __builtin_sub_overflow(value, other, &result);
      value = overflows ? Fail() : result;
    }
    return value;
  }

  auto Product() -> int64_t {
    int64_t value = Primary();
    while (!has_failed_ && (Is(Tok::Star) || Is(Tok::Slash))) {
      const bool multiplies = tokens_[pos_++].kind == Tok::Star;
      const int64_t other = Primary();
      int64_t result = 0;
      if (multiplies) {
        const bool overflows = __builtin_mul_overflow(value, other, &result);
        value = overflows ? Fail() : result;
      } else {
        value = other == 0 || other == -1 ? Fail() : value / other;
      }
    }
    return value;
  }

  auto Primary() -> int64_t {
    constexpr int kMaxDepth = 100;
    constexpr double kLargest = 1e15;
    if (Accept(Tok::LeftParen)) {
      if (++depth_ > kMaxDepth) return Fail();
      const int64_t inner = Sum();
      --depth_;
      return Accept(Tok::RightParen) ? inner : Fail();
    }
    if (Is(Tok::Number) && tokens_[pos_].is_integer && tokens_[pos_].value < kLargest)
      return static_cast<int64_t>(tokens_[pos_++].value);
    if (!Is(Tok::Name) && !Is(Tok::Quote)) return Fail();
    const auto value = find_(tokens_[pos_++]);
    return value ? *value : Fail();
  }

  std::span<const Token> tokens_;
  const Find& find_;
  size_t pos_ = 0;
  int depth_ = 0;
  bool has_failed_ = false;
};

}  // namespace

auto MacroExpander::Value(Tokens tokens, const Scope& scope, Span span) -> int64_t {
  const auto find = [&](const Token& token) -> std::optional<int64_t> {
    if (token.kind == Tok::Quote) return QuotedValue(names_.lower[token.name], scope, token.span());
    if (const auto found = scope.values.find(token.name); found != scope.values.end()) return found->second;
    if (const auto found = constants_.find(token.name); found != constants_.end()) return found->second;
    return std::nullopt;
  };
  const auto value = WholeNumber(tokens, find).Run();
  if (!value)
    emitter_.Emit(tokens.empty() ? span : diag::Cover(tokens.front().span(), tokens.back().span()),
                  CosyMacroValue);
  return value.value_or(0);
}

auto MacroExpander::QuotedValue(std::string_view text, const Scope& scope, Span span) -> int64_t {
  std::vector<Token> tokens = Lex(span.buffer, text, names_, emitter_);
  tokens.pop_back();
  for (Token& token : tokens) {
    token.begin = span.begin;
    token.end = span.end;
    // A quote inside of a quote has no meaning, and no end.
    if (token.kind == Tok::Quote) token.kind = Tok::Text;
  }
  return Value(tokens, scope, span);
}

// CONST INTEGER n = 3, m = 4; …: up to the next section.
void MacroExpander::NoteConstants(Tokens tokens, size_t at) {
  for (++at; !is_reserved(tokens[at].kind) || tokens[at].kind == Tok::Integer ||
             tokens[at].kind == Tok::Real || tokens[at].kind == Tok::Boolean;
       ++at) {
    if (tokens[at].kind == Tok::End) return;
    const bool is_number = tokens[at].kind == Tok::Name && tokens[at + 1].kind == Tok::Equal &&
                           tokens[at + 2].kind == Tok::Number && tokens[at + 2].is_integer;
    if (is_number) constants_[tokens[at].name] = static_cast<int64_t>(tokens[at + 2].value);
  }
}

}  // namespace kerf::cosy
