// Text to tokens. A `'` that follows a name, a `]` or another such mark without a blank between is a
// derivative mark; elsewhere it begins a text. Values quoted in macros stand between backquotes, or, as in
// the programs of 1979, between small letters v around capitals: `NR+1` or vNR+1v.
#include <algorithm>
#include <string>

#include "base/number_text.h"
#include "lang/cosy/tokens.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyCharacter, Error, "{} cannot stand in a program", std::string);
KERF_DIAG(CosyNumber, Error, "`{}` is not a number that can be represented", std::string);
KERF_DIAG(CosyOpenText, Error, "the text that begins here has no closing quote on its line");
KERF_DIAG(CosyOpenComment, Error, "the comment that begins here has no end");

auto IsUpper(char c) -> bool { return c >= 'A' && c <= 'Z'; }
auto IsLetter(char c) -> bool { return (c >= 'a' && c <= 'z') || IsUpper(c) || c == '_'; }
auto IsDigit(char c) -> bool { return c >= '0' && c <= '9'; }
auto IsBlank(char c) -> bool {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\n';
}

struct Lexeme {
  std::string_view text;
  Tok kind;
};

// Longer symbols stand before those they begin with.
constexpr auto kSymbols = std::to_array<Lexeme>({
    {"**", Tok::Power},     {"<=", Tok::LessEqual},  {">=", Tok::GreaterEqual}, {"<>", Tok::NotEqual},
    {"<-", Tok::Arrow},     {":=", Tok::Assign},     {"..", Tok::DotDot},       {"(", Tok::LeftParen},
    {")", Tok::RightParen}, {"[", Tok::LeftBracket}, {"]", Tok::RightBracket},  {",", Tok::Comma},
    {";", Tok::Semicolon},  {":", Tok::Colon},       {".", Tok::Point},         {"%", Tok::Percent},
    {"=", Tok::Equal},      {"<", Tok::Less},        {">", Tok::Greater},       {"+", Tok::Plus},
    {"-", Tok::Minus},      {"*", Tok::Star},        {"/", Tok::Slash},
});

constexpr auto kWords = std::to_array<Lexeme>({
#define KERF_COSY_WORD(Name, text) {text, Tok::Name},
#include "lang/cosy/tokens.def"
});

class Lexer {
 public:
  Lexer(diag::BufferId buffer, std::string_view text, Names& names, diag::Emitter& emitter)
      : buffer_(buffer), text_(text), names_(names), emitter_(emitter) {
    for (const Lexeme& word : kWords) reserved_.emplace(names_.lower.Intern(word.text), word.kind);
  }

  auto Run() -> std::vector<Token> {
    while (pos_ < text_.size()) Next();
    Push(Tok::End, pos_);
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] auto At(size_t k) const -> char { return k < text_.size() ? text_[k] : '\0'; }
  [[nodiscard]] auto SpanFrom(size_t begin) const -> Span {
    return {buffer_, static_cast<uint32_t>(begin), static_cast<uint32_t>(pos_)};
  }

  auto Push(Tok kind, size_t begin) -> Token& {
    Token token;
    token.kind = kind;
    token.buffer = buffer_;
    token.begin = static_cast<uint32_t>(begin);
    token.end = static_cast<uint32_t>(pos_);
    token.is_joined = !tokens_.empty() && tokens_.back().end == token.begin;
    return tokens_.emplace_back(token);
  }

  void Next() {
    const char c = text_[pos_];
    if (IsBlank(c)) {
      ++pos_;
    } else if (c == '(' && At(pos_ + 1) == '*') {
      Comment();
    } else if (c == '\'') {
      PrimeOrText();
    } else if (c == '`' || (c == 'v' && IsQuotedCapital())) {
      QuotedValue();
    } else if (IsLetter(c)) {
      ReadWord();
    } else if (IsDigit(c)) {
      Number();
    } else if (!TrySymbol()) {
      Garbage();
    }
  }

