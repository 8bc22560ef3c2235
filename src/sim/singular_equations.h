// Simultaneous equations whose matrix is singular at a point, in terms of the model: which of them depend on
// each other, and which unknowns they leave open.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "diag/diag.h"
#include "transform/work.h"

namespace kerf::sim {

struct SingularEquations {
  // Linearised at the point, a sum of each list is free of all unknowns; the shortest list first.
  std::vector<std::vector<dae::EqnId>> dependent;
  std::vector<expr::VarId> open;
};

// Of a block, from the entries of its matrix and its unknowns at that point; w has all other values. The
// equations that tearing has hidden are looked at too where they can be evaluated. Nothing if the block is
// too large.
auto FindSingularEquations(const transform::Work& work, const simcode::Block& block,
                           std::span<const double> entries, std::span<const double> unknowns, const double* w)
    -> std::optional<SingularEquations>;

// Of the implicit form as a whole.
auto FindSingularEquations(const transform::Work& work, const simcode::Implicit& implicit,
                           std::span<const double> entries) -> std::optional<SingularEquations>;

// "`x`, `y` and 3 more".
auto NamesOf(const transform::Work& work, std::span<const expr::VarId> vars) -> std::string;

// The equations of the shortest list, each with its place.
void NoteDependent(const transform::Work& work, const SingularEquations& found,
                   diag::Emitter::Builder& builder);

}  // namespace kerf::sim
