// Tokens of COSY. Case does not count; names are kept in lower case, and a table remembers how each was first
// written.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/caseless_names.h"
#include "diag/diag.h"

namespace kerf::cosy {

using base::NameId;
using diag::Span;
using Names = base::CaselessNames;

enum class Tok : uint8_t {
#define KERF_COSY_TOKEN(Name, text) Name,
#define KERF_COSY_WORD(Name, text) Name,
#include "lang/cosy/tokens.def"
};

inline constexpr auto kTokText = std::to_array<std::string_view>({
#define KERF_COSY_TOKEN(Name, text) text,
#define KERF_COSY_WORD(Name, text) text,
#include "lang/cosy/tokens.def"
});

constexpr auto text_of(Tok tok) -> std::string_view { return kTokText[static_cast<size_t>(tok)]; }
constexpr auto is_reserved(Tok tok) -> bool { return tok >= Tok::Program; }

struct Token {
  Tok kind = Tok::End;
  diag::BufferId buffer;
  uint32_t begin = 0;
  uint32_t end = 0;
  // Of a word its name in lower case, of a Text and a Quote its contents, of a Number its spelling.
  NameId name;
  // Of a word: as it stands there. In names of other languages case counts.
  NameId spelling;
  // Of a Number its value.
  double value = 0;
  // Of a Number: written without point and exponent.
  bool is_integer = false;
  // Follows the token before it without a blank between.
  bool is_joined = false;

  [[nodiscard]] auto span() const -> Span { return {buffer, begin, end}; }
};

// The tokens of a text; the last is End. What cannot stand in a program is emitted and left out.
auto Lex(diag::BufferId buffer, std::string_view text, Names& names, diag::Emitter& emitter)
    -> std::vector<Token>;

}  // namespace kerf::cosy
