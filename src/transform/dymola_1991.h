// What the DYMOLA of 1991 (S. Idnani, M.S. thesis, University of Arizona) does with equations on command, one
// step at a time. The steps work on the equations as they stand in work.structure.lhs and rhs; those used up
// are marked in work.aliases.trivial, and variables that others stand for have these as representatives.
#pragma once

#include <vector>

#include "transform/work.h"

namespace kerf::transform {

// Whether an output takes the place of the variable it is equal to (listings), or keeps an equation of its
// own (programs).
enum class OutputRule : uint8_t { Merge, Keep };

// A parameter that follows from others once, at the start.
struct InitialEquation {
  VarId var;
  ExprId value;
  base::PathId owner;
};

// What the steps leave beside the equations.
struct Eliminated {
  std::vector<InitialEquation> initial;
  // Equations that only say what is to be shown, by EqnId; nothing else needs their variables.
  std::vector<bool> is_output;
  // Parameters whose values were put in.
  std::vector<bool> is_put_in;
};

// All equations of the DAE as they are, nothing eliminated; the problem has been posed.
void BeginSteps(Work& work, Eliminated& eliminated);

// Equations ±a = ±b and ±a ± b = 0. Of two variables the left one goes, but never a state, an input or an
// output; equations with derivatives or parameters stay. True if something changed.
auto EliminateEquations(Work& work, OutputRule rule) -> bool;

// Parameters that are 0 or 1 are put in as numbers, what depends on parameters alone gets a name and is
// computed at the start, and so is a variable that is alone in its equation.
void EliminateParameters(Work& work, Eliminated& eliminated);

// In the blocks of a partition: a variable of a loop that occurs in two of its equations, and in one of them
// linearly with a factor that is not zero and does not vary, is solved from that one and put into the other.
// True if something changed. Loops of more than `max_loop` equations are left alone: what is put into one
// another there grows beyond all measure.
auto EliminateLoopVariables(Work& work, const Options& options, size_t max_loop = SIZE_MAX) -> bool;

// Writes the equations as they stand after the steps into the model, so that the passes can begin anew with
// them. Equations that only say that variables are equal are among them.
void KeepSteps(Work& work);

// Equations of a partition whose variable nothing else needs, over and over.
void FindOutputEquations(const Work& work, Eliminated& eliminated);

// Makes the structure ready for match_equations, with the equations as they stand.
void BeginPartition(Work& work);
// Puts the blocks of output equations behind the others.
void PlaceOutputEquations(Work& work, const Eliminated& eliminated);

// Loops that are linear in all their unknowns get solutions by determinants (Cramer's rule), unless they have
// more than kMaxDeterminant unknowns.
inline constexpr size_t kMaxDeterminant = 6;
void SolveLinearLoops(Work& work);

// Larger linear loops by elimination: what is made on the way has variables of its own, which stand with
// their formulas in front of the unknowns in the block. Pivots are chosen beforehand among the numbers and
// parameters that are not zero: what varies may vanish. When none is left, determinants solve the rest. Loops
// of more than kMaxElimination unknowns, and those with more than kMaxDeterminant left, stay as they are.
inline constexpr size_t kMaxElimination = 100;
void EliminateLargeLoops(Work& work, const Options& options);

// For the iteration variables of a torn block: var = solution, where the solution depends on var itself,
// which is what IMPL is given. Each variable goes with an equation that depends on it.
auto ImplicitEquations(Work& work, const Block& block) -> std::vector<Assigned>;

}  // namespace kerf::transform
