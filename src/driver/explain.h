// --why: explanations of variables in columns.
#pragma once

#include <string>
#include <vector>

#include "driver/model_options.h"

namespace kerf::driver {

// Prints where the variables have their values from and sets the exit code.
void ExplainVariables(const session::Request& request, const std::vector<std::string>& names,
                      Reporter& reporter, Context& context);

}  // namespace kerf::driver
