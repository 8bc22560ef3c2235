// Names and values as Modelica writes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fmi/imported.h"

namespace kerf::fmi {

// The name as an identifier, in quotes where it needs them.
auto ModelicaName(std::string_view name) -> std::string;
// A String.
auto Quoted(std::string_view text) -> std::string;
// The elements of a variable: x, or x[1,1], x[1,2] …
auto ElementsOf(const ImportedVariable& variable, const std::string& name) -> std::vector<std::string>;
// Values in their order as nested braces.
auto Nested(const std::vector<std::string>& values, const std::vector<uint32_t>& sizes) -> std::string;

}  // namespace kerf::fmi
