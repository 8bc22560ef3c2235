// One pass over the bytes, one token at a time.
#include "lang/dymola/lexer.h"

#include <string>

#include "base/number_text.h"

namespace kerf::dymola {

namespace {

using diag::Span;

KERF_DIAG(UnexpectedCharacter, Error, "{} cannot stand in a model", std::string);
KERF_DIAG(UnterminatedComment, Error, "the comment that begins here has no closing brace");
KERF_DIAG(NumberTooLarge, Error, "the number is too large to be represented");
KERF_DIAG(MalformedNumber, Error, "a number must not be followed directly by `{}`", std::string_view);
KERF_NOTE(SeparateNumber, "write a blank between the number and the name, or begin the name with a letter");

auto IsLetter(char c) -> bool { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
auto IsDigit(char c) -> bool { return c >= '0' && c <= '9'; }
auto IsBlank(char c) -> bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

struct Symbol {
  std::string_view text;
  Tok kind;
};

// Longer symbols stand before those they begin with.
constexpr auto kSymbols = std::to_array<Symbol>({
    {"**", Tok::StarStar}, {"//", Tok::SlashSlash}, {"..", Tok::DotDot},     {"::", Tok::ColonColon},
    {":=", Tok::Assign},   {"<=", Tok::LessEqual},  {"<>", Tok::NotEqual},   {">=", Tok::GreaterEqual},
    {"(", Tok::LeftParen}, {")", Tok::RightParen},  {"[", Tok::LeftBracket}, {"]", Tok::RightBracket},
    {",", Tok::Comma},     {"+", Tok::Plus},        {"-", Tok::Minus},       {"*", Tok::Star},
    {"/", Tok::Slash},     {"\\", Tok::Backslash},  {".", Tok::Dot},         {":", Tok::Colon},
    {"'", Tok::Prime},     {"=", Tok::Equal},       {"<", Tok::Less},        {">", Tok::Greater},
});

class Lexer {
 public:
  Lexer(diag::BufferId buffer, std::string_view text, base::Interner& names, diag::Emitter& emitter)
      : text_(text), names_(names), emitter_(emitter), list_{buffer, {}, {}, false} {}

  auto Run() -> TokenList {
    while (pos_ < text_.size()) Next();
    Separate(pos_);
    Push(Tok::End, pos_);
    return std::move(list_);
  }

 private:
  [[nodiscard]] auto At(size_t k) const -> char { return k < text_.size() ? text_[k] : '\0'; }
  [[nodiscard]] auto SpanFrom(size_t begin) const -> Span {
    return {list_.buffer, static_cast<uint32_t>(begin), static_cast<uint32_t>(pos_)};
  }

  // The double prime of 1991 clings to a variable or its subscripts.
  [[nodiscard]] auto FollowsName() const -> bool {
    if (list_.tokens.empty() || list_.tokens.back().end != pos_) return false;
    const Tok last = list_.tokens.back().kind;
    return last == Tok::Word || last == Tok::RightBracket;
  }

  void Push(Tok kind, size_t begin) {
    list_.tokens.push_back(
        {kind, space_, static_cast<uint32_t>(begin), static_cast<uint32_t>(pos_), base::NameId{}, 0});
    space_ = false;
  }

  void Separate(size_t begin) {
    if (list_.tokens.empty() || list_.tokens.back().kind == Tok::Separator) return;
    Push(Tok::Separator, begin);
  }

  void Next() {
    const char c = text_[pos_];
    if (IsBlank(c)) {
      ++pos_;
      space_ = true;
    } else if (c == '\n' || c == ';') {
      LineEnd(c);
    } else if (c == '{') {
      Comment();
    } else if (IsLetter(c)) {
      Word();
    } else if (IsDigit(c)) {
      Number();
    } else if (c == '"' && FollowsName()) {
      ++pos_;
      Push(Tok::Prime, pos_ - 1);
      list_.tokens.back().value = 2;
    } else if (c == '@') {
      Include();
    } else if (!TryContinuation() && !TrySymbol()) {
      Garbage();
    }
  }

  // A comma at the end of a line continues the statement.
  void LineEnd(char c) {
    const bool continues = c == '\n' && !list_.tokens.empty() && list_.tokens.back().kind == Tok::Comma;
    const size_t begin = pos_++;
    if (!continues) Separate(begin);
    space_ = true;
  }

  void Comment() {
    const size_t begin = pos_;
    const size_t close = text_.find('}', pos_);
    space_ = true;
    pos_ = close == std::string_view::npos ? text_.size() : close + 1;
    if (close != std::string_view::npos) return;
    const Span open{list_.buffer, static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + 1)};
    emitter_.Emit(open, UnterminatedComment);
    list_.ends_in_comment = true;
  }

  void Word() {
    const size_t begin = pos_;
    while (IsLetter(At(pos_)) || IsDigit(At(pos_))) ++pos_;
    Push(Tok::Word, begin);
    list_.tokens.back().name = names_.Intern(text_.substr(begin, pos_ - begin));
  }

  void Number() {
    const size_t begin = pos_;
    while (IsDigit(At(pos_))) ++pos_;
    if (At(pos_) == '.' && IsDigit(At(pos_ + 1))) {
      ++pos_;
      while (IsDigit(At(pos_))) ++pos_;
    }
    Exponent();
    const std::string_view spelling = text_.substr(begin, pos_ - begin);
    const auto value = base::TryParseNumber(spelling);
    if (!value) emitter_.Emit(SpanFrom(begin), NumberTooLarge);
    if (IsLetter(At(pos_))) {
      emitter_.Emit(SpanFrom(begin), MalformedNumber, text_.substr(pos_, 1)).Note({}, SeparateNumber);
      while (IsLetter(At(pos_)) || IsDigit(At(pos_))) ++pos_;
    }
    Push(Tok::Number, begin);
    list_.tokens.back().name = names_.Intern(spelling);
    list_.tokens.back().value = value.value_or(0);
  }

  void Exponent() {
    if (At(pos_) != 'E' && At(pos_) != 'e') return;
    const bool sign = At(pos_ + 1) == '+' || At(pos_ + 1) == '-';
    const size_t digits = pos_ + (sign ? 2 : 1);
    if (!IsDigit(At(digits))) return;
    pos_ = digits;
    while (IsDigit(At(pos_))) ++pos_;
  }

  // `@add file`, `@process file` or `@file`: the rest of the line without blanks at its ends is the file's
  // name.
  void Include() {
    size_t end = std::min(text_.find('\n', pos_), text_.size());
    const size_t line_end = end;
    ++pos_;
    for (const std::string_view word : {"add", "process"}) {
      if (!text_.substr(pos_).starts_with(word) || !IsBlank(At(pos_ + word.size()))) continue;
      pos_ += word.size();
      break;
    }
    while (pos_ < end && IsBlank(text_[pos_])) ++pos_;
    while (end > pos_ && IsBlank(text_[end - 1])) --end;
    const size_t begin = pos_;
    Separate(begin);
    pos_ = end;
    Push(Tok::Include, begin);
    pos_ = line_end;
  }

  // `->` continues the statement on the next line if only blanks and comments follow it.
  auto TryContinuation() -> bool {
    if (text_.substr(pos_, 2) != "->") return false;
    size_t k = pos_ + 2;
    while (k < text_.size() && (IsBlank(text_[k]) || text_[k] == '{')) {
      if (text_[k] == '{') {
        k = text_.find('}', k);
        if (k == std::string_view::npos) return false;
      }
      ++k;
    }
    if (k < text_.size() && text_[k] != '\n') return false;
    pos_ = std::min(k + 1, text_.size());
    space_ = true;
    return true;
  }

  auto TrySymbol() -> bool {
    for (const Symbol& symbol : kSymbols) {
      if (text_.substr(pos_, symbol.text.size()) != symbol.text) continue;
      const size_t begin = pos_;
      pos_ += symbol.text.size();
      Push(symbol.kind, begin);
      return true;
    }
    return false;
  }

  // A run of bytes that mean nothing gives one message.
  void Garbage() {
    const size_t begin = pos_;
    const auto is_foreign = [](char c) {
      return (static_cast<unsigned char>(c) < ' ' && c != '\n' && !IsBlank(c)) ||
             static_cast<unsigned char>(c) >= 0x7F;
    };
    const bool printable = !is_foreign(text_[pos_]);
    do ++pos_;
    while (!printable && pos_ < text_.size() && is_foreign(text_[pos_]));
    const auto byte = static_cast<unsigned char>(text_[begin]);
    const std::string what =
        printable ? fmt::format("the character `{}`", text_[begin]) : fmt::format("the byte {:#04x}", byte);
    emitter_.Emit(SpanFrom(begin), UnexpectedCharacter, what);
    list_.left_out.push_back(static_cast<uint32_t>(begin));
    space_ = true;
  }

  std::string_view text_;
  base::Interner& names_;
  diag::Emitter& emitter_;
  TokenList list_;
  size_t pos_ = 0;
  bool space_ = false;
};

}  // namespace

auto Lex(diag::BufferId buffer, std::string_view text, base::Interner& names, diag::Emitter& emitter)
    -> TokenList {
  return Lexer(buffer, text, names, emitter).Run();
}

}  // namespace kerf::dymola
