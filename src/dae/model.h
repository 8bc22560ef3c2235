// IR 2: the canonical hybrid DAE. All variables and equations are scalar; each equation remembers where it
// came from. Order is meaningful: printouts and tie-breaks follow it. What is known about the equations
// (matching, blocks, …) is kept in separate values, never here.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "flat/library.h"
#include "flat/model.h"
#include "flat/value.h"

namespace kerf::dae {

using base::NameId;
using base::PathId;
using expr::ExprId;
using expr::VarId;
using flat::OriginId;
using flat::RunTimeFunction;
using EqnId = base::Id<struct EqnTag>;

enum class VarKind : uint8_t {
  Constant,
  Parameter,
  Input,
  // Occurs differentiated.
  State,
  Algebraic,
  // Set by the executive at events: the value of a variable just before the event, or the tick of a clock.
  Event,
};

struct Var {
  PathId path;
  VarKind kind = VarKind::Algebraic;
  // Real, Integer (also for enumerations) or Boolean: the type of its leaves in expressions.
  expr::Kind type = expr::Kind::Real;
  bool is_output = false;
  // Changes at events only: no unknown of an iteration.
  bool is_discrete = false;
  // Given by a when-clause, and by nothing else.
  bool is_sampled = false;
  // Made by a pass: nothing that a user would look for in the results.
  bool is_internal = false;
  // The start value is an initial value, not just a guess.
  bool is_fixed = false;
  // A parameter that the equations of the start give a value.
  bool is_free = false;
  flat::StateSelect state_select = flat::StateSelect::Default;
  // Of a terminal of the submodel that is above it in the path.
  flat::Direction direction = flat::Direction::None;
  // Value of a constant or parameter.
  ExprId binding;
  // Guess or initial value.
  ExprId start;
  // Typical magnitude.
  ExprId nominal;
  // The time derivative of this variable, and what this is the derivative of. der2x has derivative_of derx.
  VarId derivative;
  VarId derivative_of;
  // Its value just before an event, and what this is that of.
  VarId pre;
  VarId pre_of;
  OriginId origin;
};

// lhs = rhs. If `output` is not kNoOutput the equation has fixed causality: lhs is a Tuple, rhs a Call, and
// the equation gives element `output` of the tuple.
struct Equation {
  static constexpr uint32_t kNoOutput = 0xFFFF'FFFF;
  ExprId lhs;
  ExprId rhs;
  PathId owner;
  OriginId origin;
  uint32_t output = kNoOutput;
  // The flat equation it was expanded from.
  flat::EquationId family;
  // Holds at the start only.
  bool is_initial = false;
  // Gives a state its start value, unless the other equations of the start determine it.
  bool is_guess = false;
  // Of a when-clause: lhs changes at events only.
  bool is_at_events = false;
  // This equation differentiated, if it is one of the equations.
  EqnId derivative = {};
};

struct Assertion {
  ExprId condition;
  PathId owner;
  OriginId origin;
  // Ends the run, instead of only being told.
  bool is_error = false;
  // A text in terms of the variables, or nothing.
  ExprId message = {};
  // About the choice of states, which is not the model's: the message says it all.
  bool is_about_states = false;
  // Of a when-clause or of the start: the condition must hold at an event at which `active` holds, whatever
  // comes after. Without value: always.
  ExprId active = {};
  // An initial condition that the others make redundant, and that must hold nevertheless.
  EqnId condition_of_start = {};
};

// At an event at which `active` holds, the state continues from the value.
struct Reinit {
  VarId state;
  ExprId active;
  ExprId value;
  PathId owner;
  OriginId origin;
};

// The run ends at an event at which `active` holds.
struct Termination {
  ExprId active;
  std::string message;
  PathId owner;
  OriginId origin;
};

// `tick` is true at the instants start + k·interval, k = 0, 1, …, until the equations have seen it.
struct Sampler {
  VarId tick;
  ExprId start;
  ExprId interval;
  OriginId origin;
};

// Calls of `function` with time and the delay give the value of `value` so much earlier.
struct Delay {
  VarId value;
  expr::FunctionId function;
  ExprId delay;
  // Does not change during the run.
  bool is_fixed = false;
};

// A call for what it does, where `active` holds; without value: always. `leaves` fill those scalars of the
// arguments, texts too, that are not given already.
struct Effect {
  ExprId active;
  expr::FunctionId function;
  std::vector<flat::Value> arguments;
  std::vector<bool> is_given;
  std::vector<ExprId> leaves;
  // Acts at an event, not at every point of the run.
  bool is_at_events = false;
  OriginId origin;
};

// States that are chosen during the run. Of `candidates`, which the constraints tie together, as many are
// states as the constraints leave free: states[i] is the sum of selection[i·n + j]·candidates[j], where one
// factor of each i is 1 and the others are 0. The executive changes the selection when the constraints no
// longer determine the other candidates well. The variables in `eliminated` are given by the constraints
// whatever is selected.
struct StateSet {
  std::vector<VarId> states;
  std::vector<VarId> candidates;
  std::vector<VarId> selection;
  std::vector<VarId> eliminated;
  std::vector<EqnId> constraints;
  // Candidates that events give new values: at an event they are states, where the constraints allow it.
  std::vector<VarId> reset;
};

// An equation of which parts are `homotopy(actual, simplified)`: it stands with the actual expressions among
// the equations, and here with both, weighted by the variable Dae::homotopy and what it lacks to 1.
struct HomotopyEquation {
  EqnId equation;
  ExprId lhs;
  ExprId rhs;
};

// Another form of an equation y = f(…, var, …): var = solution, by the function that f names as its inverse.
struct Inverse {
  EqnId equation;
  VarId var;
  ExprId solution;
};

// Equations that tick together: those of a when-clause with a clock, of an algorithm or of one equation.
struct ClockedGroup {
  // The clock of the clause; without value: one that follows from what the equations read.
  ExprId clock;
  // True while the group is active, if something asks.
  VarId active;
  std::vector<EqnId> equations;
  // Operators of clocks and variables that the equations read as they were written, also where the values are
  // multiplied by zero.
  std::vector<ExprId> mentioned;
};

struct Dae {
  std::shared_ptr<flat::World> world;
  NameId name;
  base::Store<VarId, Var> vars;
  base::Store<EqnId, Equation> equations;
  std::vector<Assertion> assertions;
  std::vector<Reinit> reinits;
  std::vector<Termination> terminations;
  std::vector<Sampler> samplers;
  std::vector<Effect> effects;
  std::vector<Delay> delays;
  // True at the end of the run, if the model asks for it.
  VarId terminal;
  // 1 for the actual equations, 0 for the simplified ones, if there are such.
  VarId homotopy;
  std::vector<HomotopyEquation> homotopies;
  // In order of their equations.
  std::vector<Inverse> inverses;
  std::vector<StateSet> state_sets;
  std::vector<RunTimeFunction> run_time_functions;
  flat::Listing listing = flat::Listing::AsWritten;
  // Some equation says initial(): the start differs from what follows.
  bool has_initial_operator = false;
  // Expressions may have operators of clocks, and variables may be clocks; the pass lower_clocks removes
  // them.
  bool has_clocks = false;
  std::vector<ClockedGroup> clocked_groups;
};

// The leaf that stands for a variable in expressions.
auto VarLeaf(const Dae& dae, VarId var) -> ExprId;

// Known before the equations are solved: constants, parameters, inputs, states and what the executive sets.
auto IsKnown(const Var& var) -> bool;

// The value that an equation gives: rhs, or its element of the call's outputs.
auto RightSide(Dae& dae, const Equation& equation) -> ExprId;
// The variable or expression on the left: lhs, or its element of the tuple.
auto LeftSide(const Dae& dae, const Equation& equation) -> ExprId;

// "a.b.v": the full name of a variable.
auto FullName(const Dae& dae, VarId var) -> std::string;
// The variable with that full name ("a.b[2].v", also with "::" between submodels), or an id without value.
auto FindVar(const Dae& dae, std::string_view full_name) -> VarId;
// That variable, or all elements of an array of that name; empty if there is neither.
auto FindVars(const Dae& dae, std::string_view full_name) -> std::vector<VarId>;
// The variable whose name is nearest to a misspelt one, or "".
auto NearestName(const Dae& dae, std::string_view full_name) -> std::string;

}  // namespace kerf::dae
