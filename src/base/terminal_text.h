// Texts of models on a terminal, which obeys control characters: it could be told to change its title, to
// hide lines, or to show characters in another order than they stand in.
#pragma once

#include <string>
#include <string_view>

namespace kerf::base {

// The text with a question mark for each control character but line ends and tabs, and for each character
// that changes the direction of writing.
auto ForTerminal(std::string_view text) -> std::string;

}  // namespace kerf::base
