// Tokens of ACSL. There are no reserved words: what a word means follows from where it stands. Case does not
// count; names are kept in lower case, and a table remembers how each was first written.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/interner.h"
#include "diag/diag.h"

namespace kerf::acsl {

using base::NameId;
using diag::Span;

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

auto Lower(std::string_view text) -> std::string;

// Names in lower case, and how each was first written.
struct Names {
  base::Interner lower;
  std::unordered_map<NameId, NameId> spelling;

  auto Intern(std::string_view written) -> NameId;
  [[nodiscard]] auto Find(std::string_view written) const -> NameId;
  [[nodiscard]] auto Written(NameId name) const -> std::string_view;
};

}  // namespace kerf::acsl
