// Counting of code units.
#include "lsp/positions.h"

#include <algorithm>

namespace kerf::lsp {

namespace {

// Bytes of the character that begins with `lead`; a byte that begins none counts as one.
auto ByteLength(char lead) -> uint32_t {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte >= 0xF0) return 4;
  if (byte >= 0xE0) return 3;
  return byte >= 0xC0 ? 2 : 1;
}

auto UnitLength(char lead) -> uint32_t { return ByteLength(lead) == 4 ? 2 : 1; }

}  // namespace

Lines::Lines(std::string_view text) : text_(text), starts_{0} {
  for (uint32_t k = 0; k < text.size(); ++k) {
    const bool is_last_of_line =
        text[k] == '\n' || (text[k] == '\r' && (k + 1 == text.size() || text[k + 1] != '\n'));
    if (is_last_of_line) starts_.push_back(k + 1);
  }
}

auto Lines::OffsetOf(Position position) const -> uint32_t {
  if (position.line >= starts_.size()) return static_cast<uint32_t>(text_.size());
  uint32_t at = starts_[position.line];
  uint32_t units = 0;
  while (at < text_.size() && text_[at] != '\n' && text_[at] != '\r') {
    const uint32_t next = units + UnitLength(text_[at]);
    if (next > position.character) break;
    units = next;
    at = std::min(at + ByteLength(text_[at]), static_cast<uint32_t>(text_.size()));
  }
  return at;
}

auto Lines::PositionOf(uint32_t offset) const -> Position {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  const auto after = std::ranges::upper_bound(starts_, offset);
  const auto line = static_cast<uint32_t>(after - starts_.begin() - 1);
  Position position{line, 0};
  for (uint32_t at = starts_[line]; at < offset; at += ByteLength(text_[at]))
    position.character += UnitLength(text_[at]);
  return position;
}

auto Lines::RangeOf(uint32_t begin, uint32_t end) const -> Json {
  return {{"start", ToJson(PositionOf(begin))}, {"end", ToJson(PositionOf(end))}};
}

auto PositionFrom(const Json& position) -> Position {
  // Numbers below zero or beyond 32 bits come from no editor; the largest line is behind every text.
  const auto number = [&](const char* name) {
    const Json& value = position.at(name);
    const auto wide = value.get<int64_t>();
    return static_cast<uint32_t>(std::clamp<int64_t>(wide, 0, 0x7FFF'FFFF));
  };
  return {number("line"), number("character")};
}

auto ToJson(Position position) -> Json {
  return {{"line", position.line}, {"character", position.character}};
}

}  // namespace kerf::lsp
