// Parts of the page that several sections use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explain/report.h"

namespace kerf::explain {

auto Escaped(std::string_view text) -> std::string;
auto Section(std::string_view id, std::string_view title, std::string_view body) -> std::string;
auto CountList(const std::vector<Count>& counts) -> std::string;
auto NameCell(std::string_view name) -> std::string;
// The file without its folders; those show when one points at it.
auto PlaceCell(std::string_view place) -> std::string;
// A part that can be folded away; title and body are finished HTML.
auto Foldable(bool is_open, std::string_view title, std::string_view body, std::string_view kind = "")
    -> std::string;
// Rows are finished HTML.
auto Table(const std::vector<std::string_view>& heads, std::string_view rows) -> std::string;
auto EquationTable(const std::vector<EquationRow>& rows, bool with_vars) -> std::string;
// "… and 5 more things", or nothing.
auto MoreText(size_t n, std::string_view things) -> std::string;
// Matrix, counts and blocks of one system of equations.
auto ProblemBody(const Problem& problem) -> std::string;

}  // namespace kerf::explain
