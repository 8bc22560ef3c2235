// IR 1: a flat hybrid model, where every language ends. Variables and equations may be arrays and families;
// order is meaningful (printouts follow it). Records are plain data; print.h and verify.h act on them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flat/clocking.h"
#include "flat/function.h"
#include "flat/statement.h"
#include "flat/world.h"

namespace kerf::flat {

using AttributesId = base::Id<struct AttributesTag>;
using EquationId = base::Id<struct EquationTag>;
using DomainId = base::Id<struct DomainTag>;

enum class Variability : uint8_t { Constant, Parameter, Discrete, Continuous };
enum class Causality : uint8_t { Local, Input, Output };

// Where the equation has to stand that gives a terminal of a submodel: outside of the submodel or in it.
enum class Direction : uint8_t { None, In, Out };

enum class StateSelect : uint8_t { Default, Never, Avoid, Prefer, Always };
enum class ConnectorRole : uint8_t { None, Potential, Flow, Stream };

// What most variables do not have. A value of an array variable is an array or, for all elements, a scalar.
struct Attributes {
  ExprId start;
  ExprId min;
  ExprId max;
  ExprId nominal;
  NameId unit;
  NameId display_unit;
  NameId quantity;
  NameId description;
  // Without value: the default of the variability (true for parameters and constants).
  ExprId fixed_value;
  StateSelect state_select = StateSelect::Default;
  bool fixed = false;
};

struct Var {
  // Full path from the root; its parent is the submodel that owns the variable.
  PathId path;
  expr::Type type;
  Variability variability = Variability::Continuous;
  Causality causality = Causality::Local;
  // Value of a parameter or constant. Without value: to be given by the user.
  ExprId binding;
  // Where the value is written; without value: where the variable is.
  OriginId binding_origin;
  // If this is a derivative: the variable it is the time derivative of, one order lower.
  VarId derivative_of;
  AttributesId attributes;
  OriginId origin;
  ConnectorRole role = ConnectorRole::None;
  bool is_protected = false;
  bool is_final = false;
  // Evaluated at compile time: other values need a new translation.
  bool is_structural = false;
  bool is_hidden = false;
  Direction direction = Direction::None;
};

// lhs = rhs for all points of the domain (none: once). An equation with a Tuple on the left and a Call on the
// right has fixed causality: the call gives the variables of the tuple.
struct Equation {
  ExprId lhs;
  ExprId rhs;
  // The submodel that owns the equation.
  PathId owner;
  OriginId origin;
  DomainId domain;
  // Holds at the start only.
  bool is_initial = false;
};

struct Iteration {
  NameId name;
  int32_t first;
  int32_t last;
  int32_t step = 1;
};

// The index domain of a family, outermost iteration first.
struct Domain {
  std::vector<Iteration> iterations;
};

// A condition that must hold during the run.
struct Assertion {
  ExprId condition;
  PathId owner;
  OriginId origin;
  DomainId domain;
  // A text, or nothing.
  ExprId message = {};
  bool is_warning = false;
  // Must hold at the start only.
  bool is_initial = false;
  // The instant at which it ceases to hold is located, as that of an event is; otherwise points of the run
  // are looked at.
  bool is_located = false;
};

// An if- or when-equation, terminate or a call for its effect, for all points of the domain.
struct Clause {
  Statement statement;
  PathId owner;
  DomainId domain;
  bool is_initial = false;
};

struct Algorithm {
  std::vector<Statement> statements;
  PathId owner;
  OriginId origin;
  bool is_initial = false;
};

// Connectors that were connected with each other, for explanations: paths of the connectors or of their
// variables, in the order of the connections.
struct ConnectionSet {
  std::vector<PathId> members;
  std::vector<OriginId> connections;
};

// What the passes may do to equations that are listed later; the language decides.
enum class Listing : uint8_t {
  // Nothing is folded, put in or joined but by the passes that say so: printouts show what was written.
  AsWritten,
  // Literals are folded and put in for variables that equal them, equal states are joined, and the index is
  // reduced where that is needed.
  Simplified
};

struct Model {
  std::shared_ptr<World> world = std::make_shared<World>();
  // Name of the top model.
  NameId name;
  base::Store<VarId, Var> vars;
  base::Store<EquationId, Equation> equations;
  base::Store<DomainId, Domain> domains;
  base::Store<AttributesId, Attributes> attributes;
  std::vector<Assertion> assertions;
  std::vector<Clause> clauses;
  std::vector<Algorithm> algorithms;
  std::vector<ConnectionSet> connection_sets;
  // Functions that are called, in order of first use.
  std::vector<FunctionId> functions;
  Clocking clocking;
  Listing listing = Listing::AsWritten;
  // What the model asks for (annotation experiment), where given.
  std::optional<double> start_time;
  std::optional<double> stop_time;
  std::optional<double> interval;
  std::optional<double> tolerance;
};

}  // namespace kerf::flat
