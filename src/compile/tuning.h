// Which parameters a run may give other values, and what follows from them before the run.
#pragma once

#include "model/compiled_model.h"
#include "transform/work.h"

namespace kerf::compile {

// A parameter can be set if the equations know it by its name alone. Then whatever takes its value from it
// before the run, other parameters and start values, follows by the rows of the tuning.
auto MakeTuning(const transform::Work& work, const model::Variables& variables) -> model::Tuning;
// Of one problem: the slots that start with such values.
auto TunedSlots(const transform::Work& work) -> std::vector<model::TunedSlot>;

}  // namespace kerf::compile
