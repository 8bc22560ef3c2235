// Names of a program's symbols in a target language: a policy for each target, collisions resolved in the
// order of the symbols, so that the same model always gets the same names.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emit/program.h"

namespace kerf::emit {

struct NamePolicy {
  size_t max_length = 63;
  bool is_case_sensitive = true;
  // Whether names may have underscores; otherwise what would be one is left out.
  bool has_underscores = true;
  // Words that mean something else, in lower case if case does not matter. A name that begins with
  // `own_prefix` belongs to the support text.
  std::span<const std::string_view> reserved;
  std::string_view own_prefix = "";
  // The name of time; empty: as any other.
  std::string_view time_name = "";
};

// By the index of the symbol.
auto MakeNames(const Program& program, const NamePolicy& policy) -> std::vector<std::string>;

// A text that is a name by the policy's characters: "a.b[2].v" becomes "a_b_2_v". Long ones are cut.
auto Identifier(std::string_view text, const NamePolicy& policy) -> std::string;

// Whether the word occurs in the text, not as a part of another.
auto HasWord(std::string_view text, std::string_view word) -> bool;

}  // namespace kerf::emit
