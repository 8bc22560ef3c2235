// One pass over the bytes. Each token takes as many characters as it can, so `1./x` is `1.` `/` `x`.
#include "lang/modelica/syntax/lexer.h"

#include <array>

#include "lang/modelica/syntax/keywords.h"
#include "lang/modelica/syntax/symbol_table.h"
#include "lang/modelica/syntax/utf8.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(InvalidUtf8, Warning, "the byte {:#04x} is not UTF-8; the text is taken as it is", uint32_t);
KERF_DIAG(UnknownEscape, Warning, "`\\{}` is not an escape sequence", std::string_view);
KERF_DIAG(UnterminatedString, Error, "the string that begins here has no closing quote");
KERF_DIAG(UnterminatedQuotedName, Error, "the quoted identifier that begins here does not end on its line");
KERF_DIAG(OpenDelimitedComment, Error, "the comment that begins here has no closing `*/`");
KERF_DIAG(StrayCharacter, Error, "{} cannot stand here", std::string);

enum CharClass : uint8_t { kOther = 0, kBlank = 1, kLetter = 2, kDigit = 4, kForeign = 8 };

consteval auto MakeClasses() -> std::array<uint8_t, 256> {
  std::array<uint8_t, 256> classes{};
  for (size_t c = 0; c < classes.size(); ++c) {
    const bool is_lower = c >= 'a' && c <= 'z';
    const bool is_upper = c >= 'A' && c <= 'Z';
    if (is_lower || is_upper || c == '_')
      classes[c] = kLetter;
    else if (c >= '0' && c <= '9')
      classes[c] = kDigit;
    else if (c == ' ' || (c >= '\t' && c <= '\r'))
      classes[c] = kBlank;
    else if (c < ' ' || c >= 0x7F)
      classes[c] = kForeign;
  }
  return classes;
}

constexpr auto kClasses = MakeClasses();
constexpr uint32_t kHashStart = 0x811C'9DC5;
constexpr uint32_t kHashFactor = 0x0100'0193;
constexpr std::string_view kEscapes = "'\"?\\abfnrtv";

auto ClassOf(char c) -> uint8_t { return kClasses[static_cast<unsigned char>(c)]; }

class Lexer {
 public:
  Lexer(std::string_view text, diag::BufferId buffer, diag::Emitter& emitter, TreeArrays& arrays)
      : text_(text),
        size_(static_cast<uint32_t>(text.size())),
        buffer_(buffer),
        emitter_(emitter),
        tokens_(arrays.tokens),
        table_(text, arrays.symbols) {}

  void Run() {
    CheckEncoding();
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (at_ < size_) Next();
    Push(TokenKind::EndOfFile, size_);
  }

 private:
  [[nodiscard]] auto At(uint32_t k) const -> char { return k < size_ ? text_[k] : '\0'; }
  [[nodiscard]] auto Is(uint32_t k, uint8_t classes) const -> bool {
    return k < size_ && (ClassOf(text_[k]) & classes) != 0;
  }
  [[nodiscard]] auto SpanFrom(uint32_t begin) const -> diag::Span { return {buffer_, begin, at_}; }

  void Push(TokenKind kind, uint32_t begin, uint32_t symbol = kNoSymbol) {
    tokens_.push_back({begin, at_, symbol, kind});
  }
  void Punctuation(TokenKind kind, uint32_t length) {
    const uint32_t begin = at_;
    at_ += length;
    Push(kind, begin);
  }

  // Latin-1 text of older libraries stays readable; one message a file is enough.
  void CheckEncoding() {
    const auto at = static_cast<uint32_t>(FirstInvalidUtf8(text_));
    if (at == size_) return;
    emitter_.Emit({buffer_, at, at + 1}, InvalidUtf8, static_cast<unsigned char>(text_[at]));
  }

