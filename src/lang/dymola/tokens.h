// Tokens of the DYMOLA language. There are no reserved words: what a word means follows from where it stands.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "diag/diag.h"

namespace kerf::dymola {

enum class Tok : uint8_t {
#define KERF_DYMOLA_TOKEN(Name, text) Name,
#include "lang/dymola/tokens.def"
};

inline constexpr auto kTokText = std::to_array<std::string_view>({
#define KERF_DYMOLA_TOKEN(Name, text) text,
#include "lang/dymola/tokens.def"
});

constexpr auto text_of(Tok tok) -> std::string_view { return kTokText[static_cast<size_t>(tok)]; }

struct Token {
  Tok kind = Tok::End;
  // True if a blank, a comment or a line end stands before the token.
  bool space_before = false;
  uint32_t begin = 0;
  uint32_t end = 0;
  // Of a Word its name, of a Number its spelling.
  base::NameId name;
  // Of a Number its value; 2 for the Prime `"` of 1991, which is two.
  double value = 0;
};

// The tokens of one buffer. The last one is always End, and a Separator stands before it unless the text is
// empty.
struct TokenList {
  diag::BufferId buffer;
  std::vector<Token> tokens;
  // Where characters were left out, in order: what follows them in a statement need not make sense.
  std::vector<uint32_t> left_out;
  // The rest of the text is a comment without end.
  bool ends_in_comment = false;
};

}  // namespace kerf::dymola