  void Comment() {
    const size_t begin = pos_;
    const size_t close = text_.find("*)", pos_ + 2);
    pos_ = close == std::string_view::npos ? text_.size() : close + 2;
    if (close == std::string_view::npos)
      emitter_.Emit({buffer_, static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + 2)},
                    CosyOpenComment);
  }

  void PrimeOrText() {
    const size_t begin = pos_++;
    if (FollowsName(begin)) {
      Push(Tok::Prime, begin);
      return;
    }
    std::string contents;
    while (pos_ < text_.size() && text_[pos_] != '\n' && (text_[pos_] != '\'' || At(pos_ + 1) == '\'')) {
      if (text_[pos_] == '\'') ++pos_;
      contents += text_[pos_++];
    }
    if (At(pos_) == '\'') {
      ++pos_;
    } else {
      emitter_.Emit({buffer_, static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + 1)}, CosyOpenText);
    }
    Push(Tok::Text, begin).name = names_.lower.Intern(contents);
  }

  [[nodiscard]] auto FollowsName(size_t begin) const -> bool {
    if (tokens_.empty() || tokens_.back().end != begin) return false;
    const Tok kind = tokens_.back().kind;
    return kind == Tok::Name || kind == Tok::RightBracket || kind == Tok::Prime || kind == Tok::Quote;
  }

  // A small v, capitals with digits and operators, and a small v again.
  [[nodiscard]] auto IsQuotedCapital() const -> bool {
    size_t k = pos_ + 1;
    if (!IsUpper(At(k))) return false;
    while (IsUpper(At(k)) || IsDigit(At(k)) || At(k) == '+' || At(k) == '-' || At(k) == '*') ++k;
    return At(k) == 'v';
  }

  void QuotedValue() {
    const size_t begin = pos_;
    const char mark = text_[pos_++];
    const size_t close = text_.find(mark, pos_);
    const size_t line = text_.find('\n', pos_);
    if (close == std::string_view::npos || close > line) {
      emitter_.Emit({buffer_, static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + 1)}, CosyOpenText);
      pos_ = std::min(line, text_.size());
      return;
    }
    const std::string_view contents = text_.substr(pos_, close - pos_);
    pos_ = close + 1;
    Push(Tok::Quote, begin).name = names_.lower.Intern(contents);
  }

  void ReadWord() {
    const size_t begin = pos_;
    while (IsLetter(At(pos_)) || IsDigit(At(pos_))) {
      if (At(pos_) == 'v' && pos_ > begin && IsQuotedCapital()) break;
      ++pos_;
    }
    const NameId name = names_.Intern(text_.substr(begin, pos_ - begin));
    const auto found = reserved_.find(name);
    Token& token = Push(found == reserved_.end() ? Tok::Name : found->second, begin);
    token.name = name;
    token.spelling = names_.lower.Intern(text_.substr(begin, pos_ - begin));
  }

  void Number() {
    const size_t begin = pos_;
    while (IsDigit(At(pos_))) ++pos_;
    bool is_integer = true;
    if (At(pos_) == '.' && At(pos_ + 1) != '.') {
      is_integer = false;
      ++pos_;
      while (IsDigit(At(pos_))) ++pos_;
    }
    if (Exponent()) is_integer = false;
    std::string spelling(text_.substr(begin, pos_ - begin));
    const size_t point = spelling.find('.');
    if (point != std::string::npos && (point + 1 == spelling.size() || !IsDigit(spelling[point + 1])))
      spelling.insert(point + 1, "0");
    const auto value = base::TryParseNumber(spelling);
    if (!value) emitter_.Emit(SpanFrom(begin), CosyNumber, spelling);
    Token& token = Push(Tok::Number, begin);
    token.name = names_.lower.Intern(spelling);
    token.value = value.value_or(0);
    token.is_integer = is_integer;
  }

  auto Exponent() -> bool {
    const char c = At(pos_);
    if (c != 'E' && c != 'e') return false;
    const bool sign = At(pos_ + 1) == '+' || At(pos_ + 1) == '-';
    const size_t digits = pos_ + (sign ? 2 : 1);
    if (!IsDigit(At(digits))) return false;
    pos_ = digits;
    while (IsDigit(At(pos_))) ++pos_;
    return true;
  }

  auto TrySymbol() -> bool {
    for (const Lexeme& symbol : kSymbols) {
      if (text_.substr(pos_, symbol.text.size()) != symbol.text) continue;
      const size_t begin = pos_;
      pos_ += symbol.text.size();
      Push(symbol.kind, begin);
      return true;
    }
    return false;
  }

  void Garbage() {
    const size_t begin = pos_++;
    const auto byte = static_cast<unsigned char>(text_[begin]);
    const bool printable = byte > ' ' && byte < 0x7F;
    while (!printable && pos_ < text_.size() && static_cast<unsigned char>(text_[pos_]) >= 0x7F) ++pos_;
    emitter_.Emit(
        SpanFrom(begin), CosyCharacter,
        printable ? fmt::format("the character `{}`", text_[begin]) : fmt::format("the byte {:#04x}", byte));
  }

  diag::BufferId buffer_;
  std::string_view text_;
  Names& names_;
  diag::Emitter& emitter_;
  std::unordered_map<NameId, Tok> reserved_;
  std::vector<Token> tokens_;
  size_t pos_ = 0;
};

}  // namespace

auto Lex(diag::BufferId buffer, std::string_view text, Names& names, diag::Emitter& emitter)
    -> std::vector<Token> {
  return Lexer(buffer, text, names, emitter).Run();
}

}  // namespace kerf::cosy
