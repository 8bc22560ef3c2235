// Sums, products, quotients and powers of scalars and arrays (section 10.6). Shapes that the pool's own rules
// know go through the pool, so that its simplifications apply; the rest is made with its type.
#include <algorithm>

#include "expr/walk.h"
#include "flat/clock_graph.h"
#include "lang/modelica/inst/typing.h"

namespace kerf::modelica {

using expr::Kind;
using expr::Op;
using expr::Pool;

namespace {

auto AreNumeric(const Type& x, const Type& y) -> bool { return IsNumeric(x.kind) && IsNumeric(y.kind); }

auto NumberKind(const Type& x, const Type& y) -> Kind {
  return x.kind == Kind::Integer && y.kind == Kind::Integer ? Kind::Integer : Kind::Real;
}

// 0*sample(u, c) is zero, but it ticks.
auto HidesClock(const Pool& pool, ExprId x, ExprId y) -> bool {
  const bool is_first = pool.IsNumber(x, 0);
  if (!is_first && !pool.IsNumber(y, 0)) return false;
  expr::Walker walker(pool);
  const auto& order = walker.Postorder(is_first ? y : x);
  return std::ranges::any_of(order, [&](ExprId id) { return flat::IsClockOp(pool.op(id)); });
}

}  // namespace

auto Typing::TrySum(Op op, bool spread, ExprId x, ExprId y) -> std::optional<ExprId> {
  Pool& pool = world_.pool;
  const Type a = pool.type(x);
  const Type b = pool.type(y);
  const auto shape = TryUnifyShapes(a.shape, b.shape, spread);
  if (!shape) return std::nullopt;
  if (op == Op::Add && a.kind == Kind::Text && b.kind == Kind::Text) {
    return pool.Typed(Op::Concatenate, {Kind::Text, *shape, 0}, {x, y});
  }
  if (!AreNumeric(a, b)) return std::nullopt;
  const Kind kind = NumberKind(a, b);
  if (a.shape == b.shape) return WithKind(pool.Binary(op, x, y), kind);
  const Op element_op = op == Op::Add ? Op::ElementAdd : Op::ElementSub;
  return pool.Typed(element_op, {kind, *shape, 0}, {x, y});
}

auto Typing::TryProduct(ExprId x, ExprId y) -> std::optional<ExprId> {
  const Type a = world_.pool.type(x);
  const Type b = world_.pool.type(y);
  if (!AreNumeric(a, b)) return std::nullopt;
  if (a.shape != expr::kScalar && b.shape != expr::kScalar) return TryMatrixProduct(x, y);
  if (HidesClock(world_.pool, x, y))
    return world_.pool.Typed(Op::ElementMul,
                             {NumberKind(a, b), a.shape == expr::kScalar ? b.shape : a.shape, 0}, {x, y});
  return WithKind(world_.pool.Mul(x, y), NumberKind(a, b));
}

auto Typing::TryMatrixProduct(ExprId x, ExprId y) -> std::optional<ExprId> {
  Pool& pool = world_.pool;
  const std::vector<int32_t> a = Sizes(pool[x].shape);
  const std::vector<int32_t> b = Sizes(pool[y].shape);
  if (a.size() > 2 || b.size() > 2) return std::nullopt;
  if (a.back() == b.front()) return pool.Mul(x, y);
  if (a.back() != expr::kUnknownSize && b.front() != expr::kUnknownSize) return std::nullopt;
  std::vector<int32_t> sizes;
  if (a.size() == 2) sizes.push_back(a[0]);
  if (b.size() == 2) sizes.push_back(b[1]);
  const Kind kind = NumberKind(pool.type(x), pool.type(y));
  return pool.Typed(Op::Mul, {kind, pool.shapes().Make(sizes), 0}, {x, y});
}

auto Typing::TryQuotient(ExprId x, ExprId y) -> std::optional<ExprId> {
  const Type a = world_.pool.type(x);
  const Type b = world_.pool.type(y);
  if (!AreNumeric(a, b) || b.shape != expr::kScalar) return std::nullopt;
  const Pool& pool = world_.pool;
  const auto is_number = [&](ExprId id) { return pool.op(id) == Op::Real || pool.op(id) == Op::Integer; };
  // 0/y is no plain 0 where y may be 0: the form for arrays keeps what was written.
  if (is_number(x) && pool.number(x) == 0 && (!is_number(y) || pool.number(y) == 0))
    return world_.pool.Typed(Op::ElementDiv, {Kind::Real, expr::kScalar, 0}, {x, y});
  return WithKind(world_.pool.Div(x, y), Kind::Real);
}

auto Typing::TryPower(ExprId x, ExprId y) -> std::optional<ExprId> {
  Pool& pool = world_.pool;
  const Type a = pool.type(x);
  const Type b = pool.type(y);
  if (!AreNumeric(a, b) || b.shape != expr::kScalar) return std::nullopt;
  if (a.shape == expr::kScalar) return WithKind(pool.Pow(x, y), Kind::Real);
  const std::vector<int32_t> sizes = Sizes(a.shape);
  if (sizes.size() != 2 || b.kind != Kind::Integer) return std::nullopt;
  const bool is_open = sizes[0] == expr::kUnknownSize || sizes[1] == expr::kUnknownSize;
  if (sizes[0] != sizes[1] && !is_open) return std::nullopt;
  const int32_t size = sizes[0] == expr::kUnknownSize ? sizes[1] : sizes[0];
  return pool.Typed(Op::Pow, {a.kind, pool.shapes().Make(std::vector<int32_t>{size, size}), 0}, {x, y});
}

// Where one operand is a scalar, the operators with and without a dot often mean the same; the latter is what
// the rest of the compiler knows best.
auto Typing::TryElementwise(Op op, ExprId x, ExprId y) -> std::optional<ExprId> {
  const Type a = world_.pool.type(x);
  const Type b = world_.pool.type(y);
  const auto shape = TryUnifyShapes(a.shape, b.shape, true);
  if (!shape || !AreNumeric(a, b)) return std::nullopt;
  const bool is_scalar = a.shape == expr::kScalar && b.shape == expr::kScalar;
  const bool has_scalar = a.shape == expr::kScalar || b.shape == expr::kScalar;
  if (op == Op::ElementMul && has_scalar) return TryProduct(x, y);
  if (op == Op::ElementDiv && b.shape == expr::kScalar) return TryQuotient(x, y);
  if (op == Op::ElementPow && is_scalar) return TryPower(x, y);
  const Kind kind = op == Op::ElementMul ? NumberKind(a, b) : Kind::Real;
  return world_.pool.Typed(op, {kind, *shape, 0}, {x, y});
}

}  // namespace kerf::modelica
