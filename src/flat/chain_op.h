// Which operators form chains that are evaluated from the left without recursion: a sum of two million terms
// must not overflow the stack.
#pragma once

#include "expr/pool.h"

namespace kerf::flat {

// Strict operators of two operands (and `and`, `or`) whose left operand may be a long chain of such.
constexpr auto IsChainOp(expr::Op op) -> bool {
  switch (op) {
    case expr::Op::Add:
    case expr::Op::Sub:
    case expr::Op::Mul:
    case expr::Op::Div:
    case expr::Op::Pow:
    case expr::Op::Less:
    case expr::Op::LessEqual:
    case expr::Op::Greater:
    case expr::Op::GreaterEqual:
    case expr::Op::Equal:
    case expr::Op::NotEqual:
    case expr::Op::And:
    case expr::Op::Or:
    case expr::Op::Atan2:
    case expr::Op::Min:
    case expr::Op::Max:
    case expr::Op::Mod:
    case expr::Op::ElementAdd:
    case expr::Op::ElementSub:
    case expr::Op::ElementMul:
    case expr::Op::ElementDiv:
    case expr::Op::ElementPow:
    case expr::Op::Concatenate:
    case expr::Op::Quotient:
    case expr::Op::Remainder:    return true;
    default:                     return false;
  }
}

}  // namespace kerf::flat
