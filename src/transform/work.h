// What the passes work on: the three forms of one model and the results of analysis, each a value of its own.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dae/model.h"
#include "diag/diag.h"
#include "flat/model.h"
#include "graph/bipartite.h"
#include "graph/match.h"
#include "simcode/model.h"
#include "source/buffers.h"
#include "transform/reasons.h"

namespace kerf::transform {

using dae::EqnId;
using expr::ExprId;
using expr::VarId;

enum class Status : uint8_t { Ok, Failed };

// Which variables are given and which are sought: the same equations serve simulation, initial values and
// design.
enum class Problem : uint8_t {
  // States known, derivatives sought.
  Simulation,
  // Derivatives zero, states sought.
  Steady,
  // One instant: what is known is given, nothing is integrated.
  Instant,
  // The start of a simulation: states, derivatives and free parameters sought, with the equations of the
  // start.
  Initial,
};

// Nothing is integrated and no event takes place: when-clauses do not act.
constexpr auto IsOneInstant(Problem problem) -> bool {
  return problem == Problem::Steady || problem == Problem::Instant;
}

// Values from outside, by variable.
struct GivenValue {
  std::string name;
  double value = 0;
};

// As the name of a table: all inputs that are given in no other way.
inline constexpr std::string_view kAllInputs = "*";

// An input given as an expression of time, or as a table that the runtime looks up.
struct GivenInput {
  std::string name;
  std::string text;
  bool is_table = false;
};

struct Options {
  Problem problem = Problem::Simulation;
  // Replace variables that are equal by one of them.
  bool eliminate = true;
  // But not outputs of the model: who connects the program that is made knows them by their names.
  bool keep_outputs = false;
  // Full names made known or unknown, in this order of authority over the default.
  std::vector<std::string> known;
  std::vector<std::string> unknown;
  // Values of parameters and of other known variables.
  std::vector<GivenValue> values;
  // Initial values of states, guesses of others.
  std::vector<GivenValue> starts;
  std::vector<GivenInput> inputs;
  // Also build the implicit form F(t, y, y') = 0; that alone where there is no state form.
  bool implicit_form = false;
  // Tangents not only by the states but also by inputs, and not only of the derivatives but of all variables:
  // for linear models. The inputs by name; none: all that are Real.
  bool has_directions = false;
  std::vector<std::string> directions;
  // The run begins where something else says: states need no initial values.
  bool begins_elsewhere = false;
  // Inputs get their values from outside while the run goes on, and may have other ones at any time.
  bool has_fed_inputs = false;
  // Differentiate constraints between states also where equations are listed as they were written.
  bool reduce_index = false;
  // States may be chosen during the run, where no choice is safe for all of it.
  bool dynamic_states = true;
  // Report problems of structure as diagnostics. The command processor prints them in its own words.
  bool report_structure = true;
};

// Whether others give the variable its values during the run.
inline auto IsFed(const Options& options, const dae::Var& var) -> bool {
  return (options.begins_elsewhere || options.has_fed_inputs) && var.kind == dae::VarKind::Input;
}

// Representative of each variable; a variable that is not replaced represents itself.
struct Aliases {
  std::vector<VarId> representative;
  // Equations used up by the elimination, by EqnId.
  std::vector<bool> trivial;
  // Trivial equations that say nothing new.
  std::vector<EqnId> redundant;
};

// Equations against unknowns, with representatives put in.
struct Structure {
  // Both sides of each equation after substitution, by EqnId.
  std::vector<ExprId> lhs;
  std::vector<ExprId> rhs;
  // Rows of the incidence.
  std::vector<EqnId> eqn_of_row;
  std::vector<VarId> var_of_col;
  std::vector<uint32_t> col_of_var;
  // All unknowns of a row in order of occurrence, and those the row may be solved for (rows of fixed
  // causality: one).
  graph::Bipartite occurrences;
  graph::Bipartite candidates;
  bool has_fixed_causality = false;
  graph::Matching matching;
  std::vector<VarId> unassigned;
  std::vector<EqnId> unmatched;
  // What equations may not be solved for because of the directions of terminals, in order.
  std::vector<std::pair<EqnId, VarId>> against_direction;
  // Where all unknowns have a partner, but not if directions are kept: unknowns and equations left alone,
  // before aliases are put in.
  std::vector<VarId> undirected;
  std::vector<EqnId> misdirected;
};

// Whether the equations give each unknown, derivatives included, from what is known.
inline auto HasStateForm(const Structure& structure) -> bool {
  return structure.unassigned.empty() && structure.unmatched.empty();
}

// One equation and the variable it gives.
struct Assigned {
  EqnId equation;
  VarId var;
  // The value of var, if the equation could be solved for it symbolically.
  ExprId solution;
};

enum class BlockKind : uint8_t { Explicit, Linear, Nonlinear };

// A strongly connected block. For Explicit: one assigned equation with a solution. Otherwise after tearing:
// `inner` are computed in order from the iteration variables, `residuals` close the loop.
struct Block {
  BlockKind kind = BlockKind::Explicit;
  // In order of first visit, as the thesis prints them.
  std::vector<Assigned> equations;
  std::vector<Assigned> inner;
  std::vector<VarId> iteration_vars;
  std::vector<EqnId> residuals;
  // Why the iteration variables are what they are; reasons go with iteration_vars if the block is torn.
  WholeReason whole = WholeReason::Torn;
  std::vector<TearingReason> reasons;
};

struct Work {
  flat::Model flat;
  dae::Dae dae;
  // By VarId of the DAE.
  std::vector<bool> known;
  Aliases aliases;
  Structure structure;
  std::vector<Block> blocks;
  // Variables other than states by which tangents are wanted: inputs, given or not, and parameters.
  std::vector<VarId> directions;
  // What reduce_index did.
  Reduction reduction;
  // Values of parameters with which it looked for dependencies between equations, by VarId; and parameters
  // whose values, not only their names, made it find one.
  std::vector<std::optional<double>> parameter_values;
  std::vector<VarId> decisive_parameters;
  // Parameters whose values scalarise has put into the equations, or taken decisions by.
  std::vector<VarId> evaluated_parameters;
  // Some discrete variables stand before what their relations read.
  bool has_split_blocks = false;
  simcode::SimCode simcode;
  // The problem of the start, if it has to be solved before the run.
  std::unique_ptr<Work> initial;
  // The same with simplified expressions that give way to the actual ones as Dae::homotopy goes from 0 to 1,
  // if the model has such.
  std::unique_ptr<Work> gradual;
};

struct PassContext;

// Runs passes, also those that a pass needs itself: each by its name in the table of pipeline.cpp, checked
// and timed.
class PassRunner {
 public:
  PassRunner() = default;
  PassRunner(const PassRunner&) = delete;
  auto operator=(const PassRunner&) -> PassRunner& = delete;
  virtual ~PassRunner() = default;
  virtual auto Run(std::string_view pass, Work& work, PassContext& context) -> Status = 0;
};

struct PassContext {
  diag::Emitter& diag;
  const source::Buffers& buffers;
  Options options;
  PassRunner& runner;
};

// One after the other, until one fails.
auto RunPasses(std::initializer_list<std::string_view> passes, Work& work, PassContext& context) -> Status;

// A state is what is known, represents itself, and has a derivative that the equations give.
inline auto IsState(const Work& work, VarId id) -> bool {
  const dae::Var& var = work.dae.vars[id];
  return var.kind == dae::VarKind::State && var.derivative.has_value() && work.known[id.index] &&
         work.aliases.representative[id.index] == id;
}

// Full name for messages: "a.b.v", or the model's name for the root.
auto OwnerName(const dae::Dae& dae, base::PathId owner) -> std::string;
// The equation as text for messages: "`R*I = V` in R1".
auto EquationText(const dae::Dae& dae, EqnId equation) -> std::string;
auto SpanOf(const dae::Dae& dae, EqnId equation) -> diag::Span;

}  // namespace kerf::transform
