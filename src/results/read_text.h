// A whole file as text.
#pragma once

#include <string>

namespace kerf::results {

// An error text with the path and the system's reason, or an empty one.
auto ReadText(const std::string& path, std::string& text) -> std::string;

}  // namespace kerf::results
