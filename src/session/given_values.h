// What a user gives on the command line, as part of the model: for a text of the model that stands for
// itself.
#pragma once

#include <optional>
#include <string>

#include "diag/diag.h"
#include "flat/model.h"
#include "transform/work.h"

namespace kerf::session {

// The variable, or the array of which the name is an element; nothing if there is none.
auto TryFindGiven(flat::Model& model, const std::string& name) -> std::optional<flat::VarId>;
// Gives a variable, or an element of an array, another start value.
void SetStart(flat::Model& model, const transform::GivenValue& given, diag::Emitter& emitter);
// Gives a String, or an element of an array of them, a value.
void SetText(flat::Model& model, const std::string& name, const std::string& text, diag::Emitter& emitter);

// Values become bindings, start values attributes, and inputs equations. Names and kinds have been checked by
// the passes. False after an error: an input that is a table has no text.
auto PutIn(flat::Model& model, const transform::Options& options, diag::Emitter& emitter) -> bool;

}  // namespace kerf::session
