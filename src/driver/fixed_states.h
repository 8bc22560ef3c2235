// What a program in another language has once and for all. Its states are chosen once: where constraints
// leave no choice that serves for every run, the run that is asked for tells whether one serves for it. And
// its equations may depend on each other for the present values of the parameters alone.
#pragma once

#include <optional>

#include "driver/model_options.h"
#include "emit/target.h"

namespace kerf::driver {

// Whether a model whose states are chosen during the run may be translated with states that are chosen once.
// It may if `run` ends with the same values either way, which is tried. Without a run, or if the model cannot
// be run as it is, what the choice means is told. False after errors, which are told.
auto MayFixStates(const session::Request& request, const dae::Dae& dae,
                  const std::optional<emit::TranslateOptions>& run, Reporter& reporter) -> bool;

// Says which parameters the program cannot do with other values of.
void TellDecisiveParameters(const transform::Work& work, Reporter& reporter);

}  // namespace kerf::driver
