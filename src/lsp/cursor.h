// What stands under the cursor.
#pragma once

#include <optional>
#include <vector>

#include "lang/modelica/syntax/tree.h"

namespace kerf::lsp {

// The nodes around a token, from the root to the innermost.
auto PathToToken(const modelica::Tree& tree, uint32_t token) -> std::vector<modelica::NodeRef>;
// The name that covers the offset or ends there.
auto TryNameAt(const modelica::Tree& tree, uint32_t offset) -> std::optional<uint32_t>;
// The nodes around an offset that need not lie on a token.
auto PathToOffset(const modelica::Tree& tree, uint32_t offset) -> std::vector<modelica::NodeRef>;

}  // namespace kerf::lsp
