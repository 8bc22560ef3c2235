// Positions of the protocol, a line and a count of UTF-16 code units, and offsets into UTF-8 text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/json.h"

namespace kerf::lsp {

struct Position {
  uint32_t line = 0;
  uint32_t character = 0;
  friend auto operator==(const Position&, const Position&) -> bool = default;
};

// The begins of the lines of one text, which must outlive it. Lines end with \n, \r\n or \r.
class Lines {
 public:
  explicit Lines(std::string_view text);

  // A line behind the last is the end of the text, a character behind the end of a line is its end; one
  // inside of a surrogate pair is the begin of the pair.
  [[nodiscard]] auto OffsetOf(Position position) const -> uint32_t;
  [[nodiscard]] auto PositionOf(uint32_t offset) const -> Position;
  [[nodiscard]] auto RangeOf(uint32_t begin, uint32_t end) const -> Json;

 private:
  std::string_view text_;
  std::vector<uint32_t> starts_;
};

auto PositionFrom(const Json& position) -> Position;
auto ToJson(Position position) -> Json;

}  // namespace kerf::lsp
