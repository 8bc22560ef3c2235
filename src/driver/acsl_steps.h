// The way from a flat model to the equations of an ACSL program, for commands that do it in one go.
#pragma once

#include <functional>

#include "driver/model_options.h"
#include "emit/target.h"
#include "transform/dymola_1991.h"

namespace kerf::driver {

// Assigns and sorts the equations as they stand after steps of transform/dymola_1991.h. False after errors.
auto PartitionSteps(transform::Work& work, const transform::Options& options, Reporter& reporter) -> bool;

// Eliminates as `partition eliminate` does; variables of loops of at most `max_loop` equations.
auto EliminateAll(transform::Work& work, transform::OutputRule rule, const transform::Options& options,
                  Reporter& reporter, size_t max_loop = SIZE_MAX) -> bool;

// Solves linear loops, and tears the others for IMPL. False after errors.
auto SolveLoops(transform::Work& work, const transform::Options& options, Reporter& reporter) -> bool;

// Values of parameters and starts from the command line stand in the program.
void PutInValues(transform::Work& work, const transform::Options& options);

// `kerf translate --to acsl`: the text, or nothing after errors.
struct AcslWishes {
  // A control file, or "".
  std::string experiment;
  bool is_procedural = false;
  // Without a control file: the run that the command line or the model asks for, or nothing.
  std::function<std::optional<emit::TranslateOptions>(const flat::Model&)> run;
};
auto TranslateToAcsl(const session::Request& request, const AcslWishes& wishes, Reporter& reporter)
    -> std::optional<std::string>;

}  // namespace kerf::driver
