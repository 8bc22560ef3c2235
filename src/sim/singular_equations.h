// Simultaneous equations whose matrix is singular at a point, in terms of the model: which of them depend on
// each other, and which unknowns they leave open.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "diag/diag.h"
#include "model/compiled_model.h"

namespace kerf::sim {

// Equations and variables by number.
struct SingularEquations {
  // Linearised at the point, a sum of each list is free of all unknowns; the shortest list first.
  std::vector<std::vector<uint32_t>> dependent;
  std::vector<uint32_t> open;
};

// Of a block, from the entries of its matrix and its unknowns at that point; w has all other values. The
// equations that tearing has hidden are looked at too where they can be evaluated. Nothing if the block is
// too large.
auto FindSingularEquations(const model::CompiledModel& compiled, uint32_t block,
                           std::span<const double> entries, std::span<const double> unknowns, const double* w)
    -> std::optional<SingularEquations>;

// Of the implicit form as a whole.
auto FindSingularEquations(const model::CompiledModel& compiled, std::span<const double> entries)
    -> std::optional<SingularEquations>;

// "`x`, `y` and 3 more".
auto NamesOf(const model::CompiledModel& compiled, std::span<const uint32_t> variables) -> std::string;

// The equations of the shortest list, each with its place.
void NoteDependent(const model::CompiledModel& compiled, const SingularEquations& found,
                   diag::Emitter::Builder& builder);

}  // namespace kerf::sim
