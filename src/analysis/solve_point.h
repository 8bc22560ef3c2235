// The equations at one instant: steady states, initial values, design (chapter 4 of Elmqvist 1978).
#pragma once

#include "session/session.h"
#include "sim/simulate.h"

namespace kerf::analysis {

struct Point {
  session::Compilation compilation;
  // Not ok where the equations have no solution; not run where compiling failed or was to stop early.
  sim::Outcome outcome;
};

// Solves the problem that the request poses, at a time. Parameters that the equations of the start determine
// have the values that a simulation would begin with.
auto SolvePoint(const session::Request& request, double time, sim::Engine engine, sim::Functions& functions,
                source::Buffers& buffers, diag::Emitter& emitter) -> Point;

}  // namespace kerf::analysis