  void Next() {
    const char c = text_[at_];
    switch (ClassOf(c)) {
      case kBlank:   ++at_; return;
      case kLetter:  return Word();
      case kDigit:   return Number();
      case kForeign: return Stray();
      default:       break;
    }
    switch (c) {
      case '"':  return String();
      case '\'': return QuotedName();
      case '/':  return SlashOrComment();
      case '.':  return DotOrNumber();
      default:   return Operator(c);
    }
  }

  void Word() {
    const uint32_t begin = at_;
    uint32_t hash = kHashStart;
    do hash = (hash ^ static_cast<unsigned char>(text_[at_++])) * kHashFactor;
    while (Is(at_, kLetter | kDigit));
    const TokenKind kind = KeywordOrIdent(text_.substr(begin, at_ - begin));
    Push(kind, begin, kind == TokenKind::Ident ? table_.Intern(begin, at_, Mix(hash)) : kNoSymbol);
  }

  // Brings the high bits, which depend on all characters, down to where the table looks.
  static auto Mix(uint32_t hash) -> uint32_t { return hash ^ hash >> 15U; }

  void QuotedName() {
    const uint32_t begin = at_++;
    uint32_t hash = kHashStart;
    while (at_ < size_ && text_[at_] != '\'' && text_[at_] != '\n') {
      if (text_[at_] == '\\')
        Escape();
      else
        ++at_;
    }
    if (At(at_) != '\'') {
      emitter_.Emit({buffer_, begin, begin + 1}, UnterminatedQuotedName);
      return Push(TokenKind::Error, begin);
    }
    ++at_;
    for (const char c : text_.substr(begin, at_ - begin)) {
      hash = (hash ^ static_cast<unsigned char>(c)) * kHashFactor;
    }
    Push(TokenKind::Ident, begin, table_.Intern(begin, at_, Mix(hash)));
  }

  void String() {
    const uint32_t begin = at_++;
    while (at_ < size_ && text_[at_] != '"') {
      if (text_[at_] == '\\')
        Escape();
      else
        ++at_;
    }
    if (at_ == size_) {
      emitter_.Emit({buffer_, begin, begin + 1}, UnterminatedString);
      return Push(TokenKind::Error, begin);
    }
    ++at_;
    Push(TokenKind::String, begin);
  }

  // A backslash and, unless the text ends, the character after it.
  void Escape() {
    const uint32_t begin = at_++;
    if (at_ == size_) return;
    const char c = text_[at_++];
    if (kEscapes.find(c) != std::string_view::npos) return;
    // A character of several bytes is shown whole.
    while (Is(at_, kForeign) && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80) ++at_;
    const bool is_shown = static_cast<unsigned char>(c) > ' ';
    emitter_.Emit(SpanFrom(begin), UnknownEscape, is_shown ? text_.substr(begin + 1, at_ - begin - 1) : " ");
  }

  void Digits() {
    while (Is(at_, kDigit)) ++at_;
  }

  void Number() {
    const uint32_t begin = at_;
    Digits();
    if (At(at_) == '.') {
      ++at_;
      Digits();
    }
    Exponent();
    Push(TokenKind::Number, begin);
  }

  void Exponent() {
    if (At(at_) != 'e' && At(at_) != 'E') return;
    const bool has_sign = At(at_ + 1) == '+' || At(at_ + 1) == '-';
    const uint32_t digits = at_ + (has_sign ? 2 : 1);
    if (!Is(digits, kDigit)) return;
    at_ = digits;
    Digits();
  }

  void SlashOrComment() {
    if (At(at_ + 1) == '/') {
      at_ = static_cast<uint32_t>(std::min(text_.find('\n', at_), text_.size()));
    } else if (At(at_ + 1) == '*') {
      DelimitedComment();
    } else {
      Punctuation(TokenKind::Slash, 1);
    }
  }

