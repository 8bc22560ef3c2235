// Bottom-up rewrites.
#include "emit/conditions.h"

#include <vector>

#include "expr/walk.h"

namespace kerf::emit {

using expr::ExprId;
using expr::Op;

namespace {

template <typename Remake>
auto Remade(expr::Pool& pool, ExprId root, Remake remake) -> ExprId {
  expr::Walker walker(pool);
  expr::Memo<ExprId> made;
  std::vector<ExprId> operands;
  for (const ExprId id : walker.Postorder(root)) {
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(made[operand]);
    const ExprId result = remake(id, operands);
    made[id] = result;
  }
  return made[root];
}

auto Rebuilt(expr::Pool& pool, ExprId id, const std::vector<ExprId>& operands) -> ExprId {
  return operands.empty() ? id : pool.Make(pool.op(id), operands);
}

// 1 where x is positive, 0 where it is negative.
auto Positive(expr::Pool& pool, ExprId x) -> ExprId {
  return pool.Mul(pool.Real(0.5), pool.Add(pool.Real(1), pool.Unary(Op::Sign, x)));
}

auto Chosen(expr::Pool& pool, ExprId condition, ExprId yes, ExprId no) -> ExprId {
  return pool.Add(no, pool.Mul(condition, pool.Sub(yes, no)));
}

}  // namespace

auto WithStrictRelations(expr::Pool& pool, ExprId root) -> ExprId {
  return Remade(pool, root, [&](ExprId id, const std::vector<ExprId>& x) -> ExprId {
    switch (pool.op(id)) {
      case Op::LessEqual:    return pool.Unary(Op::Not, pool.Binary(Op::Greater, x[0], x[1]));
      case Op::GreaterEqual: return pool.Unary(Op::Not, pool.Binary(Op::Less, x[0], x[1]));
      default:               return Rebuilt(pool, id, x);
    }
  });
}

auto WithSigns(expr::Pool& pool, ExprId root) -> ExprId {
  const ExprId one = pool.Real(1);
  return Remade(pool, root, [&](ExprId id, const std::vector<ExprId>& x) -> ExprId {
    switch (pool.op(id)) {
      case Op::Greater:
      case Op::GreaterEqual: return Positive(pool, pool.Sub(x[0], x[1]));
      case Op::Less:
      case Op::LessEqual:    return Positive(pool, pool.Sub(x[1], x[0]));
      case Op::Boolean:      return pool.Real(pool.boolean(id) ? 1 : 0);
      case Op::Not:          return pool.Sub(one, x[0]);
      case Op::And:          return pool.Mul(x[0], x[1]);
      case Op::Or:           return pool.Sub(pool.Add(x[0], x[1]), pool.Mul(x[0], x[1]));
      case Op::If:           return Chosen(pool, x[0], x[1], x[2]);
      case Op::Min:          return Chosen(pool, Positive(pool, pool.Sub(x[1], x[0])), x[0], x[1]);
      case Op::Max:          return Chosen(pool, Positive(pool, pool.Sub(x[0], x[1])), x[0], x[1]);
      default:               return Rebuilt(pool, id, x);
    }
  });
}

}  // namespace kerf::emit
