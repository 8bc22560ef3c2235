// The rules of differentiation, one case for each operator.
#include "expr/derivative.h"

#include <cmath>

namespace kerf::expr {

auto Slope(Pool& p, Op op, ExprId x, ExprId y) -> ExprId {
  const ExprId one = p.Real(1);
  const ExprId two = p.Real(2);
  switch (op) {
    case Op::Abs:   return p.Unary(Op::Sign, x);
    case Op::Sqrt:  return p.Div(one, p.Mul(two, y));
    case Op::Exp:   return y;
    case Op::Log:   return p.Div(one, x);
    case Op::Log10: return p.Div(p.Real(1 / std::log(10.0)), x);
    case Op::Sin:   return p.Unary(Op::Cos, x);
    case Op::Cos:   return p.Neg(p.Unary(Op::Sin, x));
    case Op::Tan:   return p.Add(one, p.Mul(y, y));
    case Op::Asin:  return p.Div(one, p.Unary(Op::Sqrt, p.Sub(one, p.Mul(x, x))));
    case Op::Acos:  return p.Neg(p.Div(one, p.Unary(Op::Sqrt, p.Sub(one, p.Mul(x, x)))));
    case Op::Atan:  return p.Div(one, p.Add(one, p.Mul(x, x)));
    case Op::Sinh:  return p.Unary(Op::Cosh, x);
    case Op::Cosh:  return p.Unary(Op::Sinh, x);
    case Op::Tanh:  return p.Sub(one, p.Mul(y, y));
    default:        return p.Real(0);  // Sign, Floor, Ceil: constant between events.
  }
}

auto Differentiator::DifferentiatePower(ExprId f, ExprId g, ExprId id) -> ExprId {
  const ExprId df = memo_[f];
  const ExprId dg = memo_[g];
  Pool& p = pool_;
  if (p.IsNumber(dg, 0)) {
    if (p.IsNumber(g, 2)) return p.Mul(p.Mul(g, f), df);
    const ExprId less = p.IsNumber(g) ? p.Real(p.number(g) - 1) : p.Sub(g, p.Real(1));
    return p.Mul(p.Mul(g, p.Pow(f, less)), df);
  }
  return p.Mul(id, p.Add(p.Div(p.Mul(df, g), f), p.Mul(p.Unary(Op::Log, f), dg)));
}

auto Differentiator::TryKnownDerivative(ExprId call, ExprId whole, ExprId& out) -> bool {
  const FunctionDerivative* known = pool_.function_derivatives().Find(pool_.function(pool_.operand(call, 0)));
  if (known == nullptr) return false;
  const auto argument = [&](uint32_t k) { return pool_.operand(call, k + 1); };
  for (const uint32_t k : known->constant) {
    if (!pool_.IsNumber(memo_[argument(k)], 0)) return false;
  }
  for (const auto& [k, change] : known->consistent) {
    if (memo_[argument(k)] != argument(change)) return false;
  }
  const auto list = pool_.operands(call);
  std::vector<ExprId> operands(list.begin(), list.end());
  operands[0] = pool_.Function(known->function);
  bool is_constant = true;
  for (const uint32_t k : known->changing) {
    operands.push_back(memo_[argument(k)]);
    is_constant = is_constant && pool_.IsNumber(operands.back(), 0);
  }
  out = pool_.Real(0);
  if (is_constant) return true;
  out = pool_.Typed(Op::Call, {Kind::Real, kScalar, 0}, operands);
  if (whole != call) out = pool_.Typed(Op::Output, {Kind::Real, kScalar, 0}, {out, pool_.operand(whole, 1)});
  return true;
}

auto Differentiator::DifferentiateCall(ExprId call, ExprId whole) -> ExprId {
  ExprId known = pool_.Real(0);
  if (TryKnownDerivative(call, whole, known)) return known;
  ExprId sum = pool_.Real(0);
  const size_t count = pool_.operands(call).size();
  for (size_t k = 1; k < count; ++k) {
    const ExprId change = memo_[pool_.operand(call, k)];
    if (pool_.IsNumber(change, 0)) continue;
    const ExprId partial = pool_.Binary(Op::Partial, whole, pool_.Integer(static_cast<int64_t>(k - 1)));
    sum = pool_.Add(sum, pool_.Mul(partial, change));
  }
  return sum;
}

auto Differentiator::DifferentiateFunction(ExprId id, Op op) -> ExprId {
  Pool& p = pool_;
  const ExprId x = p.operand(id, 0);
  const ExprId dx = memo_[x];
  if (arity_of(op) == 1 && p.IsNumber(dx, 0)) return dx;
  const ExprId change = arity_of(op) == 1 ? p.Mul(Slope(p, op, x, id), dx) : dx;
  // sqrt(max(x, 0)) is flat where the choice holds it at zero, though its slope there is infinite.
  const bool is_choice = p.op(x) == Op::Max || p.op(x) == Op::Min || p.op(x) == Op::If;
  if (op == Op::Sqrt && is_choice) return p.If(p.Binary(Op::Greater, id, p.Real(0)), change, p.Real(0));
  if (arity_of(op) == 1) return change;
  const ExprId y = p.operand(id, 1);
  const ExprId dy = memo_[y];
  switch (op) {
    case Op::Atan2: return p.Div(p.Sub(p.Mul(y, dx), p.Mul(x, dy)), p.Add(p.Mul(x, x), p.Mul(y, y)));
    case Op::Min:   return p.If(p.Binary(Op::Less, x, y), dx, dy);
    case Op::Max:   return p.If(p.Binary(Op::Greater, x, y), dx, dy);
    // Mod(x, y) = x - floor(x/y)*y.
    case Op::Mod: return p.Sub(dx, p.Mul(p.Unary(Op::Floor, p.Div(x, y)), dy));
    default:      return Pool::kError;
  }
}

auto Differentiator::DifferentiateNode(ExprId id) -> ExprId {
  Pool& p = pool_;
  const Op op = p.op(id);
  if (group_of(op) == Group::Relation || group_of(op) == Group::Logic) return p.Real(0);
  if (group_of(op) == Group::Function) return DifferentiateFunction(id, op);
  const ExprId f = p.operand(id, 0);
  const ExprId df = memo_[f];
  const ExprId g = arity_of(op) == 2 ? p.operand(id, 1) : f;
  const ExprId dg = memo_[g];
  switch (op) {
    case Op::Neg: return p.Neg(df);
    case Op::Add: return p.Add(df, dg);
    case Op::Sub: return p.Sub(df, dg);
    case Op::Mul: return p.Add(p.Mul(df, g), p.Mul(f, dg));
    case Op::Div: {
      if (p.IsNumber(dg, 0)) return p.Div(df, g);
      return p.Div(p.Sub(p.Mul(df, g), p.Mul(f, dg)), p.Mul(g, g));
    }
    case Op::Pow:    return DifferentiatePower(f, g, id);
    case Op::If:     return p.If(f, memo_[p.operand(id, 1)], memo_[p.operand(id, 2)]);
    case Op::Call:   return DifferentiateCall(id, id);
    case Op::Output: return DifferentiateCall(f, id);
    // It stands around jumps only.
    case Op::NoEvent: return p.Real(0);
    // Second derivatives of external functions are not available.
    case Op::Partial: return is_rough_ ? p.Real(0) : Pool::kError;
    default:          return Pool::kError;
  }
}

}  // namespace kerf::expr
