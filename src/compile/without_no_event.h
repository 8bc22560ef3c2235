// Expressions as the tape takes them where nothing happens at events.
#pragma once

#include "expr/walk.h"

namespace kerf::compile {

inline auto WithoutNoEvent(expr::Rewriter& rewriter, expr::Pool& pool, expr::ExprId value) -> expr::ExprId {
  return rewriter.Rewrite(value, [&](expr::ExprId id) {
    return pool.op(id) == expr::Op::NoEvent ? rewriter.Rewritten(pool.operand(id, 0)) : expr::ExprId{};
  });
}

}  // namespace kerf::compile
