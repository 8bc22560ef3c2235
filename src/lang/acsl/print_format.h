// FORMAT of Fortran, as far as it says how numbers and texts are printed: I, F, E, D, G, L and A with width
// and digits, X, `/`, texts, repetition and groups. Scale factors are passed over.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kerf::acsl {

struct FormatPiece {
  enum class Kind : uint8_t { Text, Edit, NewLine };
  Kind kind = Kind::Text;
  std::string text;
  // Of an edit descriptor: its letter in lower case, the width and the number of digits; -1: none.
  char letter = 'g';
  int width = -1;
  int digits = -1;
};

// The pieces in order, with groups and repetitions written out; nothing if the text is no such format.
auto TryFormat(std::string_view text) -> std::optional<std::vector<FormatPiece>>;

}  // namespace kerf::acsl