  void DelimitedComment() {
    const uint32_t begin = at_;
    const size_t close = text_.find("*/", at_ + 2);
    at_ = close == std::string_view::npos ? size_ : static_cast<uint32_t>(close) + 2;
    if (close == std::string_view::npos) emitter_.Emit({buffer_, begin, begin + 2}, OpenDelimitedComment);
  }

  void DotOrNumber() {
    switch (At(at_ + 1)) {
      case '*': return Punctuation(TokenKind::DotStar, 2);
      case '+': return Punctuation(TokenKind::DotPlus, 2);
      case '-': return Punctuation(TokenKind::DotMinus, 2);
      case '/':
        // In `a./* comment */b` a comment begins.
        if (At(at_ + 2) == '*' || At(at_ + 2) == '/') break;
        return Punctuation(TokenKind::DotSlash, 2);
      case '^': return Punctuation(TokenKind::DotCaret, 2);
      default:  break;
    }
    if (Is(at_ + 1, kDigit)) return Number();
    Punctuation(TokenKind::Dot, 1);
  }

  void Operator(char c) {
    const bool then_equals = At(at_ + 1) == '=';
    switch (c) {
      case '(': return Punctuation(TokenKind::LParen, 1);
      case ')': return Punctuation(TokenKind::RParen, 1);
      case '[': return Punctuation(TokenKind::LBracket, 1);
      case ']': return Punctuation(TokenKind::RBracket, 1);
      case '{': return Punctuation(TokenKind::LBrace, 1);
      case '}': return Punctuation(TokenKind::RBrace, 1);
      case ',': return Punctuation(TokenKind::Comma, 1);
      case ';': return Punctuation(TokenKind::Semicolon, 1);
      case '+': return Punctuation(TokenKind::Plus, 1);
      case '-': return Punctuation(TokenKind::Minus, 1);
      case '*': return Punctuation(TokenKind::Star, 1);
      case '^': return Punctuation(TokenKind::Caret, 1);
      case ':': return then_equals ? Punctuation(TokenKind::Assign, 2) : Punctuation(TokenKind::Colon, 1);
      case '=':
        return then_equals ? Punctuation(TokenKind::EqualEqual, 2) : Punctuation(TokenKind::Equals, 1);
      case '>':
        return then_equals ? Punctuation(TokenKind::GreaterEqual, 2) : Punctuation(TokenKind::Greater, 1);
      case '<':
        if (At(at_ + 1) == '>') return Punctuation(TokenKind::NotEqual, 2);
        return then_equals ? Punctuation(TokenKind::LessEqual, 2) : Punctuation(TokenKind::Less, 1);
      default: return Stray();
    }
  }

  // A run of control or foreign bytes gives one token and one message.
  void Stray() {
    const uint32_t begin = at_++;
    const bool is_foreign = Is(begin, kForeign);
    while (is_foreign && Is(at_, kForeign)) ++at_;
    const char c = text_[begin];
    const std::string what = is_foreign ? fmt::format("the byte {:#04x}", static_cast<unsigned char>(c))
                                        : fmt::format("the character `{}`", c);
    emitter_.Emit(SpanFrom(begin), StrayCharacter, what);
    Push(TokenKind::Error, begin);
  }

  std::string_view text_;
  uint32_t size_;
  uint32_t at_ = 0;
  diag::BufferId buffer_;
  diag::Emitter& emitter_;
  std::vector<Token>& tokens_;
  SymbolTable table_;
};

}  // namespace

void Lex(std::string_view text, diag::BufferId buffer, diag::Emitter& emitter, TreeArrays& arrays) {
  // The standard library has a token for every six bytes and an identifier for every forty.
  constexpr size_t kBytesPerToken = 6;
  constexpr size_t kBytesPerSymbol = 64;
  arrays.tokens.reserve(text.size() / kBytesPerToken + 16);
  arrays.symbols.reserve(text.size() / kBytesPerSymbol + 16);
  Lexer(text, buffer, emitter, arrays).Run();
}

}  // namespace kerf::modelica
