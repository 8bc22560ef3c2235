// See acsl_lines.h.
#include "emit/acsl_lines.h"

#include <algorithm>

namespace kerf::emit {

namespace {

constexpr size_t kWidth = 72;
constexpr std::string_view kContinued = " ...";
constexpr size_t kItemsPerLine = 3;

auto IsOperator(char c) -> bool { return c == '*' || c == '/' || c == ')' || c == '('; }

// The last place up to `limit` where a line may end: behind a blank or a comma, else behind an operator that
// is not half of `**`. A text between quotes stays in one line.
auto BreakPlace(std::string_view text, size_t limit) -> size_t {
  size_t place = 0;
  const auto find_last = [&](auto can_end) {
    bool in_quotes = false;
    for (size_t k = 1; k < text.size() && k <= limit; ++k) {
      if (text[k - 1] == '\'') in_quotes = !in_quotes;
      if (!in_quotes && can_end(k)) place = k;
    }
  };
  find_last([&](size_t k) { return text[k - 1] == ' ' || text[k - 1] == ','; });
  if (place > limit / 2) return place;
  find_last([&](size_t k) { return IsOperator(text[k - 1]) && !IsOperator(text[k]); });
  return place == 0 ? std::min(limit, text.size()) : place;
}

}  // namespace

void AcslLines::Statement(std::string_view text) {
  std::string indent(depth_, ' ');
  while (indent.size() + text.size() > kWidth) {
    const size_t place = BreakPlace(text, kWidth - kContinued.size() - indent.size());
    std::string_view part = text.substr(0, place);
    while (part.ends_with(' ')) part.remove_suffix(1);
    text_ += indent + std::string(part) + std::string(kContinued) + "\n";
    text.remove_prefix(place);
    while (text.starts_with(' ')) text.remove_prefix(1);
    indent = std::string(depth_ + 4, ' ');
  }
  text_ += indent + std::string(text) + "\n";
}

void AcslLines::Constants(const std::vector<std::string>& items) {
  if (items.empty()) return;
  const std::string indent(depth_ + 2, ' ');
  text_ += std::string(depth_, ' ') + "CONSTANT ...\n";
  std::string line;
  size_t n_in_line = 0;
  for (size_t k = 0; k < items.size(); ++k) {
    const size_t length = indent.size() + line.size() + items[k].size() + 2 + kContinued.size();
    if (n_in_line == kItemsPerLine || (n_in_line > 0 && length > kWidth)) {
      text_ += indent + line + "...\n";
      line.clear();
      n_in_line = 0;
    }
    line += items[k] + (k + 1 < items.size() ? ", " : "");
    ++n_in_line;
  }
  text_ += indent + line + "\n";
}

void AcslLines::Raw(std::string_view text) { text_ += std::string(text) + "\n"; }

void AcslLines::Verbatim(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) text_ += std::string(depth_, ' ') + line + "\n";
}

}  // namespace kerf::emit
