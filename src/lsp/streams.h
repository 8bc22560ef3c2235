// Reading and writing of file descriptors.
#pragma once

#include <string_view>

namespace kerf::lsp {

// False if the other side is gone.
auto WriteAll(int descriptor, std::string_view bytes) -> bool;

}  // namespace kerf::lsp
