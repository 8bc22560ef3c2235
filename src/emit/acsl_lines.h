// Lines of an ACSL program: columns 1 to 72, `...` at the end of a line that goes on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kerf::emit {

class AcslLines {
 public:
  // A statement; long ones are broken where a blank, a comma or an operator allows it.
  void Statement(std::string_view text);
  // CONSTANT n=v, …: three in a line, fewer where they are long.
  void Constants(const std::vector<std::string>& items);
  // As it is.
  void Raw(std::string_view text);
  void Verbatim(const std::vector<std::string>& lines);
  void Open() { depth_ += 2; }
  void Close() { depth_ -= 2; }
  auto Take() -> std::string { return std::move(text_); }
  // Lines that come up later, put in where the text ended once.
  [[nodiscard]] auto Place() const -> size_t { return text_.size(); }
  void PutIn(size_t place, std::string_view lines) { text_.insert(place, lines); }

 private:
  size_t depth_ = 0;
  std::string text_;
};

}  // namespace kerf::emit
