// Values of the command line fit the variables they are for.
#pragma once

#include "diag/diag.h"
#include "flat/model.h"
#include "session/session.h"

namespace kerf::session {

// Words of the request become numbers in the options, and values of Strings bindings of the model. False
// after an error. Variables that are not there are left to the passes.
auto ResolveGiven(const Request& request, flat::Model& model, transform::Options& options,
                  diag::Emitter& emitter) -> bool;

// For languages that know numbers and truth values only.
auto HasNumbersOnly(const Request& request, diag::Emitter& emitter) -> bool;

// The text of value k, "" if it was given as a number.
auto TextOfValue(const std::vector<std::string>& texts, size_t k) -> std::string;

}  // namespace kerf::session
