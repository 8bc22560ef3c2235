// Text in lines of a target: statements and comments with indent, width and continuation of its layout.
#pragma once

#include <string>
#include <string_view>

#include "emit/target.h"

namespace kerf::emit {

class Lines {
 public:
  explicit Lines(const Layout& layout) : layout_(layout) {}

  void Statement(std::string_view text);
  // One for each line of the text.
  void Statements(std::string_view text);
  // A line that opens or closes something: as a statement, without its end.
  void Line(std::string_view text);
  // The same without indent.
  void Head(std::string_view text) { Broken(std::string(text)); }
  void Comment(std::string_view text);
  // The same without indent.
  void HeadComment(std::string_view text) { CutComment("", text); }
  // As it is, without indent.
  void Raw(std::string_view text);
  // Whole lines.
  void Append(std::string_view lines) { text_ += lines; }
  // More indent for what follows.
  void Open() { depth_ += 2; }
  void Close() { depth_ -= 2; }
  auto Take() -> std::string { return std::move(text_); }

 private:
  void Broken(std::string line);
  void CutComment(std::string_view indent, std::string_view text);

  const Layout& layout_;
  size_t depth_ = 0;
  std::string text_;
};

}  // namespace kerf::emit
