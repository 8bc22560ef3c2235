// Tables of priorities and spellings. Modelica: the grammar in appendix A of its specification, where a sign
// stands only at the beginning of a sum and the operands of ^ are primaries.
#include "expr/print_dialect.h"

namespace kerf::expr {

namespace {

constexpr auto DymolaPriority(Op op) -> Priority {
  switch (op) {
    case Op::Pow:          return {2, 2, 1};
    case Op::Mul:          return {4, 4, 4};
    case Op::Div:          return {4, 4, 3};
    case Op::Neg:          return {6, 5, 0};
    case Op::Add:          return {8, 8, 8};
    case Op::Sub:          return {8, 8, 7};
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::Equal:
    case Op::NotEqual:     return {9, 8, 8};
    case Op::Not:          return {10, 9, 0};
    case Op::And:          return {11, 11, 11};
    case Op::Or:           return {12, 12, 12};
    case Op::If:           return {13, 12, 13};
    default:               return {kAtom, kNoDemand, kNoDemand};
  }
}

constexpr auto ModelicaPriority(Op op) -> Priority {
  switch (op) {
    case Op::Pow:
    case Op::ElementPow:  return {2, 1, 1};
    case Op::Mul:
    case Op::Div:
    case Op::ElementMul:
    case Op::ElementDiv:  return {4, 4, 3};
    case Op::Add:
    case Op::Sub:
    case Op::ElementAdd:
    case Op::ElementSub:
    case Op::Concatenate: return {8, 8, 5};
    case Op::And:         return {11, 11, 10};
    case Op::Or:          return {12, 12, 11};
    case Op::Range:       return {13, 12, 12};
    case Op::If:          return {14, kNoDemand, kNoDemand};
    default:              return DymolaPriority(op);
  }
}

constexpr auto ModelicaText(Op op) -> std::string_view {
  switch (op) {
    case Op::Pow:   return "^";
    case Op::Equal: return "==";
    case Op::Log:   return "log";
    case Op::Asin:  return "asin";
    case Op::Acos:  return "acos";
    case Op::Atan:  return "atan";
    case Op::Atan2: return "atan2";
    case Op::Floor: return "floor";
    default:        return text_of(op);
  }
}

}  // namespace

auto PriorityOf(Dialect dialect, Op op) -> Priority {
  return dialect == Dialect::Dymola ? DymolaPriority(op) : ModelicaPriority(op);
}

auto OperatorText(Dialect dialect, Op op) -> std::string_view {
  return dialect == Dialect::Dymola ? text_of(op) : ModelicaText(op);
}

auto IsInfix(Op op) -> bool {
  switch (op) {
    case Op::ElementAdd:
    case Op::ElementSub:
    case Op::ElementMul:
    case Op::ElementDiv:
    case Op::ElementPow:
    case Op::Concatenate: return true;
    default:              break;
  }
  const Group group = group_of(op);
  return arity_of(op) == 2 &&
         (group == Group::Arithmetic || group == Group::Relation || group == Group::Logic);
}

}  // namespace kerf::expr
