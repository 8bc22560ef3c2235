// FMUs as models: the text in Modelica that stands for one, and the names that people see.
#pragma once

#include <optional>
#include <string>

#include "flat/model.h"
#include "session/session.h"

namespace kerf::session {

inline auto IsFmu(const Request& request) -> bool { return request.file.ends_with(".fmu"); }

// The request for the Modelica model that stands for the FMU. Names of variables become identifiers, and
// inputs that are not given have their start values. Nothing after a reported mistake.
auto TryModelicaRequest(const Request& request, diag::Emitter& emitter) -> std::optional<Request>;

// The text of that model, as `kerf import` writes it: under a name (empty: that of the FMU), with the place
// of the FMU as an absolute path. Nothing after a reported mistake.
auto TryImport(const std::string& file, FmuUse use, const std::string& name, diag::Emitter& emitter)
    -> std::optional<std::string>;

// Gives variables of that model the names that the FMU has for them.
void TakeFmuNames(flat::Model& model);

}  // namespace kerf::session
