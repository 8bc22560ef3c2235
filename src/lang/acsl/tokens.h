// Tokens of ACSL. There are no reserved words: what a word means follows from where it stands. Case does not
// count; names are kept in lower case, and a table remembers how each was first written.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/caseless_names.h"
#include "diag/diag.h"

namespace kerf::acsl {

using base::NameId;
using diag::Span;
using Names = base::CaselessNames;

enum class Tok : uint8_t {
#define KERF_ACSL_TOKEN(Name, text) Name,
#include "lang/acsl/tokens.def"
};

inline constexpr auto kTokText = std::to_array<std::string_view>({
#define KERF_ACSL_TOKEN(Name, text) text,
#include "lang/acsl/tokens.def"
});

constexpr auto text_of(Tok tok) -> std::string_view { return kTokText[static_cast<size_t>(tok)]; }

struct Token {
  Tok kind = Tok::End;
  diag::BufferId buffer;
  uint32_t begin = 0;
  uint32_t end = 0;
  // Of a Word its name in lower case, of a Text its contents, of a Number its spelling.
  NameId name;
  // Of a Number its value.
  double value = 0;
  // Of a Number: written without point and exponent.
  bool is_integer = false;

  [[nodiscard]] auto span() const -> Span { return {buffer, begin, end}; }
};

}  // namespace kerf::acsl
