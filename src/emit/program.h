// A model as an ordered program in no particular language: what every text target is written from.
//
// All numbers have symbols. In the expressions of a program a Var leaf whose VarId has index k is the symbol
// with index k. Truth values are numbers, 1 and 0, also in symbols that hold conditions.
//
// A run of the program:
//   symbols take their start values; `settings` in order (parameters that depend on others, start values)
//   if there is a problem of the start: solve its events, then `after_start`
//   solve the events of `run` at the first instant, then integrate: `run.dynamic` without what is at events
//   only gives the derivatives and the functions of the relations; `run.output` what else is to be shown
// The algorithm is that of runtime/executive.h; support/ holds it in the languages of the targets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dae/model.h"
#include "simcode/model.h"
#include "transform/work.h"

namespace kerf::emit {

using dae::EqnId;
using expr::ExprId;
using expr::VarId;
using SymbolId = base::Id<struct SymbolTag>;

enum class SymbolKind : uint8_t {
  Time,
  Parameter,
  // An input that nobody has given: a constant until somebody sets it.
  Input,
  State,
  Derivative,
  // Any other variable of the model.
  Variable,
  // Of the program alone: a held condition, a function that is watched, a term that several equations share.
  Internal,
};

struct Symbol {
  SymbolKind kind = SymbolKind::Variable;
  // The full name in the model, or what an internal one is: "held 3".
  std::string name;
  // The variable of the DAE, or none.
  VarId var;
  double start = 0;
  // A column of the results.
  bool is_shown = false;
};

struct Assignment {
  SymbolId target;
  ExprId value;
  EqnId equation;
};

// Simultaneous equations. Linear: the sum over j of matrix[i*n + j]*unknowns[j] is right[i]; entries without
// value are 0. Nonlinear: `inner` in order, then residuals that the unknowns make 0.
struct Loop {
  bool is_linear = false;
  std::vector<SymbolId> unknowns;
  std::vector<ExprId> matrix;
  std::vector<ExprId> right;
  std::vector<Assignment> inner;
  std::vector<ExprId> residuals;
  std::vector<EqnId> equations;
};

struct Statement {
  static constexpr uint32_t kNoLoop = 0xFFFF'FFFF;
  Assignment assignment;
  // In place of the assignment: an index into Part::loops.
  uint32_t loop = kNoLoop;
  // Changes at events only.
  bool is_at_events = false;
};

// A condition whose truth is held between events: `function` compared with 0.
struct Relation {
  simcode::RelationKind kind = simcode::RelationKind::Less;
  SymbolId function;
  SymbolId held;
  // A condition on time alone: when it changes, and the slope of its function then.
  bool is_time_event = false;
  SymbolId instant;
  SymbolId slope;
  EqnId equation;
};

struct Previous {
  SymbolId now;
  SymbolId before;
};
struct Sampler {
  SymbolId tick;
  SymbolId start;
  SymbolId interval;
};
struct Reinit {
  SymbolId state;
  SymbolId active;
  SymbolId value;
};
struct Termination {
  SymbolId active;
  std::string message;
};
struct Assertion {
  SymbolId valid;
  bool is_error = false;
  // Asked in the iterations of events only.
  bool is_at_events = false;
  std::string text;
};

// What a delay reads: the value so much earlier.
struct DelayedValue {
  SymbolId value;
  SymbolId delay;
  expr::FunctionId function;
  bool is_discrete = false;
  bool is_fixed = false;
};

// One problem: that of the run, or that of the start. Equations are those of its own DAE.
struct Part {
  const dae::Dae* dae = nullptr;
  std::vector<Statement> once;
  std::vector<Statement> dynamic;
  std::vector<Statement> output;
  std::vector<Loop> loops;
  std::vector<Relation> relations;
  std::vector<Previous> previous;
  std::vector<Sampler> samplers;
  std::vector<Reinit> reinits;
  std::vector<Termination> terminations;
  std::vector<Assertion> assertions;
  std::vector<DelayedValue> delays;
  // True in the event that ends the run, if the model asks for it.
  SymbolId terminal;
};

// Another variable that equals a symbol.
struct Alias {
  std::string name;
  SymbolId symbol;
  expr::VarId var;
  // A column of the results, even if the symbol is none: what equals a parameter, or a value before an event.
  bool is_shown = false;
};

// All that one clock does, beginning at the start of the run.
struct SampledSystem {
  // A variable whose value from before the tick is read, and the symbol of the value after it.
  struct State {
    Previous previous;
    SymbolId next;
  };
  // Something of the rest of the model, and the symbol under which the rest shows it.
  struct Input {
    SymbolId symbol;
    SymbolId shown;
  };
  double interval = 0;
  // The time of the next tick.
  SymbolId next_tick;
  std::vector<Assignment> statements;
  std::vector<State> states;
  std::vector<Input> inputs;
  // What it knows as numbers.
  std::vector<std::pair<SymbolId, double>> constants;
};

struct Program {
  // The expressions are in the pool of this model; it must outlive the program.
  transform::Work* work = nullptr;
  std::string name;
  // Time first, then the states and their derivatives, each in one piece and in the same order.
  base::Store<SymbolId, Symbol> symbols;
  std::vector<SymbolId> states;
  std::vector<SymbolId> derivatives;
  std::vector<Assignment> settings;
  std::optional<Part> start;
  std::vector<Assignment> after_start;
  Part run;
  // What happens at ticks, for targets that have systems for it (sampled_systems.h).
  std::vector<SampledSystem> sampled;
  // Variables of the model that are equal to one that has a symbol.
  std::vector<Alias> aliases;
};

// Whether anything happens at an instant: conditions, ticks, when-clauses, assertions.
auto HasEvents(const Part& part) -> bool;

// Names of inputs of the top model that have no value, after apply_inputs.
auto FreeInputs(const dae::Dae& dae) -> std::vector<std::string>;

// The program of a model that has gone through build_initial. Mistakes and what no text target has are
// emitted; then there is none.
struct BuildOptions {
  // Also parameters that nothing uses, if they follow from others.
  bool has_all_parameters = false;
};
auto BuildProgram(transform::Work& work, transform::PassContext& context, const BuildOptions& options = {})
    -> std::optional<Program>;

}  // namespace kerf::emit
