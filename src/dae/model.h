// IR 2: the canonical hybrid DAE. All variables and equations are scalar; each equation remembers where it
// came from. Order is meaningful: printouts and tie-breaks follow it. What is known about the equations
// (matching, blocks, …) is kept in separate values, never here.
#pragma once

#include <memory>
#include <vector>

#include "flat/model.h"

namespace kerf::dae {

using base::NameId;
using base::PathId;
using expr::ExprId;
using expr::VarId;
using flat::OriginId;
using EqnId = base::Id<struct EqnTag>;

enum class VarKind : uint8_t {
  Constant,
  Parameter,
  Input,
  // Occurs differentiated.
  State,
  Algebraic,
};

struct Var {
  PathId path;
  VarKind kind = VarKind::Algebraic;
  bool is_output = false;
  // Value of a constant or parameter.
  ExprId binding;
  // Guess or initial value.
  ExprId start;
  // The time derivative of this variable, and what this is the derivative of. der2x has derivative_of derx.
  VarId derivative;
  VarId derivative_of;
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
};

struct Assertion {
  ExprId condition;
  PathId owner;
  OriginId origin;
};

struct Dae {
  std::shared_ptr<flat::World> world;
  NameId name;
  base::Store<VarId, Var> vars;
  base::Store<EqnId, Equation> equations;
  std::vector<Assertion> assertions;
};

// Known before the equations are solved: constants, parameters, inputs and states.
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
