// The passes, in the order in which pipeline.cpp runs them. One pass, one verb, one file of the same name.
#pragma once

#include "transform/work.h"

namespace kerf::transform {

// flat → dae: arrays and families become scalar variables and equations; derivatives and states are marked.
auto Scalarise(Work& work, PassContext& context) -> Status;
// Clocked partitions become equations that act at their ticks.
auto LowerClocks(Work& work, PassContext& context) -> Status;
// Inputs given by the user become equations.
auto ApplyInputs(Work& work, PassContext& context) -> Status;
// Decides which variables are known, from their kinds and the options.
auto PoseProblem(Work& work, PassContext& context) -> Status;
// Replaces variables that an equation a = b makes equal (section 3.4 of the thesis).
auto EliminateAliases(Work& work, PassContext& context) -> Status;
// Differentiates constraints between states and gives up as many of these.
auto ReduceIndex(Work& work, PassContext& context) -> Status;
// Assigns an unknown to each equation; problems of structure are kept, not reported.
auto MatchEquations(Work& work, PassContext& context) -> Status;
// Reports equations and unknowns that found no partner, with what is certain about the cause.
auto CheckStructure(Work& work, PassContext& context) -> Status;
// Orders the assigned equations into blocks of simultaneous ones.
auto SortBlocks(Work& work, PassContext& context) -> Status;
// Solves scalar equations symbolically, where they are linear in their unknown.
auto SolveBlocks(Work& work, PassContext& context) -> Status;
// Classifies larger blocks and tears the nonlinear ones.
auto TearBlocks(Work& work, PassContext& context) -> Status;
// The problem of the start, where initial values do not simply stand in the model.
auto BuildInitial(Work& work, PassContext& context) -> Status;
// dae → simcode: slots, tape, patterns, events.
auto BuildSimcode(Work& work, PassContext& context) -> Status;

}  // namespace kerf::transform
