// Inputs and outputs that the user names.
#pragma once

#include <string>
#include <vector>

#include "dae/model.h"
#include "diag/diag.h"

namespace kerf::analysis {

// The variables of the names, arrays with all their elements; without names the outputs of the model that are
// Real. A name that does not exist is reported.
auto FindOutputs(const dae::Dae& dae, const std::vector<std::string>& names, diag::Emitter& emitter)
    -> std::vector<expr::VarId>;

}  // namespace kerf::analysis
