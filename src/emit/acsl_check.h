// What an ACSL program cannot have, found before a line of it is written.
#pragma once

#include "emit/acsl_control.h"
#include "emit/acsl_names.h"
#include "transform/work.h"

namespace kerf::emit {

// False if something was told: equations that are not solved, equations of the start, what is not in ACSL.
// `is_settled`: equations of the start that have become start values, by EqnId.
auto CheckForAcsl(transform::Work& work, const std::vector<bool>& is_settled, diag::Emitter& emitter) -> bool;

// What the control file names must be free.
void CheckControlNames(const AcslNames& names, const AcslControl* control, diag::Emitter& emitter);

// The declaration; of a value before an event that of the variable itself, and of a condition its equation.
auto SpanOfVar(const dae::Dae& dae, expr::VarId id) -> diag::Span;

}  // namespace kerf::emit
