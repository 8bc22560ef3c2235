// The files of a request as an ACSL program.
#pragma once

#include "lang/acsl/acsl.h"
#include "session/session.h"

namespace kerf::session {

// The program of the request's file, after files of macros among its libraries. Nothing after mistakes.
auto ReadAcsl(const Request& request, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<acsl::Program>;

}  // namespace kerf::session
