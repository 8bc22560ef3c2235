// What lies between two tokens: comments and the line breaks around them.
#pragma once

#include <string_view>
#include <vector>

namespace kerf::modelica {

struct Comment {
  std::string_view text;
  // Line breaks between it and what stands before.
  uint32_t n_breaks_before = 0;
  bool ends_line = false;
};

struct Gap {
  std::vector<Comment> comments;
  // Line breaks before the next token.
  uint32_t n_breaks = 0;
};

// Reads the text between two tokens; blanks at the end of a line comment are left out.
void ReadGap(std::string_view text, Gap& gap);

}  // namespace kerf::modelica
