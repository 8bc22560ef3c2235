// IR 1: a flat hybrid model, where every language ends. Variables and equations may be arrays and families;
// order is meaningful (printouts follow it). Records are plain data; print.h and verify.h act on them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "flat/world.h"

namespace kerf::flat {

using AttributesId = base::Id<struct AttributesTag>;
using EquationId = base::Id<struct EquationTag>;
using DomainId = base::Id<struct DomainTag>;

enum class Variability : uint8_t { Constant, Parameter, Discrete, Continuous };
enum class Causality : uint8_t { Local, Input, Output };

// What most variables do not have.
struct Attributes {
  ExprId start;
  ExprId min;
  ExprId max;
  ExprId nominal;
  NameId unit;
  NameId description;
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
  // If this is a derivative: the variable it is the time derivative of, one order lower.
  VarId derivative_of;
  AttributesId attributes;
  OriginId origin;
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
};

}  // namespace kerf::flat
