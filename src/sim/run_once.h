// One translation and one run, with what they have to tell.
#pragma once

#include <memory>

#include "sim/simulate.h"
#include "sim/state_log.h"

namespace kerf::sim {

// Machine code for the functions that the run or its start calls, unless all is interpreted. False if that
// failed, which is reported.
auto CompileFunctions(const model::CompiledModel& compiled, ModelFunctions& functions, Engine engine,
                      Outcome& outcome, diag::Emitter& emitter) -> bool;

// Null if that failed, which is reported.
auto Translate(const model::CompiledModel& compiled, Functions& functions, Engine engine, Outcome& outcome,
               diag::Emitter& emitter) -> std::unique_ptr<Executable>;

// Reports what a run that is over has to tell, by its result in the outcome. Whether it came to its end.
auto EndRun(const model::CompiledModel& compiled, ModelFunctions& functions, const Settings& settings,
            std::string stop_reason, const double* w, Outcome& outcome, diag::Emitter& emitter) -> bool;

// One run with its recording; `log`, if given, keeps the states. Diagnostics go to `emitter`, which the
// caller may drop.
void RunOnce(const model::CompiledModel& compiled, ModelFunctions& functions, const Executable& executable,
             const Settings& settings, Outcome& outcome, StateLog* log, diag::Emitter& emitter);

}  // namespace kerf::sim
