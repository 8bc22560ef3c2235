// The rules of differentiation for the expressions of a function, arrays and records among them.
#include <algorithm>

#include <fmt/format.h>

#include "expr/derivative.h"
#include "flat/differentiate_function.h"
#include "flat/value.h"

namespace kerf::flat {

using expr::Kind;
using expr::Op;
using expr::Pool;

namespace {

// Scalars as the pool simplifies them, so that what is printed is read as the same.
auto Applied(Pool& pool, Op op, const expr::Type& type, ExprId x, ExprId y) -> ExprId {
  const bool is_scalar = pool[x].shape == expr::kScalar && pool[y].shape == expr::kScalar;
  const bool has_rules = is_scalar && expr::group_of(op) == expr::Group::Arithmetic;
  return has_rules ? pool.Binary(op, x, y) : pool.Typed(op, type, {x, y});
}

}  // namespace

auto FunctionDifferentiator::Fail(std::string why) -> ExprId {
  if (why_.empty()) why_ = std::move(why);
  return Pool::kError;
}

// Zeros of the shape of an expression, whose sizes may be open.
auto FunctionDifferentiator::Zero(ExprId like) -> ExprId {
  const expr::Type type = pool_.type(like);
  if (type.kind == Kind::Record) return ToExpr(DefaultValue(type, world_), world_);
  if (type.shape == expr::kScalar) return pool_.Real(0);
  std::vector<ExprId> operands = {pool_.Real(0)};
  const std::vector<int32_t> dims(pool_.shapes().dims(type.shape).begin(),
                                  pool_.shapes().dims(type.shape).end());
  for (size_t d = 0; d < dims.size(); ++d) {
    const ExprId number = pool_.Integer(static_cast<int64_t>(d + 1));
    operands.push_back(dims[d] >= 0
                           ? pool_.Integer(dims[d])
                           : pool_.Typed(Op::Size, {Kind::Integer, expr::kScalar, 0}, {like, number}));
  }
  return pool_.Typed(Op::Fill, type, operands);
}

auto FunctionDifferentiator::OrZero(ExprId derivative, ExprId like) -> ExprId {
  return derivative.has_value() ? derivative : Zero(like);
}

auto FunctionDifferentiator::Sum(ExprId x, ExprId y) -> ExprId {
  if (!x.has_value()) return y;
  if (!y.has_value()) return x;
  return Applied(pool_, Op::Add, pool_.type(x), x, y);
}

auto FunctionDifferentiator::ChangeOf(Work& work, ExprId id) -> ExprId {
  if (work.derivatives.Has(id)) return work.derivatives[id];
  const std::vector<ExprId> order = walker_.Postorder(id);
  for (const ExprId node : order) {
    if (!work.derivatives.Has(node)) {
      const ExprId made = NodeDerivative(work, node);
      work.derivatives[node] = made;
    }
    if (work.derivatives[node] == Pool::kError) return Pool::kError;
  }
  return work.derivatives[id];
}

auto FunctionDifferentiator::NodeDerivative(Work& work, ExprId id) -> ExprId {
  const Op op = pool_.op(id);
  if (op == Op::Local) return work.tangent[pool_.position(id)];
  if (expr::group_of(op) == expr::Group::Leaf || op == Op::Size || !CanVary(pool_.type(id))) return {};
  if (op == Op::Call) return CallDerivative(work, id, id);
  if (op == Op::Output) return CallDerivative(work, pool_.operand(id, 0), id);
  const std::vector<ExprId> operands(pool_.operands(id).begin(), pool_.operands(id).end());
  const bool varies =
      std::ranges::any_of(operands, [&](ExprId operand) { return work.derivatives[operand].has_value(); });
  if (!varies) return {};
  switch (op) {
    case Op::Neg:
    case Op::Array:
    case Op::Subscript:
    case Op::Transpose:
    case Op::Sum:
    case Op::Add:
    case Op::Sub:
    case Op::ElementAdd:
    case Op::ElementSub:
    case Op::If:
    case Op::ToReal:
    case Op::Record:
    case Op::Field:
    case Op::ArrayOf:
    case Op::SumOf:
    case Op::Fill:
    case Op::Cat:
    case Op::Diagonal:
    case Op::Linspace:
    case Op::Symmetric:
    case Op::Skew:
    case Op::Scalar:
    case Op::Vector:
    case Op::Matrix:
    case Op::Promote:
    case Op::NoEvent:
    case Op::Smooth:
    case Op::Homotopy:     return LinearDerivative(work, id);
    case Op::Mul:
    case Op::ElementMul:
    case Op::Cross:
    case Op::OuterProduct: return BilinearDerivative(work, id);
    case Op::Div:
    case Op::ElementDiv:   return QuotientDerivative(work, id);
    case Op::Pow:
    case Op::ElementPow:   return PowerDerivative(work, id);
    default:               return ScalarDerivative(work, id);
  }
}

// Operands that can vary are replaced by their derivatives, others stay.
auto FunctionDifferentiator::LinearDerivative(Work& work, ExprId id) -> ExprId {
  const Op op = pool_.op(id);
  const std::vector<ExprId> operands(pool_.operands(id).begin(), pool_.operands(id).end());
  const bool is_sum = op == Op::Add || op == Op::Sub || op == Op::ElementAdd || op == Op::ElementSub;
  if (is_sum && pool_[operands[0]].shape == pool_[operands[1]].shape) {
    const ExprId dx = work.derivatives[operands[0]];
    const ExprId dy = work.derivatives[operands[1]];
    if (!dy.has_value()) return dx;
    if (!dx.has_value() && (op == Op::Add || op == Op::ElementAdd)) return dy;
    if (!dx.has_value()) return pool_.Typed(Op::Neg, pool_.type(id), {dy});
  }
  // Behind the body of a reduction stand its iterators and ranges.
  const bool is_reduction = op == Op::ArrayOf || op == Op::SumOf;
  std::vector<ExprId> changes;
  for (size_t k = 0; k < operands.size(); ++k) {
    const ExprId operand = operands[k];
    const ExprId moved = Moved(work, operand);
    const bool is_range = is_reduction && k > 0;
    if (is_range && work.derivatives[operand].has_value()) return Fail("a loop runs over values that vary");
    const bool stays = is_range || !CanVary(pool_.type(operand)) || pool_.op(operand) == Op::Colon;
    changes.push_back(stays ? moved : OrZero(work.derivatives[operand], moved));
  }
  return pool_.Rebuild(id, changes);
}

auto FunctionDifferentiator::BilinearDerivative(Work& work, ExprId id) -> ExprId {
  const ExprId x = pool_.operand(id, 0);
  const ExprId y = pool_.operand(id, 1);
  const ExprId dx = work.derivatives[x];
  const ExprId dy = work.derivatives[y];
  ExprId first;
  ExprId second;
  if (dx.has_value()) first = Applied(pool_, pool_.op(id), pool_.type(id), dx, Moved(work, y));
  if (dy.has_value()) second = Applied(pool_, pool_.op(id), pool_.type(id), Moved(work, x), dy);
  return Sum(first, second);
}

// d(x/y) = (dx - (x/y) dy)/y, where y is a scalar or acts element by element.
auto FunctionDifferentiator::QuotientDerivative(Work& work, ExprId id) -> ExprId {
  const ExprId x = pool_.operand(id, 0);
  const ExprId y = pool_.operand(id, 1);
  const ExprId dx = work.derivatives[x];
  const ExprId dy = work.derivatives[y];
  const expr::Type type = pool_.type(id);
  const ExprId divisor = Moved(work, y);
  const auto divided = [&](ExprId value) { return Applied(pool_, pool_.op(id), type, value, divisor); };
  ExprId result;
  if (dx.has_value()) result = divided(dx);
  if (!dy.has_value()) return result;
  const Op times = pool_.op(id) == Op::Div ? Op::Mul : Op::ElementMul;
  const ExprId change = divided(Applied(pool_, times, type, Moved(work, id), dy));
  if (!result.has_value()) return pool_.Typed(Op::Neg, type, {change});
  return Applied(pool_, Op::Sub, type, result, change);
}

auto FunctionDifferentiator::PowerDerivative(Work& work, ExprId id) -> ExprId {
  const ExprId x = pool_.operand(id, 0);
  const ExprId y = pool_.operand(id, 1);
  const bool is_scalar = pool_[id].shape == expr::kScalar && pool_[x].shape == expr::kScalar;
  if (!is_scalar) return Fail("a power of an array is taken");
  const ExprId dx = work.derivatives[x];
  const ExprId dy = work.derivatives[y];
  const ExprId base = Moved(work, x);
  const ExprId exponent = Moved(work, y);
  ExprId result;
  if (dx.has_value()) {
    const ExprId less =
        pool_.IsNumber(y) ? pool_.Real(pool_.number(y) - 1) : pool_.Sub(exponent, pool_.Real(1));
    const ExprId slope =
        pool_.IsNumber(y, 2) ? pool_.Mul(exponent, base) : pool_.Mul(exponent, pool_.Pow(base, less));
    result = pool_.Mul(slope, dx);
  }
  if (dy.has_value())
    result = Sum(result, pool_.Mul(pool_.Mul(Moved(work, id), pool_.Unary(Op::Log, base)), dy));
  return result;
}

// Functions of scalars.
auto FunctionDifferentiator::ScalarDerivative(Work& work, ExprId id) -> ExprId {
  const Op op = pool_.op(id);
  const std::vector<ExprId> operands(pool_.operands(id).begin(), pool_.operands(id).end());
  const bool is_scalar =
      std::ranges::all_of(operands, [&](ExprId operand) { return pool_[operand].shape == expr::kScalar; });
  const std::string refusal = fmt::format("`{}` is used", expr::text_of(op));
  if (!is_scalar || operands.empty()) return Fail(refusal);
  Pool& p = pool_;
  const ExprId x = Moved(work, operands[0]);
  const ExprId dx = OrZero(work.derivatives[operands[0]], x);
  if (expr::group_of(op) == expr::Group::Function && operands.size() == 1)
    return p.Mul(expr::Slope(p, op, x, Moved(work, id)), dx);
  if (operands.size() < 2) return Fail(refusal);
  const ExprId y = Moved(work, operands[1]);
  const ExprId dy = OrZero(work.derivatives[operands[1]], y);
  switch (op) {
    case Op::Atan2:      return p.Div(p.Sub(p.Mul(y, dx), p.Mul(x, dy)), p.Add(p.Mul(x, x), p.Mul(y, y)));
    case Op::Min:        return p.If(p.Binary(Op::Less, x, y), dx, dy);
    case Op::Max:        return p.If(p.Binary(Op::Greater, x, y), dx, dy);
    case Op::Mod:        return p.Sub(dx, p.Mul(p.Unary(Op::Floor, p.Div(x, y)), dy));
    case Op::SemiLinear: {
      const ExprId z = Moved(work, operands[2]);
      const ExprId dz = OrZero(work.derivatives[operands[2]], z);
      return p.If(p.Binary(Op::GreaterEqual, x, p.Real(0)), p.Add(p.Mul(dy, x), p.Mul(y, dx)),
                  p.Add(p.Mul(dz, x), p.Mul(z, dx)));
    }
    default: return Fail(refusal);
  }
}

// A derivative annotation that holds if just these inputs vary.
auto FunctionDifferentiator::Annotated(const FunctionBody& body, const std::vector<bool>& active) const
    -> FunctionId {
  for (const auto& derivative : body.derivatives) {
    if (derivative.order != 1) continue;
    bool fits = true;
    for (const auto* list : {&derivative.zero_derivative, &derivative.no_derivative}) {
      for (const uint32_t k : *list) fits = fits && (k >= active.size() || !active[k]);
    }
    // Tangents of all other Real inputs follow; only these must vary.
    for (uint32_t k = 0; k < body.n_inputs && fits; ++k) {
      const bool is_left_out = std::ranges::count(derivative.zero_derivative, k) > 0 ||
                               std::ranges::count(derivative.no_derivative, k) > 0;
      fits = !CanVary(body.variables[k].type) || is_left_out || active[k];
    }
    if (fits) return derivative.function;
  }
  return {};
}

// The directional derivative of the function at the arguments along their changes.
auto FunctionDifferentiator::CallDerivative(Work& work, ExprId call, ExprId whole) -> ExprId {
  const std::vector<ExprId> operands(pool_.operands(call).begin(), pool_.operands(call).end());
  std::vector<bool> active;
  for (size_t k = 1; k < operands.size(); ++k) active.push_back(work.derivatives[operands[k]].has_value());
  if (std::ranges::count(active, true) == 0) return {};
  if (pool_.op(operands[0]) != Op::Function) return Fail("a function that is an input is called");
  const FunctionId callee = pool_.function(operands[0]);
  const Function known = world_.functions[callee];
  if (known.body == Function::kNoBody) return Fail("a function without definition is called");
  const FunctionBody& body = *world_.bodies[known.body];
  std::vector<ExprId> arguments;
  FunctionId tangent = Annotated(body, active);
  if (!tangent.has_value()) tangent = Tangent(callee, active);
  if (!tangent.has_value()) {
    why_ = fmt::format("`{}` is called: {}", world_.names[known.name], why_);
    return Pool::kError;
  }
  arguments.push_back(pool_.Function(tangent));
  for (size_t k = 1; k < operands.size(); ++k) arguments.push_back(Moved(work, operands[k]));
  for (size_t k = 1; k < operands.size(); ++k) {
    if (active[k - 1]) arguments.push_back(work.derivatives[operands[k]]);
  }
  // The type of a call is that of its first output; the derivative has outputs for those that vary.
  uint32_t first = 0;
  while (first < body.n_outputs && !CanVary(body.variables[body.n_inputs + first].type)) ++first;
  const bool is_first = whole == call && first == 0;
  const expr::Type type = is_first ? pool_.type(call) : body.variables[body.n_inputs + first].type;
  const ExprId made = pool_.Typed(Op::Call, type, arguments);
  if (whole == call) return made;
  uint32_t position = 0;
  const auto wanted = static_cast<uint32_t>(pool_.integer(pool_.operand(whole, 1)));
  for (uint32_t k = 0; k < wanted; ++k) position += CanVary(body.variables[body.n_inputs + k].type) ? 1 : 0;
  return pool_.Typed(Op::Output, pool_.type(whole), {made, pool_.Integer(position)});
}

}  // namespace kerf::flat
