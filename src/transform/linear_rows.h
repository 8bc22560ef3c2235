// Equations as sums: what is linear with constant factors, and the rest.
#pragma once

#include <vector>

#include "expr/generic_value.h"
#include "transform/work.h"

namespace kerf::transform {

using expr::GenericValues;
using expr::Residue;
using expr::ResidueOf;
using expr::TryFraction;

// A factor made of literals and parameters, with its value at the generic point.
struct Factor {
  ExprId expr;
  Residue value;
};

// lhs - rhs = sum of factor * var + rest.
struct LinearRow {
  struct Term {
    VarId var;
    Factor factor;
  };
  EqnId equation;
  // Each variable once, ascending; a factor may be zero, where the variable occurs and cancels.
  std::vector<Term> terms;
  // What is not linear, or has no continuous variable. Zero literally if there is nothing.
  ExprId rest;
  // Continuous variables in the rest, ascending.
  std::vector<VarId> others;
};

// Whether a variable changes continuously, so that it has a derivative.
auto IsContinuousReal(const dae::Var& var) -> bool;

class LinearRows {
 public:
  // Parameters stand for their values, or are generic.
  LinearRows(Work& work, bool with_values)
      : work_(work), with_values_(with_values), pool_(work.dae.world->pool), walker_(pool_), values_(pool_) {}
  // The equation with aliases put in.
  auto Of(EqnId equation) -> LinearRow;

  auto Number(double number) -> Factor { return {pool_.Real(number), ResidueOf(number)}; }
  auto Add(const Factor& a, const Factor& b) -> Factor;
  auto Mul(const Factor& a, const Factor& b) -> Factor;
  auto Neg(const Factor& a) -> Factor { return Mul(Number(-1), a); }
  // The factor times an expression.
  auto Times(const Factor& a, ExprId x) -> ExprId;
  // b is not zero.
  auto Div(const Factor& a, const Factor& b) -> Factor;
  auto values() -> GenericValues& { return values_; }

 private:
  struct Part {
    ExprId node;
    Factor factor;
  };
  void Take(const Part& part, LinearRow& row);
  void TakeRest(const Part& part, LinearRow& row);
  auto IsConstant(ExprId root) -> bool;
  auto Computed(expr::Op op, const Factor& a, const Factor& b, Residue value) -> Factor;

  Work& work_;
  bool with_values_;
  expr::Pool& pool_;
  expr::Walker walker_;
  GenericValues values_;
  std::vector<Part> stack_;
};

}  // namespace kerf::transform
