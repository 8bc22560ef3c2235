// The continuous models of other languages that are part of a combined program.
#pragma once

#include <memory>

#include "lang/cosy/program.h"
#include "session/session.h"

namespace kerf::session {

// The flat model that all submodels make together, each under its name; null where there are none. An open
// submodel stands for `main`, whose values become its settings. False after mistakes, all of which are
// emitted.
auto MakeSubmodels(cosy::Program& program, const Request& request, const Request* main,
                   source::Buffers& buffers, diag::Emitter& emitter, std::unique_ptr<flat::Model>& made)
    -> bool;

}  // namespace kerf::session
