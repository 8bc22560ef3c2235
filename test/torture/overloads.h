// Expressions of an operator record (Modelica 3.6, chapter 14): its operators are functions that do not
// commute and that tell by their results which of them was called.
#pragma once

#include <string>
#include <vector>

#include "kind.h"

namespace kerf::torture {

// A value of the operator record Q.
struct Pair {
  double a = 0;
  double b = 0;
};

struct OverloadNode {
  // "x" (a leaf), "real" (a number where a Q is wanted), "call" (a constructor), "switch" (another one), "+",
  // "-",
  // "*", "/", "scale" (times a Real), "^", "negate", "least" (by "<"), "sum", "dot" (of vectors of two).
  std::string op;
  std::vector<OverloadNode> parts;
  // Which leaf; the exponent.
  int number = 0;
  // Of "real", "call", "switch" and "scale".
  Pair value;
};

struct Overloads {
  // Before and after an event.
  std::vector<Pair> leaves[2];
  std::vector<OverloadNode> expressions;
  // A function of its own for Q*Real; without it the Real becomes a Q.
  bool has_scale = true;
};

auto RandomOverloads(Rng& rng) -> Overloads;
// What is wrong with the results, or nothing.
auto ProblemOf(const Overloads& overloads) -> std::string;
auto TextOf(const Overloads& overloads) -> std::string;

}  // namespace kerf::torture
