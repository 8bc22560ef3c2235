// The way from a flat model to the equations of an ACSL program, for commands that do it in one go.
#pragma once

#include "driver/model_options.h"
#include "transform/dymola_1991.h"

namespace kerf::driver {

// Assigns and sorts the equations as they stand after steps of transform/dymola_1991.h. False after errors.
auto PartitionSteps(transform::Work& work, const transform::Options& options, Reporter& reporter) -> bool;

// Eliminates as `partition eliminate` does.
auto EliminateAll(transform::Work& work, transform::OutputRule rule, const transform::Options& options,
                  Reporter& reporter) -> bool;

// `kerf translate --to acsl`: the text, or nothing after errors.
auto TranslateToAcsl(const session::Request& request, const std::string& experiment, bool is_procedural,
                     Reporter& reporter) -> std::optional<std::string>;

}  // namespace kerf::driver
