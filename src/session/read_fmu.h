// FMUs as models: the text in Modelica that stands for one, and the names that people see.
#pragma once

#include <optional>

#include "flat/model.h"
#include "session/session.h"

namespace kerf::session {

inline auto IsFmu(const Request& request) -> bool { return request.file.ends_with(".fmu"); }

// The request for the Modelica model that stands for the FMU. Names of variables become identifiers, and
// inputs that are not given have their start values. Nothing after a reported mistake.
auto TryModelicaRequest(const Request& request, diag::Emitter& emitter) -> std::optional<Request>;

// Gives variables of that model the names that the FMU has for them.
void TakeFmuNames(flat::Model& model);

}  // namespace kerf::session
