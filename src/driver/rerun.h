// Runs one after the other, for ACSL programs whose TERMINAL section goes back to a label of INITIAL.
#pragma once

#include "session/session.h"
#include "sim/simulate.h"

namespace kerf::driver {

// Runs in one START at the most.
inline constexpr int kMaxRuns = 100'000;

// Whether the program asks for another run; then `rerun` tells where it begins and with which values.
auto TakeRerun(const model::CompiledModel& compiled, const sim::Outcome& outcome, session::Rerun& rerun)
    -> bool;

// What sets the flag of ERRTAG where a run has failed: at the last communication point before. That is told.
// Nothing if there is no flag, or if the run failed for another reason than the integration or before the
// first point.
auto TakeErrorTag(const std::string& tag, const runtime::RunOptions& run, const sim::Outcome& outcome,
                  diag::Emitter& emitter) -> std::optional<session::Rerun::Action>;

// The file of results of run number `n`: that of the first, with `_n` in front of its ending.
auto FileOfRun(const std::string& file, int n) -> std::string;

}  // namespace kerf::driver
