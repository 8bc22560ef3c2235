// UTF-8 as in RFC 3629: no overlong forms, no surrogates, nothing beyond U+10FFFF. Plain ASCII, which is
// nearly all of a model, passes eight bytes at a time.
#include "lang/modelica/syntax/utf8.h"

#include <cstdint>
#include <cstring>

namespace kerf::modelica {

namespace {

constexpr uint64_t kHighBits = 0x8080'8080'8080'8080;

auto SkipAscii(std::string_view text, size_t at) -> size_t {
  for (; at + sizeof(uint64_t) <= text.size(); at += sizeof(uint64_t)) {
    uint64_t word = 0;
    std::memcpy(&word, text.data() + at, sizeof(word));
    if ((word & kHighBits) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

// The least code point of a character of 2, 3 and 4 bytes.
constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x1'0000};

// The length of the character at `at`, or 0 if there is none.
auto CharacterLength(std::string_view text, size_t at) -> size_t {
  const auto lead = static_cast<unsigned char>(text[at]);
  const size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return 0;
  uint32_t code = lead & (0x7FU >> length);
  for (size_t k = 1; k < length; ++k) {
    const auto byte = static_cast<unsigned char>(text[at + k]);
    if ((byte & 0xC0U) != 0x80) return 0;
    code = code << 6U | (byte & 0x3FU);
  }
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < kLeast[length] || is_surrogate || code > 0x10'FFFF ? 0 : length;
}

}  // namespace

auto FirstInvalidUtf8(std::string_view text) -> size_t {
  size_t at = SkipAscii(text, 0);
  while (at < text.size()) {
    const size_t length = CharacterLength(text, at);
    if (length == 0) return at;
    at = SkipAscii(text, at + length);
  }
  return at;
}

}  // namespace kerf::modelica
