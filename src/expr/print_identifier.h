// Names and texts as Modelica writes them.
#pragma once

#include <string>
#include <string_view>

namespace kerf::expr {

// The name itself if it is an identifier of Modelica (plain or quoted), or else the whole of it quoted:
// 'a.b[2].c'. Quotes belong to a name, so an identifier read back is printed unchanged.
auto ModelicaIdentifier(std::string_view name) -> std::string;
// "text" with escapes.
auto ModelicaString(std::string_view text) -> std::string;

}  // namespace kerf::expr
