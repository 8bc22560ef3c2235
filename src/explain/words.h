// How variables, equations and reasons are put into words.
#pragma once

#include "explain/report.h"
#include "expr/walk.h"
#include "flat/print_names.h"
#include "transform/work.h"

namespace kerf::explain {

class FullNamer : public flat::WorldNamer {
 public:
  explicit FullNamer(const dae::Dae& dae) : WorldNamer(*dae.world), dae_(dae) {}
  [[nodiscard]] auto VarName(expr::VarId var) const -> std::string override {
    return dae::FullName(dae_, var);
  }

 private:
  const dae::Dae& dae_;
};

class Words {
 public:
  Words(const transform::Work& work, const source::Buffers& buffers)
      : work_(work), buffers_(buffers), namer_(work.dae), walker_(work.dae.world->pool) {}

  [[nodiscard]] auto Name(expr::VarId var) const -> std::string;
  // As Modelica text with full names, cut off where it gets long.
  [[nodiscard]] auto Expression(expr::ExprId value) const -> std::string;
  // The equation as it was before variables that are equal were replaced.
  [[nodiscard]] auto Equation(dae::EqnId equation) const -> EquationRow;
  // The same with what it is solved for.
  [[nodiscard]] auto Assigned(const transform::Assigned& assigned) const -> EquationRow;
  // The variable of the equation that `var` stands for in it.
  [[nodiscard]] auto AsWritten(const dae::Equation& equation, expr::VarId var) const -> expr::VarId;
  [[nodiscard]] auto Place(flat::OriginId origin) const -> std::string;
  [[nodiscard]] auto Origin(flat::OriginId origin) const -> std::string;
  // "`a`, `b` and 3 more".
  [[nodiscard]] auto List(const std::vector<expr::VarId>& vars) const -> std::string;

 private:
  const transform::Work& work_;
  const source::Buffers& buffers_;
  FullNamer namer_;
  // Visits for questions that change nothing.
  mutable expr::Walker walker_;
};

// Why a block is solved as it is, and why a variable is iterated.
auto WhyWhole(const transform::Block& block) -> std::string;
auto WhyIterated(const transform::TearingReason& reason) -> std::string;
// Why a candidate became a state, or not.
auto WhyChosen(const transform::StateChoice& choice) -> std::string;

}  // namespace kerf::explain
