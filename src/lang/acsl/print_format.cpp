// See print_format.h.
#include "lang/acsl/print_format.h"

#include <algorithm>
#include <cctype>

namespace kerf::acsl {

namespace {

constexpr size_t kMaxPieces = 1000;
constexpr int kMaxNumber = 999;
constexpr int kMaxDepth = 8;

class FormatReader {
 public:
  explicit FormatReader(std::string_view text) : text_(text) {}

  auto Read(std::vector<FormatPiece>& pieces) -> bool { return List(pieces, 0) && pos_ == text_.size(); }

 private:
  [[nodiscard]] auto Next() const -> char { return pos_ < text_.size() ? text_[pos_] : '\0'; }

  void SkipBlanks() {
    while (Next() == ' ' || Next() == ',') ++pos_;
  }

  auto Number(int otherwise) -> int {
    if (std::isdigit(static_cast<unsigned char>(Next())) == 0) return otherwise;
    int value = 0;
    for (; std::isdigit(static_cast<unsigned char>(Next())) != 0; ++pos_)
      value = std::min(kMaxNumber, 10 * value + (Next() - '0'));
    return value;
  }

  // What stands between parentheses.
  auto List(std::vector<FormatPiece>& pieces, int depth) -> bool {
    for (SkipBlanks(); pos_ < text_.size() && Next() != ')'; SkipBlanks()) {
      if (!One(pieces, depth) || pieces.size() > kMaxPieces) return false;
    }
    return true;
  }

  auto One(std::vector<FormatPiece>& pieces, int depth) -> bool {
    if (Next() == '\'') return Quoted(pieces);
    if (Next() == '/') {
      ++pos_;
      pieces.push_back({FormatPiece::Kind::NewLine, "", 'g', -1, -1});
      return true;
    }
    if (Next() == '-' || Next() == '+') ++pos_;
    const int count = Number(1);
    const char letter = static_cast<char>(std::tolower(static_cast<unsigned char>(Next())));
    if (letter == '(') return Group(pieces, count, depth);
    ++pos_;
    if (letter == 'p') return true;
    if (letter == 'x') {
      pieces.push_back({FormatPiece::Kind::Text, std::string(static_cast<size_t>(count), ' '), 'g', -1, -1});
      return true;
    }
    constexpr std::string_view kEdits = "ifedgla";
    if (kEdits.find(letter) == std::string_view::npos) return false;
    FormatPiece edit{FormatPiece::Kind::Edit, "", letter, Number(-1), -1};
    if (Next() == '.') {
      ++pos_;
      edit.digits = Number(0);
    }
    for (int k = 0; k < count && pieces.size() <= kMaxPieces; ++k) pieces.push_back(edit);
    return true;
  }

  auto Quoted(std::vector<FormatPiece>& pieces) -> bool {
    const size_t end = text_.find('\'', pos_ + 1);
    if (end == std::string_view::npos) return false;
    pieces.push_back(
        {FormatPiece::Kind::Text, std::string(text_.substr(pos_ + 1, end - pos_ - 1)), 'g', -1, -1});
    pos_ = end + 1;
    return true;
  }

  auto Group(std::vector<FormatPiece>& pieces, int count, int depth) -> bool {
    ++pos_;
    std::vector<FormatPiece> inside;
    if (depth >= kMaxDepth || !List(inside, depth + 1) || Next() != ')') return false;
    ++pos_;
    for (int k = 0; k < count && pieces.size() <= kMaxPieces; ++k)
      pieces.insert(pieces.end(), inside.begin(), inside.end());
    return true;
  }

  std::string_view text_;
  size_t pos_ = 0;
};

}  // namespace

auto TryFormat(std::string_view text) -> std::optional<std::vector<FormatPiece>> {
  std::vector<FormatPiece> pieces;
  FormatReader reader(text);
  if (!reader.Read(pieces)) return std::nullopt;
  return pieces;
}

}  // namespace kerf::acsl
