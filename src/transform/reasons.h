// Why the passes decided as they did, kept for explanations; what a run watches is made from some of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dae/model.h"
#include "graph/tear.h"

namespace kerf::transform {

// Equations with fewer undifferentiated variables than equations, which were differentiated together.
struct Constraint {
  std::vector<dae::EqnId> equations;
  std::vector<expr::VarId> vars;
};

enum class ChoiceReason : uint8_t {
  // The least wanted of those that the differentiated equations determine.
  GivenUp,
  // Kept although it was less wanted than others: those given up before leave no equation that determines it.
  KeptDependent,
  // Kept because enough less wanted ones were given up.
  KeptWanted,
  // Kept because its derivative is.
  KeptWithDerivative,
  // No choice serves for good: the run decides, and decides anew where it has to.
  LeftToTheRun,
};

// One candidate for a state that constraints tie to others.
struct StateChoice {
  expr::VarId var;
  ChoiceReason reason = ChoiceReason::KeptWanted;
  // The strongest wish of all variables that it stands for.
  flat::StateSelect select = flat::StateSelect::Default;
  bool is_fixed = false;
  bool has_start = false;
  // Of how many candidates, and how many equations chose among them.
  uint32_t n_candidates = 0;
  uint32_t n_equations = 0;
};

// Variables that are given up as states for the whole run, although the constraints that give them may become
// singular, because the model wants particular states; `others` are tied to them by these constraints. Of a
// set of states that are chosen during the run, `given_up` are what is eliminated and the candidates, of
// which the constraints give those that are not states.
struct WatchedChoice {
  std::vector<expr::VarId> given_up;
  std::vector<expr::VarId> others;
  std::vector<dae::EqnId> constraints;
  // In Dae::state_sets.
  std::optional<uint32_t> set;
};

struct Reduction {
  std::vector<Constraint> constraints;
  std::vector<StateChoice> choices;
  // Variables that became states because the model would rather have them, although they do not occur
  // differentiated.
  std::vector<expr::VarId> preferred;
  std::vector<WatchedChoice> watched;
};

// Why a block is iterated in all its unknowns, or that it is not.
enum class WholeReason : uint8_t {
  Torn,
  // One equation.
  Single,
  // Linear: solved by elimination.
  Linear,
  // Tearing would give a chain so long that errors grow along it.
  TooDeep,
};

struct TearingReason {
  graph::TearRule rule = graph::TearRule::MostOccurrences;
  // Open equations in which the variable occurred when it was chosen.
  uint32_t n_equations = 0;
  // Somebody has given it a start value, so the iteration starts from it.
  bool has_guess = false;
};

}  // namespace kerf::transform
