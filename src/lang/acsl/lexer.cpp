// One pass over the bytes, one token at a time.
#include "lang/acsl/lexer.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/number_text.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslCharacter, Error, "{} cannot stand in a program", std::string);
KERF_DIAG(AcslNumber, Error, "`{}` is not a number that can be represented", std::string);
KERF_DIAG(AcslAfterContinuation, Error, "nothing but a comment can follow `...` on its line");
KERF_DIAG(AcslOpenText, Error, "the text that begins here has no closing quote on its line");

// Where statements of Fortran begin, counted from 0.
constexpr size_t kFirstColumn = 6;

auto IsLetter(char c) -> bool { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
auto IsDigit(char c) -> bool { return c >= '0' && c <= '9'; }
auto IsBlank(char c) -> bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

struct Lexeme {
  std::string_view text;
  Tok kind;
};

// Longer symbols stand before those they begin with.
constexpr auto kSymbols = std::to_array<Lexeme>({
    {"**", Tok::StarStar},
    {"<=", Tok::LessEqual},
    {">=", Tok::GreaterEqual},
    {"==", Tok::Same},
    {"<>", Tok::NotSame},
    {"/=", Tok::NotSame},
    {"..", Tok::DotDot},
    {"(", Tok::LeftParen},
    {")", Tok::RightParen},
    {",", Tok::Comma},
    {":", Tok::Colon},
    {"=", Tok::Equal},
    {"+", Tok::Plus},
    {"-", Tok::Minus},
    {"*", Tok::Star},
    {"/", Tok::Slash},
    {"<", Tok::Less},
    {">", Tok::Greater},
});

// Words between points.
constexpr auto kDotWords = std::to_array<Lexeme>({
    {"lt", Tok::Less},      {"le", Tok::LessEqual},   {"gt", Tok::Greater},     {"ge", Tok::GreaterEqual},
    {"eq", Tok::Same},      {"ne", Tok::NotSame},     {"and", Tok::And},        {"or", Tok::Or},
    {"not", Tok::Not},      {"eqv", Tok::Equivalent}, {"neqv", Tok::Different}, {"true", Tok::True},
    {"t", Tok::True},       {"false", Tok::False},    {"f", Tok::False},        {"xp", Tok::CrossUp},
    {"xn", Tok::CrossDown}, {"xz", Tok::CrossAny},    {"at", Tok::At},
});

class Lexer {
 public:
  Lexer(diag::BufferId buffer, std::string_view text, Names& names, diag::Emitter& emitter)
      : buffer_(buffer), text_(text), names_(names), emitter_(emitter) {}

  auto Run() -> std::vector<Token> {
    StartLine();
    while (pos_ < text_.size()) Next();
    Separate(pos_);
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
    return tokens_.emplace_back(token);
  }

  void Separate(size_t begin) {
    if (tokens_.empty() || tokens_.back().kind == Tok::Separator) return;
    Push(Tok::Separator, begin);
  }

  void Next() {
    const char c = text_[pos_];
    if (IsBlank(c)) {
      ++pos_;
    } else if (c == '\n' || c == '$') {
      Separate(pos_++);
      if (c == '\n') StartLine();
    } else if (c == '!') {
      pos_ = std::min(text_.find('\n', pos_), text_.size());
    } else if (c == '"') {
      Comment();
    } else if (c == '\'') {
      Text();
    } else if (IsLetter(c)) {
      Word();
    } else if (IsDigit(c) || (c == '.' && IsDigit(At(pos_ + 1)))) {
      Number();
    } else if (!TryContinuation() && !TryDotWord() && !TrySymbol()) {
      Garbage();
    }
  }

  // At the begin of a line. Appended routines whose head stands in column 7 or beyond have the fixed form of
  // Fortran: comments by their first column, labels in columns 1 to 5, continuations by column 6.
  void StartLine() {
    if (const auto column = RoutineHeadAt(BehindComments(pos_))) is_fixed_ = *column >= kFirstColumn;
    while (is_fixed_ && (At(pos_) == 'C' || At(pos_) == 'c' || At(pos_) == '*')) {
      pos_ = std::min(text_.find('\n', pos_), text_.size());
      if (pos_ < text_.size()) ++pos_;
    }
    const std::string_view front = text_.substr(pos_, kFirstColumn);
    const bool is_continued = is_fixed_ && front.size() == kFirstColumn &&
                              front.substr(0, kFirstColumn - 1) == "     " && !IsBlank(front.back()) &&
                              front.back() != '\n' && front.back() != '0' && front.back() != '!';
    if (!is_continued) return;
    if (!tokens_.empty() && tokens_.back().kind == Tok::Separator) tokens_.pop_back();
    pos_ += kFirstColumn;
  }

  // The line behind those that are comments in fixed form, or blank.
  [[nodiscard]] auto BehindComments(size_t begin) const -> size_t {
    while (begin < text_.size()) {
      const size_t end = std::min(text_.find('\n', begin), text_.size());
      const bool is_comment = text_[begin] == 'C' || text_[begin] == 'c' || text_[begin] == '*';
      const bool is_blank = std::ranges::all_of(text_.substr(begin, end - begin), IsBlank);
      if (!is_comment && !is_blank) break;
      begin = end + 1;
    }
    return std::min(begin, text_.size());
  }

  // The column, from 0, of a line that is the head of a FUNCTION or SUBROUTINE.
  [[nodiscard]] auto RoutineHeadAt(size_t begin) const -> std::optional<size_t> {
    std::vector<std::string> words;
    size_t column = 0;
    for (size_t at = begin; words.size() < 4;) {
      while (At(at) == ' ' || At(at) == '\t') ++at;
      if (!IsLetter(At(at))) {
        const bool is_end = At(at) == '(' || At(at) == '\n' || At(at) == '\r' || At(at) == '\0';
        if (!is_end || words.size() < 2) return std::nullopt;
        const std::string& kind = words[words.size() - 2];
        if (kind != "function" && kind != "subroutine") return std::nullopt;
        return column;
      }
      if (words.empty()) column = at - begin;
      std::string word;
      while (IsLetter(At(at)) || IsDigit(At(at))) word += static_cast<char>(At(at++) | 0x20);
      words.push_back(std::move(word));
    }
    return std::nullopt;
  }

  // A comment in double quotes ends with its line at the latest.
  void Comment() {
    const size_t close = std::min(text_.find_first_of("\"\n", pos_ + 1), text_.size());
    pos_ = At(close) == '"' ? close + 1 : close;
  }

  void Text() {
    const size_t begin = pos_++;
    std::string contents;
    while (pos_ < text_.size() && text_[pos_] != '\n' && (text_[pos_] != '\'' || At(pos_ + 1) == '\'')) {
      if (text_[pos_] == '\'') ++pos_;
      contents += text_[pos_++];
    }
    if (At(pos_) == '\'') {
      ++pos_;
    } else {
      emitter_.Emit({buffer_, static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + 1)}, AcslOpenText);
    }
    Push(Tok::Text, begin).name = names_.lower.Intern(contents);
  }

  void Word() {
    const size_t begin = pos_;
    while (IsLetter(At(pos_)) || IsDigit(At(pos_))) ++pos_;
    Push(Tok::Word, begin).name = names_.Intern(text_.substr(begin, pos_ - begin));
  }

  // In `1.EQ.x`, `x = 1...` and the label `10..` the point does not belong to the number.
  void Number() {
    const size_t begin = pos_;
    while (IsDigit(At(pos_))) ++pos_;
    bool is_integer = true;
    const bool is_label = At(pos_) == '.' && At(pos_ + 1) == '.' && At(pos_ + 2) != '.';
    if (At(pos_) == '.' && !is_label && !IsContinuation(pos_) && DotWordAt(pos_) == nullptr) {
      is_integer = false;
      ++pos_;
      while (IsDigit(At(pos_))) ++pos_;
    }
    const bool has_exponent = Exponent();
    std::string spelling(text_.substr(begin, pos_ - begin));
    for (char& c : spelling) {
      if (c == 'D' || c == 'd') c = 'E';
    }
    if (spelling.front() == '.') spelling.insert(0, "0");
    const auto value = base::TryParseNumber(spelling.back() == '.' ? spelling + "0" : WithZero(spelling));
    if (!value) emitter_.Emit(SpanFrom(begin), AcslNumber, spelling);
    Token& token = Push(Tok::Number, begin);
    token.name = names_.lower.Intern(spelling);
    token.value = value.value_or(0);
    token.is_integer = is_integer && !has_exponent;
  }

  // `1.E5` needs a digit after the point to be read.
  static auto WithZero(std::string spelling) -> std::string {
    const size_t point = spelling.find('.');
    if (point != std::string::npos && !IsDigit(spelling[point + 1])) spelling.insert(point + 1, "0");
    return spelling;
  }

  auto Exponent() -> bool {
    const char c = At(pos_);
    if (c != 'E' && c != 'e' && c != 'D' && c != 'd') return false;
    const bool sign = At(pos_ + 1) == '+' || At(pos_ + 1) == '-';
    const size_t digits = pos_ + (sign ? 2 : 1);
    if (!IsDigit(At(digits))) return false;
    pos_ = digits;
    while (IsDigit(At(pos_))) ++pos_;
    return true;
  }

  [[nodiscard]] auto IsContinuation(size_t at) const -> bool {
    return text_.substr(at, 3) == "..." && At(at + 3) != '.';
  }

  // The rest of the line may hold blanks and comments.
  auto TryContinuation() -> bool {
    if (!IsContinuation(pos_)) return false;
    pos_ += 3;
    while (pos_ < text_.size() && text_[pos_] != '\n') {
      if (IsBlank(text_[pos_])) {
        ++pos_;
      } else if (text_[pos_] == '"') {
        Comment();
      } else {
        const size_t begin = pos_;
        pos_ = std::min(text_.find('\n', pos_), text_.size());
        if (text_[begin] != '!') emitter_.Emit(SpanFrom(begin), AcslAfterContinuation);
      }
    }
    if (pos_ < text_.size()) ++pos_;
    return true;
  }

  [[nodiscard]] auto DotWordAt(size_t at) const -> const Lexeme* {
    size_t end = at + 1;
    std::string word;
    for (; IsLetter(At(end)) && word.size() < 6; ++end) word += static_cast<char>(At(end) | 0x20);
    if (At(end) != '.') return nullptr;
    const auto found = std::ranges::find(kDotWords, word, &Lexeme::text);
    return found == kDotWords.end() ? nullptr : &*found;
  }

  auto TryDotWord() -> bool {
    if (At(pos_) != '.') return false;
    const Lexeme* symbol = DotWordAt(pos_);
    if (symbol == nullptr) return false;
    const size_t begin = pos_;
    pos_ += symbol->text.size() + 2;
    Push(symbol->kind, begin);
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
        SpanFrom(begin), AcslCharacter,
        printable ? fmt::format("the character `{}`", text_[begin]) : fmt::format("the byte {:#04x}", byte));
  }

  diag::BufferId buffer_;
  std::string_view text_;
  Names& names_;
  diag::Emitter& emitter_;
  std::vector<Token> tokens_;
  size_t pos_ = 0;
  // Inside routines in fixed form.
  bool is_fixed_ = false;
};

}  // namespace

auto Lex(diag::BufferId buffer, std::string_view text, Names& names, diag::Emitter& emitter)
    -> std::vector<Token> {
  return Lexer(buffer, text, names, emitter).Run();
}

}  // namespace kerf::acsl
