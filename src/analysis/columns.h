// Tables and counts for the terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kerf::analysis {

// Lines of cells, each column as wide as its widest cell; the first `n_left` columns stand flush left, the
// others flush right. Characters are counted, not bytes.
auto InColumns(const std::vector<std::vector<std::string>>& lines, size_t n_left) -> std::string;

// "1 state", "2 states".
auto Counted(size_t n, std::string_view noun) -> std::string;

}  // namespace kerf::analysis
