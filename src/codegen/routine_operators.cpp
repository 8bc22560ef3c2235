// Operators of routines, with the results of process/apply.cpp.
#include <cmath>

#include "base/check.h"
#include "codegen/routine_emitter.h"

namespace kerf::codegen {

using llvm::Value;

namespace {

// By address: LLVM must not take them for functions it knows. What the fast instruction selector does not
// know is a call as well.
auto LibraryAddress(expr::Op op) -> uint64_t {
  using One = double (*)(double);
  using Two = double (*)(double, double);
  const auto one = [](One function) { return reinterpret_cast<uint64_t>(function); };
  const auto two = [](Two function) { return reinterpret_cast<uint64_t>(function); };
  switch (op) {
    case expr::Op::Exp:         return one(std::exp);
    case expr::Op::Log:         return one(std::log);
    case expr::Op::Log10:       return one(std::log10);
    case expr::Op::Sin:         return one(std::sin);
    case expr::Op::Cos:         return one(std::cos);
    case expr::Op::Tan:         return one(std::tan);
    case expr::Op::Asin:        return one(std::asin);
    case expr::Op::Acos:        return one(std::acos);
    case expr::Op::Atan:        return one(std::atan);
    case expr::Op::Sinh:        return one(std::sinh);
    case expr::Op::Cosh:        return one(std::cosh);
    case expr::Op::Tanh:        return one(std::tanh);
    case expr::Op::Floor:       return one(std::floor);
    case expr::Op::Ceil:        return one(std::ceil);
    case expr::Op::IntegerPart: return one(std::trunc);
    case expr::Op::Pow:         return two(std::pow);
    case expr::Op::Atan2:       return two(std::atan2);
    default:                    break;
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

auto RoutineEmitter::Unary(expr::Op op, uint32_t reg) -> Value* {
  Value* x = Get(reg);
  switch (op) {
    case expr::Op::Neg: return ir_.CreateFNeg(x);
    case expr::Op::Abs: {
      // By clearing the sign bit: the fast instruction selector does not know llvm.fabs.
      Value* bits = ir_.CreateBitCast(x, ir_.getInt64Ty());
      return ir_.CreateBitCast(ir_.CreateAnd(bits, ir_.getInt64(~(uint64_t{1} << 63U))), ir_.getDoubleTy());
    }
    case expr::Op::Sign: {
      Value* not_above = ir_.CreateSelect(ir_.CreateFCmpOLT(x, Real(0)), Real(-1), Real(0));
      return ir_.CreateSelect(ir_.CreateFCmpOGT(x, Real(0)), Real(1), not_above);
    }
    case expr::Op::Sqrt: return ir_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x);
    default:             return LibraryCall(LibraryAddress(op), {x});
  }
}

auto RoutineEmitter::Binary(expr::Op op, uint32_t left, uint32_t right) -> Value* {
  Value* x = Get(left);
  Value* y = Get(right);
  switch (op) {
    case expr::Op::Add: return ir_.CreateFAdd(x, y);
    case expr::Op::Sub: return ir_.CreateFSub(x, y);
    case expr::Op::Mul: return ir_.CreateFMul(x, y);
    case expr::Op::Div: return ir_.CreateFDiv(x, y);
    // As std::min and std::max: the first unless the second is better.
    case expr::Op::Min: return ir_.CreateSelect(ir_.CreateFCmpOLT(y, x), y, x);
    case expr::Op::Max: return ir_.CreateSelect(ir_.CreateFCmpOLT(x, y), y, x);
    case expr::Op::Mod: {
      Value* whole = LibraryCall(LibraryAddress(expr::Op::Floor), {ir_.CreateFDiv(x, y)});
      return ir_.CreateFSub(x, ir_.CreateFMul(y, whole));
    }
    default: return LibraryCall(LibraryAddress(op), {x, y});
  }
}

auto RoutineEmitter::Comparison(expr::Op op, uint32_t x, uint32_t y) -> Value* {
  switch (op) {
    case expr::Op::Less:         return ir_.CreateFCmpOLT(Get(x), Get(y));
    case expr::Op::LessEqual:    return ir_.CreateFCmpOLE(Get(x), Get(y));
    case expr::Op::Greater:      return ir_.CreateFCmpOGT(Get(x), Get(y));
    case expr::Op::GreaterEqual: return ir_.CreateFCmpOGE(Get(x), Get(y));
    case expr::Op::Equal:        return ir_.CreateFCmpOEQ(Get(x), Get(y));
    case expr::Op::NotEqual:     return ir_.CreateFCmpUNE(Get(x), Get(y));
    case expr::Op::And:          return ir_.CreateAnd(TruthOf(x), TruthOf(y));
    case expr::Op::Or:           return ir_.CreateOr(TruthOf(x), TruthOf(y));
    default:                     return nullptr;
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
