// The tables of operators, one for each language.
#include "expr/print_code.h"

namespace kerf::expr {

namespace {

// What all languages share.
constexpr auto CommonOperator(Op op) -> CodeOperator {
  switch (op) {
    case Op::Neg:          return {"-", true};
    case Op::Add:          return {" + ", true};
    case Op::Sub:          return {" - ", true};
    case Op::Mul:          return {"*", true};
    case Op::Div:          return {"/", true};
    case Op::Less:         return {" < ", true};
    case Op::LessEqual:    return {" <= ", true};
    case Op::Greater:      return {" > ", true};
    case Op::GreaterEqual: return {" >= ", true};
    case Op::Abs:          return {"abs"};
    case Op::Sqrt:         return {"sqrt"};
    case Op::Exp:          return {"exp"};
    case Op::Log:          return {"log"};
    case Op::Log10:        return {"log10"};
    case Op::Sin:          return {"sin"};
    case Op::Cos:          return {"cos"};
    case Op::Tan:          return {"tan"};
    case Op::Asin:         return {"asin"};
    case Op::Acos:         return {"acos"};
    case Op::Atan:         return {"atan"};
    case Op::Sinh:         return {"sinh"};
    case Op::Cosh:         return {"cosh"};
    case Op::Tanh:         return {"tanh"};
    case Op::Atan2:        return {"atan2"};
    case Op::Min:          return {"min"};
    case Op::Max:          return {"max"};
    default:               return {};
  }
}

}  // namespace

auto COperator(Op op) -> CodeOperator {
  switch (op) {
    case Op::Equal:    return {" == ", true};
    case Op::NotEqual: return {" != ", true};
    case Op::Not:      return {"!", true};
    case Op::And:      return {" && ", true};
    case Op::Or:       return {" || ", true};
    case Op::Pow:      return {"pow"};
    case Op::Abs:      return {"fabs"};
    case Op::Sign:     return {"kerf_sign"};
    case Op::Floor:    return {"floor"};
    case Op::Ceil:     return {"ceil"};
    case Op::Min:      return {"fmin"};
    case Op::Max:      return {"fmax"};
    case Op::Mod:      return {"kerf_mod"};
    default:           return CommonOperator(op);
  }
}

auto FortranOperator(Op op) -> CodeOperator {
  switch (op) {
    case Op::Less:         return {" .lt. ", true};
    case Op::LessEqual:    return {" .le. ", true};
    case Op::Greater:      return {" .gt. ", true};
    case Op::GreaterEqual: return {" .ge. ", true};
    case Op::Equal:        return {" .eq. ", true};
    case Op::NotEqual:     return {" .ne. ", true};
    case Op::Not:          return {".not. ", true};
    case Op::And:          return {" .and. ", true};
    case Op::Or:           return {" .or. ", true};
    case Op::Pow:          return {"**", true};
    case Op::Sign:         return {"kerf_sign"};
    case Op::Floor:        return {"kerf_floor"};
    case Op::Ceil:         return {"kerf_ceil"};
    case Op::Mod:          return {"kerf_mod"};
    default:               return CommonOperator(op);
  }
}

auto OctaveOperator(Op op) -> CodeOperator {
  switch (op) {
    case Op::Equal:    return {" == ", true};
    case Op::NotEqual: return {" ~= ", true};
    case Op::Not:      return {"~", true};
    case Op::And:      return {" && ", true};
    case Op::Or:       return {" || ", true};
    case Op::Pow:      return {"^", true};
    case Op::Sign:     return {"sign"};
    case Op::Floor:    return {"floor"};
    case Op::Ceil:     return {"ceil"};
    case Op::Mod:      return {"mod"};
    default:           return CommonOperator(op);
  }
}

// Elmqvist, Åström, Schönthal and Wittenmark (1990), the appendix on the language.
auto SimnonOperator(Op op) -> CodeOperator {
  switch (op) {
    case Op::Equal:
    case Op::NotEqual:
    case Op::LessEqual:
    case Op::GreaterEqual:
    case Op::Ceil:         return {};
    case Op::Not:          return {"not ", true};
    case Op::And:          return {" and ", true};
    case Op::Or:           return {" or ", true};
    case Op::Pow:          return {"^", true};
    case Op::Log:          return {"ln"};
    case Op::Log10:        return {"log"};
    case Op::Asin:         return {"arcsin"};
    case Op::Acos:         return {"arccos"};
    case Op::Atan:         return {"atan"};
    case Op::Sign:         return {"sign"};
    case Op::Floor:        return {"int"};
    case Op::Mod:          return {"mod"};
    default:               return CommonOperator(op);
  }
}

// Korn (1989, 2012): relations exist only through swtch, min and max not at all.
auto DesireOperator(Op op) -> CodeOperator {
  if (group_of(op) == Group::Relation) return {};
  switch (op) {
    case Op::Pow:   return {"^", true};
    case Op::Log:   return {"ln"};
    case Op::Sign:  return {"sgn"};
    case Op::Atan2:
    case Op::Log10:
    case Op::Min:
    case Op::Max:   return {};
    default:        return CommonOperator(op);
  }
}

}  // namespace kerf::expr
