// The combined program that a model names as its process.
#pragma once

#include <optional>
#include <string>

#include "session/session.h"

namespace kerf::session {

// In DYMOLA texts a line `@process FILE`, in Modelica annotation(__Kerf(process = "FILE")) of the class; the
// file counts from the folder of the text. Empty where there is none, nothing after mistakes. Other mistakes
// in the text are left to those who read it.
auto FindProcess(const Request& request, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<std::string>;

}  // namespace kerf::session
