// A model with the sections of a control file: what these say is ACSL, in the names of the ACSL program. So
// that program is made and read back, and its variables get the names of the model again.
#pragma once

#include "driver/model_options.h"
#include "emit/acsl_control.h"
#include "session/session.h"
#include "session/wishes.h"

namespace kerf::driver {

// Whether the control file says more than numbers: sections, conditions that end the run, inputs as
// expressions.
auto HasSections(const emit::AcslControl& control) -> bool;

// The compiled model, and how the sections want it to be integrated.
auto CompileWithControl(const session::Request& request, emit::AcslControl control, Reporter& reporter,
                        session::Wishes& wishes) -> session::Compilation;

}  // namespace kerf::driver
