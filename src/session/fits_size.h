// How large a model is when all arrays and families are expanded, and whether that is too much.
#pragma once

#include "diag/diag.h"
#include "flat/model.h"
#include "process/program.h"
#include "session/session.h"

namespace kerf::session {

// False, which is told, if there are more scalar variables or equations than the request allows.
auto FitsSize(const flat::Model& model, const Request& request, diag::Emitter& emitter) -> bool;
// The same for the continuous parts of a combined program.
auto FitsSize(const process::Program& program, const Request& request, diag::Emitter& emitter) -> bool;

}  // namespace kerf::session
