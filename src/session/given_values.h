// What a user gives on the command line, as part of the model: for a text of the model that stands for
// itself.
#pragma once

#include "diag/diag.h"
#include "flat/model.h"
#include "transform/work.h"

namespace kerf::session {

// Values become bindings, start values attributes, and inputs equations. Names and kinds have been checked by
// the passes. False after an error: an input that is a table has no text.
auto PutIn(flat::Model& model, const transform::Options& options, diag::Emitter& emitter) -> bool;

}  // namespace kerf::session
