// Terms of equations whose solution is known: their values and slopes, and how they are written in DYMOLA and
// Modelica.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kind.h"

namespace kerf::torture {

enum class TermOp : uint8_t {
  Number,
  // Of the system, by its number.
  Unknown,
  // A variable of another part, by name; its value is known.
  Other,
  Time,
  Add,
  Sub,
  Mul,
  Div,
  // By a whole number.
  Power,
  Exp,
  Log,
  Sqrt,
  Sin,
  Cos,
  Tanh,
  Atan,
  Atan2,
  Abs,
  Min,
  Max,
  // if a > b then c else d; with the number 1 inside noEvent, with 2 inside smooth.
  Choose,
  // homotopy(a, b), whose value is a.
  Homotopy,
  // sign(a), which is not 0.
  Sign,
  // A function of Modelica: x/(1 + abs(x)), and a polynomial by Horner's rule in a loop.
  Soft,
  Cubic,
};

struct PlantedTerm {
  TermOp op = TermOp::Number;
  double number = 0;
  uint32_t unknown = 0;
  std::string name;
  std::vector<PlantedTerm> parts;
};

auto Num(double number) -> PlantedTerm;
auto Unk(uint32_t unknown) -> PlantedTerm;
auto Make(TermOp op, std::vector<PlantedTerm> parts) -> PlantedTerm;
auto Power(PlantedTerm base, int exponent) -> PlantedTerm;
auto operator+(PlantedTerm a, PlantedTerm b) -> PlantedTerm;
auto operator-(PlantedTerm a, PlantedTerm b) -> PlantedTerm;
auto operator*(PlantedTerm a, PlantedTerm b) -> PlantedTerm;

// A value and its slope in one direction.
struct Slope {
  double value = 0;
  double slope = 0;
};

struct TermPoint {
  std::vector<double> unknowns;
  double time = 0;
};

// Derivatives are by the unknown `by`; at a kink or a jump, not numbers: the term is not smooth there, or
// almost.
auto ValueOf(const PlantedTerm& term, const TermPoint& point, uint32_t by) -> Slope;
auto ValueOf(const PlantedTerm& term, const TermPoint& point) -> double;

struct TermWriter {
  bool is_dymola = false;
  // Of an unknown, and of a variable of another part.
  std::function<std::string(uint32_t)> unknown;
  std::function<std::string(const PlantedTerm&)> other;
};
auto TextOf(const PlantedTerm& term, const TermWriter& writer) -> std::string;
// Shortest text that is read back as the same number, in parentheses if negative.
auto NumberText(double number) -> std::string;
// Definition of a function that terms call.
auto TermFunction(const std::string& name) -> std::string;

// Terms that grow by at least `least` with unknown k, and terms that change by at most as much as any of the
// unknowns changes: with these, sums whose first part outweighs the others have one solution.
auto RisingTerm(Rng& rng, uint32_t k, double least, bool is_dymola) -> PlantedTerm;
auto GentleTerm(Rng& rng, uint32_t j, uint32_t k, bool is_dymola) -> PlantedTerm;
// Anything, for unknowns near 1.
auto WildTerm(Rng& rng, uint32_t j, uint32_t k) -> PlantedTerm;
// Four digits, so that texts stay short.
auto ShortNumber(Rng& rng, double low, double high) -> double;

}  // namespace kerf::torture
