// The kinds of result file, told apart by the end of their name.
#pragma once

#include <string>

namespace kerf::results {

// ".csv" for "Run.CSV"; empty without extension.
auto LowerExtension(const std::string& path) -> std::string;

auto UnknownExtensionText(const std::string& path) -> std::string;

}  // namespace kerf::results
