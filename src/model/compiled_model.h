// The result of compilation: everything that a run needs and nothing of the compiler. Nobody changes it once
// it is made, so any number of runs, in any number of threads, share one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/paths.h"
#include "model/messages.h"
#include "model/programs.h"
#include "model/tape.h"
#include "model/variables.h"

namespace kerf::model {

// For messages: equations and variables by number.
struct Block : BlockCode {
  std::vector<uint32_t> residual_equations;
  std::vector<uint32_t> unknowns;
  std::vector<uint32_t> equations;
};

struct Implicit : ImplicitCode {
  // Equation of each residual, or kNone where a derivative is just equal to another variable.
  std::vector<uint32_t> equations;
  // There is no state form.
  bool is_only = false;
};

struct Assertion : AssertionCode {
  // About the choice of states, which is not the model's: the message says it all.
  bool is_about_states = false;
  // An initial condition that the others make redundant.
  bool is_of_start = false;
};

struct Termination {
  std::string message;
  Place place;
};

struct Direction : DirectionCode {
  uint32_t variable = 0;
};

// Variables that are given up as states for the whole run, or belong to a set of states that are chosen
// during the run; others that the same constraints tie to them, and the equations of these, by number.
// Without equations nothing is watched.
struct WatchedChoice {
  std::vector<uint32_t> given_up;
  std::vector<uint32_t> others;
  std::vector<uint32_t> constraints;
  bool is_of_set = false;
};

// A state in slot order.
struct State {
  uint32_t variable = 0;
  // The equation that gives its derivative, or kNone.
  uint32_t equation = kNone;
};

struct Assignment {
  uint32_t equation = kNone;
  uint32_t slot = 0;
};

// A function from outside the programs, as Call instructions number them.
struct FunctionUse {
  std::string name;
  // Its number among the functions of the library.
  uint32_t function = 0;
  uint32_t n_arguments = 0;
  uint32_t n_outputs = 1;
};

// The truth of relations for given values of variables: row k of `code` reads variables w[0 … n), time w[n]
// and writes w[n + 1 + k] for relation `relations[k]`. Relations whose condition takes a call are left out.
struct HeldConditions {
  Tape tape;
  CodeId code;
  std::vector<uint32_t> relations;
};

// The value before the run of a variable that follows from others: the code writes w[variable], of what
// stands before it in the rows and of parameters.
struct TunedRow {
  uint32_t variable = 0;
  CodeId code;
};
struct TunedSlot {
  uint32_t slot = 0;
  uint32_t variable = 0;
};

// What follows from parameters before the run, in terms of the numbers of variables: a run may give these
// parameters other values without another compilation. Of the others the equations are made.
struct Tuning {
  // Ascending.
  std::vector<uint32_t> parameters;
  Tape tape;
  // In order of dependence.
  std::vector<TunedRow> rows;
};

// What the model says about its run.
struct Experiment {
  std::optional<double> start_time;
  std::optional<double> stop_time;
  std::optional<double> interval;
  std::optional<double> tolerance;
};

// A file that places refer to, by number. Its text may be empty but for the lines that they touch.
struct SourceText {
  std::string name;
  std::string text;
};

// Functions with bodies, calls for their effect and texts that are computed, as the folder `flat` keeps them
// (flat/library.h), or as a file does (library_image.h).
class Library {
 public:
  Library() = default;
  Library(const Library&) = delete;
  auto operator=(const Library&) -> Library& = delete;
  virtual ~Library() = default;
};

struct CompiledModel {
  std::string name;
  uint32_t n_equations = 0;
  Experiment experiment;
  // Of variables.
  std::shared_ptr<const base::PathStore> paths;
  Variables variables;

  std::shared_ptr<const Programs> programs;
  std::shared_ptr<const Tape> tape;
  base::Store<BlockId, Block> blocks;
  std::vector<RelationCode> relations;
  std::vector<Assertion> assertions;
  std::vector<PreviousSlots> previous;
  Implicit implicit;
  std::vector<Direction> directions;
  std::vector<State> states;
  // As the state watches of the programs.
  std::vector<WatchedChoice> watched;
  // In order of evaluation; explicit ones only.
  std::vector<Assignment> assignments;
  std::vector<Termination> terminations;
  // Of calls for their effect.
  std::vector<Place> effects;
  std::vector<FunctionUse> functions;
  HeldConditions held_conditions;
  // Of the whole; its problems of the start have none of their own.
  Tuning tuning;
  // Which slots start with the value of a parameter, or of what follows from some.
  std::vector<TunedSlot> tuned_slots;
  // Relations that start as such values make them, ascending.
  std::vector<uint32_t> started_relations;
  // The weight of the actual expressions in homotopy(actual, simplified), or kNone.
  uint32_t homotopy = kNone;

  // None: places refer to the files that this process has read.
  std::vector<SourceText> sources;
  std::shared_ptr<const Messages> messages;
  std::shared_ptr<const Library> library;

  // The initialization problem, if it has to be solved before the run, and the same with simplified
  // expressions that give way to the actual ones. Variables have the same numbers.
  std::shared_ptr<const CompiledModel> initial;
  std::shared_ptr<const CompiledModel> homotopy_problem;
};

// "a.b.v": the full name of a variable.
auto NameOf(const CompiledModel& model, uint32_t variable) -> std::string;
// The first variable that lives in a slot, or kNone.
auto VariableInSlot(const CompiledModel& model, uint32_t slot) -> uint32_t;
// The variable of that full name ("a.b[2].v", also with "::" between submodels), or kNone.
auto FindVariable(const CompiledModel& model, std::string_view name) -> uint32_t;
// The variable whose name is nearest to a misspelt one, or "".
auto NearestName(const CompiledModel& model, std::string_view name) -> std::string;
// "`R*I = V` in R1".
auto EquationText(const CompiledModel& model, uint32_t equation) -> std::string;
// The name under which a table for an input is called.
auto TableFunctionName(const std::string& input) -> std::string;

}  // namespace kerf::model
