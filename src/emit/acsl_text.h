// Expressions as ACSL writes them.
#pragma once

#include <optional>
#include <string>

#include "dae/model.h"
#include "emit/acsl_names.h"

namespace kerf::emit {

// Nothing if the language has no form for some operator, which `lacks` then names.
auto TryAcslText(const dae::Dae& dae, const AcslNames& names, expr::ExprId root, std::string& lacks)
    -> std::optional<std::string>;

}  // namespace kerf::emit
