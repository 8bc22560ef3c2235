// One switch from tape instructions to IR. Only what the fast instruction selector knows is used where there
// is a choice: the rest is translated several times slower.
#include "codegen/row_emitter.h"

#include <llvm/IR/IRBuilder.h>

#include "codegen/symbols.h"

namespace kerf::codegen {

using llvm::Value;
using model::Instr;
using model::TapeOp;

void RowEmitter::Emit(const model::Shape& shape, Slots& slots) {
  shape_ = &shape;
  last_call_ = nullptr;
  results_.clear();
  for (const Instr& instr : shape.code) results_.push_back(EmitInstr(instr, slots));
}

auto RowEmitter::EmitInstr(const Instr& instr, Slots& slots) -> IrResult {
  const auto [op, a, b, c] = instr;
  switch (op) {
    case TapeOp::Const:        return {Real(const_value(instr)), nullptr};
    case TapeOp::Load:         return slots.Load(a);
    case TapeOp::Store:        return EmitStore(instr, slots);
    case TapeOp::Neg:          return {ir_.CreateFNeg(Number(a)), nullptr};
    case TapeOp::Add:          return {ir_.CreateFAdd(Number(a), Number(b)), nullptr};
    case TapeOp::Sub:          return {ir_.CreateFSub(Number(a), Number(b)), nullptr};
    case TapeOp::Mul:          return {ir_.CreateFMul(Number(a), Number(b)), nullptr};
    case TapeOp::Div:          return {ir_.CreateFDiv(Number(a), Number(b)), nullptr};
    case TapeOp::PowInt:       return {EmitPowInt(Number(a), static_cast<int32_t>(b)), nullptr};
    case TapeOp::Less:         return {nullptr, ir_.CreateFCmpOLT(Number(a), Number(b))};
    case TapeOp::LessEqual:    return {nullptr, ir_.CreateFCmpOLE(Number(a), Number(b))};
    case TapeOp::Greater:      return {nullptr, ir_.CreateFCmpOGT(Number(a), Number(b))};
    case TapeOp::GreaterEqual: return {nullptr, ir_.CreateFCmpOGE(Number(a), Number(b))};
    case TapeOp::Equal:        return {nullptr, ir_.CreateFCmpOEQ(Number(a), Number(b))};
    case TapeOp::NotEqual:     return {nullptr, ir_.CreateFCmpUNE(Number(a), Number(b))};
    case TapeOp::Not:          return {nullptr, ir_.CreateNot(Truth(a))};
    case TapeOp::And:          return {nullptr, ir_.CreateAnd(Truth(a), Truth(b))};
    case TapeOp::Or:           return {nullptr, ir_.CreateOr(Truth(a), Truth(b))};
    case TapeOp::Select:       return {ir_.CreateSelect(Truth(a), Number(b), Number(c)), nullptr};
    case TapeOp::Abs:          return {EmitAbs(Number(a)), nullptr};
    case TapeOp::Sign:         return {EmitSign(Number(a)), nullptr};
    case TapeOp::Sqrt:         return {ir_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, Number(a)), nullptr};
    case TapeOp::Floor:        return {ir_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, Number(a)), nullptr};
    case TapeOp::Ceil:         return {ir_.CreateUnaryIntrinsic(llvm::Intrinsic::ceil, Number(a)), nullptr};
    case TapeOp::Min:          return {EmitMinMax(instr, true), nullptr};
    case TapeOp::Max:          return {EmitMinMax(instr, false), nullptr};
    case TapeOp::Mod:          return {EmitMod(instr), nullptr};
    case TapeOp::Pow:
    case TapeOp::Exp:
    case TapeOp::Log:
    case TapeOp::Log10:
    case TapeOp::Sin:
    case TapeOp::Cos:
    case TapeOp::Tan:
    case TapeOp::Asin:
    case TapeOp::Acos:
    case TapeOp::Atan:
    case TapeOp::Sinh:
    case TapeOp::Cosh:
    case TapeOp::Tanh:
    case TapeOp::Atan2:        return {EmitLibm(instr), nullptr};
    case TapeOp::Call:         return {EmitCall(instr), nullptr};
    case TapeOp::CallPartial:  return {EmitCallPartial(instr), nullptr};
  }
  return {};
}

auto RowEmitter::EmitStore(const Instr& instr, Slots& slots) -> IrResult {
  Number(instr.a);
  slots.Store(instr.b, results_[instr.a]);
  return results_[instr.a];
}

auto RowEmitter::EmitMinMax(const Instr& instr, bool is_min) -> Value* {
  Value* a = Number(instr.a);
  Value* b = Number(instr.b);
  Value* better = ir_.CreateSelect(is_min ? ir_.CreateFCmpOLT(a, b) : ir_.CreateFCmpOGT(a, b), a, b);
  return ir_.CreateSelect(ir_.CreateFCmpUNO(a, a), a, better);
}

auto RowEmitter::EmitMod(const Instr& instr) -> Value* {
  Value* a = Number(instr.a);
  Value* b = Number(instr.b);
  Value* whole = ir_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, ir_.CreateFDiv(a, b));
  return ir_.CreateFSub(a, ir_.CreateFMul(whole, b));
}

auto RowEmitter::EmitPowInt(Value* x, int32_t n) -> Value* {
  Value* power = nullptr;
  auto left = static_cast<uint64_t>(std::abs(int64_t{n}));
  for (Value* factor = x; left != 0; left >>= 1) {
    if ((left & 1) != 0) power = power == nullptr ? factor : ir_.CreateFMul(power, factor);
    if (left > 1) factor = ir_.CreateFMul(factor, factor);
  }
  if (power == nullptr) return Real(1.0);
  return n < 0 ? ir_.CreateFDiv(Real(1.0), power) : power;
}

// By clearing the sign bit: the fast instruction selector does not know llvm.fabs.
auto RowEmitter::EmitAbs(Value* x) -> Value* {
  Value* bits = ir_.CreateBitCast(x, ir_.getInt64Ty());
  return ir_.CreateBitCast(ir_.CreateAnd(bits, ir_.getInt64(~(uint64_t{1} << 63))), ir_.getDoubleTy());
}

auto RowEmitter::EmitSign(Value* x) -> Value* {
  Value* not_above = ir_.CreateSelect(ir_.CreateFCmpOLT(x, Real(0.0)), Real(-1.0), x);
  return ir_.CreateSelect(ir_.CreateFCmpOGT(x, Real(0.0)), Real(1.0), not_above);
}

auto RowEmitter::Number(uint32_t k) -> Value* {
  IrResult& result = results_[k];
  if (result.number == nullptr) result.number = ir_.CreateSelect(result.truth, Real(1.0), Real(0.0));
  return result.number;
}

auto RowEmitter::Truth(uint32_t k) -> Value* {
  IrResult& result = results_[k];
  if (result.truth == nullptr) result.truth = ir_.CreateFCmpUNE(result.number, Real(0.0));
  return result.truth;
}

auto RowEmitter::Real(double value) -> Value* { return llvm::ConstantFP::get(ir_.getDoubleTy(), value); }

}  // namespace kerf::codegen
