// Kind `clauses`: when-clauses of Modelica with elsewhen, pre, edge, change, sample, initial, terminal and
// reinit, as equations and as algorithms.
#pragma once

#include "kind.h"

namespace kerf::torture {

auto MakeClauses() -> std::unique_ptr<Kind>;

}  // namespace kerf::torture
