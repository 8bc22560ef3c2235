// The C sources of an FMU.
#pragma once

#include <optional>
#include <string>

#include "fmi/variables.h"
#include "session/session.h"

namespace kerf::pack {

// A C program with the functions of FMI, in which fmi::kTokenMark stands for the token. Nothing after
// reported mistakes; or `why` tells what of the model it cannot do.
auto TryFmuSource(session::Request request, const model::CompiledModel& compiled, bool is_version_3,
                  const fmi::Interface& interface, source::Buffers& buffers, diag::Emitter& emitter,
                  std::string& why) -> std::optional<std::string>;

}  // namespace kerf::pack
