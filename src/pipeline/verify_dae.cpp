// See verify_dae.h.
#include "pipeline/verify_dae.h"

#include "base/check.h"
#include "flat/clock_graph.h"
#include "pipeline/breach.h"

namespace kerf::pipeline {

namespace {

using expr::ExprId;
using expr::Group;
using expr::Kind;
using expr::Op;

class DaeVerifier {
 public:
  explicit DaeVerifier(const dae::Dae& dae) : dae_(dae), pool_(dae.world->pool), is_sound_(pool_.size()) {}

  void Run() {
    for (const auto id : dae_.equations.ids()) Equation(dae_.equations[id]);
    for (const auto id : dae_.vars.ids()) Variable(id);
    for (const dae::Assertion& assertion : dae_.assertions) {
      Condition(assertion.condition);
      if (assertion.active.has_value()) Condition(assertion.active);
    }
    for (const dae::Reinit& reinit : dae_.reinits) {
      Condition(reinit.active);
      Scalar(reinit.value);
      KERF_CHECK(reinit.state.index < dae_.vars.size());
    }
    for (const dae::Termination& termination : dae_.terminations) Condition(termination.active);
    for (const dae::Inverse& inverse : dae_.inverses) {
      KERF_CHECK(inverse.equation.index < dae_.equations.size());
      Scalar(inverse.solution);
    }
  }

 private:
  void Equation(const dae::Equation& equation) {
    const bool is_tuple = pool_.op(equation.lhs) == Op::Tuple;
    KERF_CHECK(is_tuple == (equation.output != dae::Equation::kNoOutput));
    Scalar(equation.rhs);
    if (!is_tuple) return Scalar(equation.lhs);
    KERF_CHECK(equation.output < pool_.operands(equation.lhs).size());
    for (const ExprId part : pool_.operands(equation.lhs)) Scalar(part);
  }

  void Variable(expr::VarId id) {
    const dae::Var& var = dae_.vars[id];
    const auto points_back = [&](expr::VarId other, expr::VarId dae::Var::* back) {
      if (other.has_value() && dae_.vars[other].*back != id)
        Breach(fmt::format("`{}` does not point back to `{}`", dae::FullName(dae_, other),
                           dae::FullName(dae_, id)));
    };
    points_back(var.derivative, &dae::Var::derivative_of);
    // A variable that is its own derivative gets a second one when the index is reduced.
    if (var.derivative_of.has_value() && !dae_.vars[var.derivative_of].derivative.has_value())
      Breach(fmt::format("`{}` is the derivative of what has none", dae::FullName(dae_, id)));
    points_back(var.pre, &dae::Var::pre_of);
    points_back(var.pre_of, &dae::Var::pre);
    for (const ExprId value : {var.binding, var.start, var.nominal}) {
      if (value.has_value()) Scalar(value);
    }
  }

  void Condition(ExprId id) {
    Scalar(id);
    KERF_CHECK(pool_[id].kind == Kind::Boolean);
  }

  // Operands that have been seen are not looked at again.
  void Scalar(ExprId root) {
    KERF_CHECK(root.index < pool_.size());
    std::vector<ExprId> stack = {root};
    while (!stack.empty()) {
      const ExprId id = stack.back();
      stack.pop_back();
      if (is_sound_[id.index]) continue;
      is_sound_[id.index] = true;
      KERF_CHECK(pool_[id].shape == expr::kScalar);
      if (!IsKnownToTheBackEnd(id))
        Breach(fmt::format("the back end does not know `{}`", expr::text_of(pool_.op(id))));
      for (const ExprId operand : pool_.operands(id)) stack.push_back(operand);
    }
  }

  [[nodiscard]] auto IsKnownToTheBackEnd(ExprId id) const -> bool {
    const Op op = pool_.op(id);
    switch (expr::group_of(op)) {
      case Group::Array: return false;
      case Group::Typed:
        return op == Op::NoEvent || op == Op::Initial || (dae_.has_clocks && flat::IsClockOp(op));
      case Group::Special: return op == Op::Call || op == Op::Output || op == Op::Partial;
      case Group::Leaf:
        if (op == Op::Var) return pool_.var(id).index < dae_.vars.size();
        return op != Op::Error && op != Op::Iterator && op != Op::Local && op != Op::Colon;
      default: return true;
    }
  }

  const dae::Dae& dae_;
  const expr::Pool& pool_;
  // By expression.
  std::vector<bool> is_sound_;
};

}  // namespace

void VerifyDae(const dae::Dae& dae) { DaeVerifier(dae).Run(); }

}  // namespace kerf::pipeline
