// Evaluation of operators and expressions.
#include "expr/evaluate.h"

#include <cmath>

namespace kerf::expr {

namespace {

auto Sign(double x) -> double { return x > 0 ? 1.0 : x < 0 ? -1.0 : x; }
auto Truth(bool b) -> double { return b ? 1.0 : 0.0; }

}  // namespace

auto EvaluateOp(Op op, std::span<const double> v) -> std::optional<double> {
  switch (op) {
    case Op::Neg:          return -v[0];
    case Op::Add:          return v[0] + v[1];
    case Op::Sub:          return v[0] - v[1];
    case Op::Mul:          return v[0] * v[1];
    case Op::Div:          return v[0] / v[1];
    case Op::Pow:          return std::pow(v[0], v[1]);
    case Op::Less:         return Truth(v[0] < v[1]);
    case Op::LessEqual:    return Truth(v[0] <= v[1]);
    case Op::Greater:      return Truth(v[0] > v[1]);
    case Op::GreaterEqual: return Truth(v[0] >= v[1]);
    case Op::Equal:        return Truth(v[0] == v[1]);
    case Op::NotEqual:     return Truth(v[0] != v[1]);
    case Op::Not:          return Truth(v[0] == 0);
    case Op::And:          return Truth(v[0] != 0 && v[1] != 0);
    case Op::Or:           return Truth(v[0] != 0 || v[1] != 0);
    case Op::If:           return v[0] != 0 ? v[1] : v[2];
    case Op::Abs:          return std::fabs(v[0]);
    case Op::Sign:         return Sign(v[0]);
    case Op::Sqrt:         return std::sqrt(v[0]);
    case Op::Exp:          return std::exp(v[0]);
    case Op::Log:          return std::log(v[0]);
    case Op::Log10:        return std::log10(v[0]);
    case Op::Sin:          return std::sin(v[0]);
    case Op::Cos:          return std::cos(v[0]);
    case Op::Tan:          return std::tan(v[0]);
    case Op::Asin:         return std::asin(v[0]);
    case Op::Acos:         return std::acos(v[0]);
    case Op::Atan:         return std::atan(v[0]);
    case Op::Sinh:         return std::sinh(v[0]);
    case Op::Cosh:         return std::cosh(v[0]);
    case Op::Tanh:         return std::tanh(v[0]);
    case Op::Floor:        return std::floor(v[0]);
    case Op::Ceil:         return std::ceil(v[0]);
    case Op::Atan2:        return std::atan2(v[0], v[1]);
    case Op::Min:          return std::fmin(v[0], v[1]);
    case Op::Max:          return std::fmax(v[0], v[1]);
    case Op::Mod:          return v[0] - std::floor(v[0] / v[1]) * v[1];
    case Op::NoEvent:      return v[0];
    default:               return std::nullopt;
  }
}

auto Evaluator::TryEvaluate(ExprId root, const std::function<std::optional<double>(ExprId)>& leaf)
    -> std::optional<double> {
  memo_.Clear();
  for (const ExprId id : walker_.Postorder(root)) {
    std::optional<double> value;
    const Op op = pool_.op(id);
    if (pool_.IsNumber(id)) {
      value = pool_.number(id);
    } else if (op == Op::Boolean) {
      value = Truth(pool_.boolean(id));
    } else if (group_of(op) == Group::Leaf) {
      value = leaf(id);
    } else {
      operands_.clear();
      for (const ExprId operand : pool_.operands(id)) operands_.push_back(memo_[operand]);
      value = EvaluateOp(op, operands_);
    }
    if (!value) return std::nullopt;
    memo_[id] = *value;
  }
  return memo_[root];
}

}  // namespace kerf::expr
