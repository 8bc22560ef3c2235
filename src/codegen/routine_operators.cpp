// Operators of routines, with the results of process/apply.cpp.
#include <cmath>

#include "base/check.h"
#include "codegen/routine_emitter.h"

namespace kerf::codegen {

using llvm::Value;
using O = expr::Op;

namespace {

// By address: LLVM must not take them for functions it knows. What the fast instruction selector does not
// know is a call as well.
auto LibraryAddress(O op) -> uint64_t {
  using One = double (*)(double);
  using Two = double (*)(double, double);
  const auto one = [](One function) { return reinterpret_cast<uint64_t>(function); };
  const auto two = [](Two function) { return reinterpret_cast<uint64_t>(function); };
  switch (op) {
    case O::Exp:         return one(std::exp);
    case O::Log:         return one(std::log);
    case O::Log10:       return one(std::log10);
    case O::Sin:         return one(std::sin);
    case O::Cos:         return one(std::cos);
    case O::Tan:         return one(std::tan);
    case O::Asin:        return one(std::asin);
    case O::Acos:        return one(std::acos);
    case O::Atan:        return one(std::atan);
    case O::Sinh:        return one(std::sinh);
    case O::Cosh:        return one(std::cosh);
    case O::Tanh:        return one(std::tanh);
    case O::Floor:       return one(std::floor);
    case O::Ceil:        return one(std::ceil);
    case O::IntegerPart: return one(std::trunc);
    case O::Pow:         return two(std::pow);
    case O::Atan2:       return two(std::atan2);
    default:             break;
  }
  KERF_CHECK(false);
  return 0;
}

}  // namespace

auto RoutineEmitter::LibraryCall(uint64_t address, llvm::ArrayRef<Value*> arguments) -> Value* {
  const llvm::SmallVector<llvm::Type*, 2> types(arguments.size(), ir_.getDoubleTy());
  auto* call =
      ir_.CreateCall(llvm::FunctionType::get(ir_.getDoubleTy(), types, false), Pointer(address), arguments);
  call->setDoesNotThrow();
  return call;
}

auto RoutineEmitter::Unary(O op, uint32_t reg) -> Value* {
  Value* x = Get(reg);
  switch (op) {
    case O::Neg: return ir_.CreateFNeg(x);
    case O::Abs: {
      // By clearing the sign bit: the fast instruction selector does not know llvm.fabs.
      Value* bits = ir_.CreateBitCast(x, ir_.getInt64Ty());
      return ir_.CreateBitCast(ir_.CreateAnd(bits, ir_.getInt64(~(uint64_t{1} << 63U))), ir_.getDoubleTy());
    }
    case O::Sign: {
      Value* not_above = ir_.CreateSelect(ir_.CreateFCmpOLT(x, Real(0)), Real(-1), Real(0));
      return ir_.CreateSelect(ir_.CreateFCmpOGT(x, Real(0)), Real(1), not_above);
    }
    case O::Sqrt: return ir_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x);
    default:      return LibraryCall(LibraryAddress(op), {x});
  }
}

auto RoutineEmitter::Binary(O op, uint32_t left, uint32_t right) -> Value* {
  Value* x = Get(left);
  Value* y = Get(right);
  switch (op) {
    case O::Add: return ir_.CreateFAdd(x, y);
    case O::Sub: return ir_.CreateFSub(x, y);
    case O::Mul: return ir_.CreateFMul(x, y);
    case O::Div: return ir_.CreateFDiv(x, y);
    // As std::min and std::max: the first unless the second is better.
    case O::Min: return ir_.CreateSelect(ir_.CreateFCmpOLT(y, x), y, x);
    case O::Max: return ir_.CreateSelect(ir_.CreateFCmpOLT(x, y), y, x);
    case O::Mod: {
      Value* whole = LibraryCall(LibraryAddress(O::Floor), {ir_.CreateFDiv(x, y)});
      return ir_.CreateFSub(x, ir_.CreateFMul(y, whole));
    }
    default: return LibraryCall(LibraryAddress(op), {x, y});
  }
}

auto RoutineEmitter::Comparison(O op, uint32_t x, uint32_t y) -> Value* {
  switch (op) {
    case O::Less:         return ir_.CreateFCmpOLT(Get(x), Get(y));
    case O::LessEqual:    return ir_.CreateFCmpOLE(Get(x), Get(y));
    case O::Greater:      return ir_.CreateFCmpOGT(Get(x), Get(y));
    case O::GreaterEqual: return ir_.CreateFCmpOGE(Get(x), Get(y));
    case O::Equal:        return ir_.CreateFCmpOEQ(Get(x), Get(y));
    case O::NotEqual:     return ir_.CreateFCmpUNE(Get(x), Get(y));
    case O::And:          return ir_.CreateAnd(TruthOf(x), TruthOf(y));
    case O::Or:           return ir_.CreateOr(TruthOf(x), TruthOf(y));
    default:              return nullptr;
  }
}

auto RoutineEmitter::TruthOf(uint32_t reg) -> Value* {
  const auto known = truths_.find(reg);
  return known == truths_.end() ? ir_.CreateFCmpUNE(Get(reg), Real(0)) : known->second;
}

void RoutineEmitter::SetTruth(uint32_t reg, Value* truth) {
  Set(reg, ir_.CreateSelect(truth, Real(1), Real(0)));
  truths_[reg] = truth;
}

}  // namespace kerf::codegen
