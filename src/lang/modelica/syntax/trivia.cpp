// The same comments as the lexer's, read a second time.
#include "lang/modelica/syntax/trivia.h"

#include <algorithm>

namespace kerf::modelica {

void ReadGap(std::string_view text, Gap& gap) {
  gap.comments.clear();
  gap.n_breaks = 0;
  size_t at = 0;
  while (at < text.size()) {
    if (text[at] != '/' || at + 1 == text.size()) {
      gap.n_breaks += text[at] == '\n' ? 1U : 0U;
      ++at;
      continue;
    }
    const bool ends_line = text[at + 1] == '/';
    const size_t end = ends_line ? text.find('\n', at) : text.find("*/", at + 2);
    const size_t stop = end == std::string_view::npos ? text.size() : end + (ends_line ? 0 : 2);
    std::string_view comment = text.substr(at, stop - at);
    if (ends_line) comment = comment.substr(0, comment.find_last_not_of(" \t\r\f\v") + 1);
    gap.comments.push_back({comment, gap.n_breaks, ends_line});
    gap.n_breaks = 0;
    at = stop;
  }
}

}  // namespace kerf::modelica
