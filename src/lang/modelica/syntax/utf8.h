// Whether bytes are UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace kerf::modelica {

// The position of the first byte that belongs to no UTF-8 character, or the size of the text.
auto FirstInvalidUtf8(std::string_view text) -> size_t;

}  // namespace kerf::modelica
