// The text of a control file, by lines and by the few words and signs that its own statements have. Comments
// /* … */ between statements count as blanks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diag.h"

namespace kerf::emit {

class AcslScanner {
 public:
  struct Line {
    std::string_view text;
    diag::Span span;
  };

  AcslScanner(diag::BufferId buffer, std::string_view text) : buffer_(buffer), text_(text) {}

  [[nodiscard]] auto lines() const -> std::vector<Line>;
  // Where the next word or sign stands.
  [[nodiscard]] auto Here() -> diag::Span;
  [[nodiscard]] auto AtEnd() -> bool;
  [[nodiscard]] auto AtLineEnd() -> bool;
  [[nodiscard]] auto Peek() -> char;

  void SkipLineEnds();
  // To the beginning of the next line.
  void SkipLine();

  auto Accept(char sign) -> bool;
  auto AcceptWord(std::string_view word) -> bool;
  // A word in small letters, a name as it stands, a number as it is spelled; empty if there is none.
  auto TakeWord() -> std::string;
  auto TakeName() -> std::string;
  auto TakeNumber() -> std::string;
  // "(…)" with balanced parentheses on this line.
  auto TryParenthesis() -> std::optional<std::string>;
  // What stands before the parenthesis that closes one that is open already; the parenthesis is taken.
  auto TryUntilParenthesis() -> std::optional<std::string>;

  // The first word of a line at whose beginning the scanner stands, and whether it is all there is but a
  // name.
  [[nodiscard]] auto PeekWord() -> std::string;
  [[nodiscard]] auto IsWordAlone() -> bool;
  [[nodiscard]] auto LineText() const -> std::string;

 private:
  void SkipBlanks();
  [[nodiscard]] auto LineEnd() const -> size_t;

  diag::BufferId buffer_;
  std::string_view text_;
  size_t pos_ = 0;
};

}  // namespace kerf::emit
