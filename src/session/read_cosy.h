// A file as a combined program.
#pragma once

#include <optional>

#include "process/program.h"
#include "session/session.h"

namespace kerf::session {

// The request's file as a program. INVOKE looks beside the file and then in the libraries; submodels are read
// with what the request says about libraries. `main`: the model that the program's open submodel stands for,
// null: there is none. Nothing after mistakes.
auto ReadCosy(const Request& request, const Request* main, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<process::Program>;

}  // namespace kerf::session
