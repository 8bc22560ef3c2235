// Statements of Modelica as the tests make them: printed as text, and executed with the values of value.h.
#pragma once

#include <string>
#include <vector>

#include "expression.h"

namespace kerf::torture {

enum class Doing : uint8_t {
  // name := value, or name[subscripts] := value.
  Assign,
  // if conditions[k] then bodies[k] …; a body more than conditions is `else`.
  If,
  // for name in value loop bodies[0].
  For,
  // while conditions[0] loop bodies[0].
  While,
  Break,
  Return,
  // assert(conditions[0], …): holds.
  Assert,
};

struct Step {
  Doing doing = Doing::Assign;
  std::string name;
  std::vector<Node> subscripts;
  Node value;
  std::vector<Node> conditions;
  std::vector<std::vector<Step>> bodies;
};

// A variable of a program and the value it begins with.
struct ProgramVar {
  Leaf leaf;
  Val start;
};

// What is assigned: all that is local, and the outputs.
struct Program {
  std::vector<ProgramVar> vars;
  std::vector<Step> steps;
};

// Changes the values of `environment`.
void Execute(const Program& program, Environment& environment);
auto TextOf(const std::vector<Step>& steps, const std::string& indentation) -> std::string;
// Whether statements of that kind occur, also inside others.
auto Occurs(const std::vector<Step>& steps, Doing doing) -> bool;
// Assignments to the variables of the program that run in all environments.
auto RandomProgram(Rng& rng, const std::vector<Leaf>& leaves, const std::vector<Environment>& environments,
                   std::vector<ProgramVar> vars, int n_steps, bool has_functions) -> Program;

}  // namespace kerf::torture
