// Where a cell may begin, and what makes a formula of it.
#include "base/spreadsheet_text.h"

namespace kerf::base {

namespace {

constexpr std::string_view kSeparators = ";\t\r\n";

auto BeginsFormula(std::string_view text) -> bool {
  const size_t first = text.find_first_not_of(" \"");
  return first != std::string_view::npos &&
         std::string_view("=+-@").find(text[first]) != std::string_view::npos;
}

}  // namespace

auto WithoutFormulas(std::string_view name) -> std::string {
  std::string safe;
  for (size_t k = 0; k < name.size(); ++k) {
    const bool may_begin = k == 0 || kSeparators.find(name[k - 1]) != std::string_view::npos;
    if (may_begin && BeginsFormula(name.substr(k))) safe += '\'';
    safe += name[k];
  }
  return safe;
}

}  // namespace kerf::base
