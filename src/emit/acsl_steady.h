// Equations of the start that have to be solved, such as der(x) = 0: where that can be done by symbols, the
// solutions become start values.
#pragma once

#include <optional>
#include <vector>

#include "transform/work.h"

namespace kerf::emit {

// Gives all states and all parameters that the start determines their values as expressions of the other
// parameters, for a run that begins at `start`. False: some value follows from nonlinear equations or from
// calls, or is too long, and nothing has changed.
auto TrySolveStart(transform::Work& work, double start) -> bool;

// Where that fails: the start as a problem that the program solves before its run.
struct StartProblem {
  // Blocks of Work::initial that states and free parameters need, in order of solution.
  std::vector<size_t> blocks;
  // States, and parameters that INITIAL gives the values with which they begin.
  struct Begin {
    expr::VarId state;
    expr::VarId value;
  };
  std::vector<Begin> begins;
};

// After TrySolveStart. The start value of each state becomes a parameter that nothing determines yet.
// Nothing, and nothing has changed, if some block cannot be iterated, or conditions decide about equations
// that they depend on.
auto TryPoseStart(transform::Work& work) -> std::optional<StartProblem>;

// Equations of a block that have to be iterated, each with 0 on one side.
struct StartLoop {
  std::vector<expr::VarId> unknowns;
  std::vector<expr::ExprId> residuals;
};
// Empty for a block of which all equations are solved.
auto LoopOf(transform::Work& initial, const transform::Block& block) -> StartLoop;

}  // namespace kerf::emit
