// Where a run begins.
#pragma once

#include <vector>

#include "sim/instance.h"

namespace kerf::sim {

// The slots with which the model, or a problem of its start, begins by itself with tuned parameters.
auto OwnStart(const Instance& instance, const model::CompiledModel& problem,
              const std::vector<VariableValue>& tuned) -> std::vector<double>;

// The slots with which a run begins at that time where variables have these values, and otherwise `start`.
// Variables of the initial problem have the same numbers; those that represent others count.
auto StartFrom(const model::CompiledModel& compiled, std::vector<double> start,
               const std::vector<double>& values, double time) -> std::vector<double>;

// Solves the problem of the start and lets the instance begin from its solution: as it is or, where that
// fails and the model says homotopy(actual, simplified), from the simplified equations to the actual ones.
auto SolveInitial(Instance& instance, const Settings& settings, Outcome& outcome, diag::Emitter& emitter)
    -> bool;

}  // namespace kerf::sim
