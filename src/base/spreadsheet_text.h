// Names in the headers of tables that people may open in a spreadsheet.
#pragma once

#include <string>
#include <string_view>

namespace kerf::base {

// The name with an apostrophe, which makes a text of a cell, wherever a cell with a formula could begin: also
// behind what separates cells in a spreadsheet that is not told of commas, for which quotes inside of what it
// takes for a cell mean nothing.
auto WithoutFormulas(std::string_view name) -> std::string;

}  // namespace kerf::base
