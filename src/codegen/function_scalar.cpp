// Operators on scalars, with the results of flat/interpret_scalar.cpp.
#include <array>
#include <cmath>

#include "base/check.h"
#include "codegen/function_emitter.h"

namespace kerf::codegen {

namespace {

using expr::Op;

// Functions of the C library, by address: LLVM must not take them for those it knows and replaces. 0 if there
// is none.
auto TryLibraryAddress(Op op) -> uint64_t {
  using One = double (*)(double);
  using Two = double (*)(double, double);
  const auto one = [](One function) { return reinterpret_cast<uint64_t>(function); };
  const auto two = [](Two function) { return reinterpret_cast<uint64_t>(function); };
  switch (op) {
    case Op::Exp:       return one(std::exp);
    case Op::Log:       return one(std::log);
    case Op::Log10:     return one(std::log10);
    case Op::Sin:       return one(std::sin);
    case Op::Cos:       return one(std::cos);
    case Op::Tan:       return one(std::tan);
    case Op::Asin:      return one(std::asin);
    case Op::Acos:      return one(std::acos);
    case Op::Atan:      return one(std::atan);
    case Op::Sinh:      return one(std::sinh);
    case Op::Cosh:      return one(std::cosh);
    case Op::Tanh:      return one(std::tanh);
    case Op::Pow:       return two(std::pow);
    case Op::Atan2:     return two(std::atan2);
    case Op::Remainder: return two(std::fmod);
    default:            return 0;
  }
}

auto IsAlwaysReal(Op op) -> bool {
  return op == Op::Div || op == Op::ElementDiv || op == Op::Pow || op == Op::ElementPow || op == Op::Atan2;
}

}  // namespace

auto FunctionEmitter::LibraryCall(Op op, llvm::ArrayRef<IrValue> arguments) -> IrValue {
  const uint64_t address = TryLibraryAddress(op);
  KERF_CHECK(address != 0);
  const llvm::SmallVector<llvm::Type*, 2> types(arguments.size(), ir_.getDoubleTy());
  auto* type = llvm::FunctionType::get(ir_.getDoubleTy(), types, false);
  auto* call = ir_.CreateCall(type, ir_.CreateIntToPtr(ir_.getInt64(address), ir_.getPtrTy()), arguments);
  call->setDoesNotThrow();
  call->setDoesNotAccessMemory();
  call->addFnAttr(llvm::Attribute::WillReturn);
  return call;
}

auto FunctionEmitter::RealOf(const Leaf& x) -> IrValue {
  return x.kind == Kind::Real ? x.value : ir_.CreateSIToFP(x.value, ir_.getDoubleTy());
}

// A Real that must be a whole number.
auto FunctionEmitter::WholeNumber(IrValue x) -> IrValue {
  IrValue whole =
      ir_.CreateIntrinsic(llvm::Intrinsic::fptosi_sat, {ir_.getInt64Ty(), ir_.getDoubleTy()}, {x});
  Flag(ir_.CreateFCmpUNE(ir_.CreateSIToFP(whole, ir_.getDoubleTy()), x));
  return whole;
}

auto FunctionEmitter::Overflowing(llvm::Intrinsic::ID id, IrValue a, IrValue b) -> IrValue {
  IrValue both = ir_.CreateBinaryIntrinsic(id, a, b);
  Flag(ir_.CreateExtractValue(both, 1));
  return ir_.CreateExtractValue(both, 0);
}

auto FunctionEmitter::IntegerBinary(Op op, IrValue a, IrValue b) -> IrValue {
  switch (op) {
    case Op::Add:
    case Op::ElementAdd: return Overflowing(llvm::Intrinsic::sadd_with_overflow, a, b);
    case Op::Sub:
    case Op::ElementSub: return Overflowing(llvm::Intrinsic::ssub_with_overflow, a, b);
    case Op::Mul:
    case Op::ElementMul: return Overflowing(llvm::Intrinsic::smul_with_overflow, a, b);
    case Op::Min:        return ir_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
    case Op::Max:        return ir_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, b);
    default:             break;
  }
  // Neither a division by zero nor the least number by -1 may trap.
  IrValue is_zero = ir_.CreateICmpEQ(b, Int(0));
  IrValue is_minus_one = ir_.CreateICmpEQ(b, Int(-1));
  Flag(is_zero);
  IrValue divisor = ir_.CreateSelect(ir_.CreateOr(is_zero, is_minus_one), Int(1), b);
  if (op == Op::Quotient) {
    IrValue minus = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::ssub_with_overflow, Int(0), a);
    Flag(ir_.CreateAnd(is_minus_one, ir_.CreateExtractValue(minus, 1)));
    return ir_.CreateSelect(is_minus_one, ir_.CreateExtractValue(minus, 0), ir_.CreateSDiv(a, divisor));
  }
  IrValue rest = ir_.CreateSRem(a, divisor);
  if (op == Op::Remainder) return rest;
  IrValue differs = ir_.CreateICmpNE(ir_.CreateICmpSLT(rest, Int(0)), ir_.CreateICmpSLT(b, Int(0)));
  IrValue shifts = ir_.CreateAnd(ir_.CreateICmpNE(rest, Int(0)), differs);
  // The remainder by 1, which stands for -1, is 0.
  return ir_.CreateSelect(shifts, ir_.CreateAdd(rest, b), rest);
}

// a^n for an Integer exponent also holds for a <= 0; 0^0 is 1.
auto FunctionEmitter::Power(const Leaf& x, const Leaf& y) -> IrValue {
  IrValue a = RealOf(x);
  IrValue b = RealOf(y);
  const bool is_integer = y.kind == Kind::Integer;
  const auto* exponent = llvm::dyn_cast<llvm::ConstantFP>(b);
  if (exponent != nullptr && exponent->isExactlyValue(2.0)) return ir_.CreateFMul(a, a);
  IrValue zero = RealNumber(0);
  IrValue is_low = is_integer ? ir_.CreateFCmpOLT(b, zero) : ir_.CreateFCmpOLE(b, zero);
  Flag(ir_.CreateAnd(ir_.CreateFCmpOEQ(a, zero), is_low));
  if (!is_integer) {
    IrValue is_part = ir_.CreateFCmpUNE(b, ir_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, b));
    Flag(ir_.CreateAnd(ir_.CreateFCmpOLT(a, zero), is_part));
  }
  return LibraryCall(Op::Pow, {a, b});
}

auto FunctionEmitter::RealBinary(Op op, const Leaf& x, const Leaf& y) -> IrValue {
  if (op == Op::Pow || op == Op::ElementPow) return Power(x, y);
  IrValue a = RealOf(x);
  IrValue b = RealOf(y);
  switch (op) {
    case Op::Add:
    case Op::ElementAdd: return ir_.CreateFAdd(a, b);
    case Op::Sub:
    case Op::ElementSub: return ir_.CreateFSub(a, b);
    case Op::Mul:
    case Op::ElementMul: return ir_.CreateFMul(a, b);
    case Op::Atan2:      return LibraryCall(op, {a, b});
    // One number and NaN give the number.
    case Op::Min:
      return ir_.CreateSelect(ir_.CreateOr(ir_.CreateFCmpOLE(a, b), ir_.CreateFCmpUNO(b, b)), a, b);
    case Op::Max:
      return ir_.CreateSelect(ir_.CreateOr(ir_.CreateFCmpOGE(a, b), ir_.CreateFCmpUNO(b, b)), a, b);
    default: break;
  }
  Flag(ir_.CreateFCmpOEQ(b, RealNumber(0)));
  if (op == Op::Remainder) return LibraryCall(op, {a, b});
  IrValue quotient = ir_.CreateFDiv(a, b);
  if (op == Op::Quotient) return ir_.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, quotient);
  if (op != Op::Mod) return quotient;
  IrValue whole = ir_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, quotient);
  return ir_.CreateFSub(a, ir_.CreateFMul(whole, b));
}

auto FunctionEmitter::Compare(Op op, const Leaf& x, const Leaf& y) -> IrValue {
  using Predicate = llvm::CmpInst::Predicate;
  const bool is_real = x.kind == Kind::Real || y.kind == Kind::Real;
  const auto predicate = [&]() -> Predicate {
    switch (op) {
      case Op::Less:         return is_real ? Predicate::FCMP_OLT : Predicate::ICMP_SLT;
      case Op::LessEqual:    return is_real ? Predicate::FCMP_OLE : Predicate::ICMP_SLE;
      case Op::Greater:      return is_real ? Predicate::FCMP_OGT : Predicate::ICMP_SGT;
      case Op::GreaterEqual: return is_real ? Predicate::FCMP_OGE : Predicate::ICMP_SGE;
      case Op::Equal:        return is_real ? Predicate::FCMP_OEQ : Predicate::ICMP_EQ;
      default:               return is_real ? Predicate::FCMP_UNE : Predicate::ICMP_NE;
    }
  };
  IrValue holds = is_real ? ir_.CreateFCmp(predicate(), RealOf(x), RealOf(y))
                          : ir_.CreateICmp(predicate(), x.value, y.value);
  return ir_.CreateZExt(holds, ir_.getInt64Ty());
}

auto FunctionEmitter::ScalarBinary(Op op, const Leaf& x, const Leaf& y) -> std::optional<Leaf> {
  const bool is_relation = expr::group_of(op) == expr::Group::Relation;
  if (x.kind == Kind::Text && op != Op::Equal && op != Op::NotEqual) return std::nullopt;
  if (is_relation) return ScalarLeaf(Kind::Boolean, Compare(op, x, y));
  if (op == Op::And) return ScalarLeaf(Kind::Boolean, ir_.CreateAnd(x.value, y.value));
  if (op == Op::Or) return ScalarLeaf(Kind::Boolean, ir_.CreateOr(x.value, y.value));
  if (IsNumber(x.kind) && IsNumber(y.kind)) {
    const bool is_integer = x.kind == Kind::Integer && y.kind == Kind::Integer && !IsAlwaysReal(op);
    if (is_integer) return ScalarLeaf(Kind::Integer, IntegerBinary(op, x.value, y.value));
    return ScalarLeaf(Kind::Real, RealBinary(op, x, y));
  }
  const bool is_choice = op == Op::Min || op == Op::Max;
  if (x.kind != y.kind || !is_choice) return std::nullopt;
  return ScalarLeaf(x.kind, IntegerBinary(op, x.value, y.value), x.detail);
}

auto FunctionEmitter::ScalarUnary(Op op, uint16_t detail, const Leaf& x) -> std::optional<Leaf> {
  const bool is_integer = x.kind == Kind::Integer;
  IrValue v = x.value;
  switch (op) {
    case Op::Not:
      return ScalarLeaf(Kind::Boolean, ir_.CreateZExt(ir_.CreateICmpEQ(v, Int(0)), ir_.getInt64Ty()));
    case Op::ToReal:        return ScalarLeaf(Kind::Real, RealOf(x));
    case Op::ToInteger:     return x.kind == Kind::Real ? x : ScalarLeaf(Kind::Integer, v);
    case Op::ToEnumeration: {
      const auto last = static_cast<int64_t>(world_.enumerations[detail].literals.size());
      Flag(ir_.CreateICmpUGE(ir_.CreateSub(v, Int(1)), Int(last)));
      return ScalarLeaf(Kind::Enumeration, v, detail);
    }
    default: break;
  }
  if (!IsNumber(x.kind)) return std::nullopt;
  if (is_integer && op == Op::Neg) return ScalarLeaf(Kind::Integer, IntegerBinary(Op::Sub, Int(0), v));
  if (is_integer && op == Op::Abs) {
    IrValue minus = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::ssub_with_overflow, Int(0), v);
    IrValue is_low = ir_.CreateICmpSLT(v, Int(0));
    Flag(ir_.CreateAnd(is_low, ir_.CreateExtractValue(minus, 1)));
    return ScalarLeaf(Kind::Integer, ir_.CreateSelect(is_low, ir_.CreateExtractValue(minus, 0), v));
  }
  if (is_integer && op == Op::Sign) {
    IrValue is_high = ir_.CreateZExt(ir_.CreateICmpSGT(v, Int(0)), ir_.getInt64Ty());
    IrValue is_low = ir_.CreateZExt(ir_.CreateICmpSLT(v, Int(0)), ir_.getInt64Ty());
    return ScalarLeaf(Kind::Integer, ir_.CreateSub(is_high, is_low));
  }
  if (op == Op::IntegerPart) {
    if (is_integer) return x;
    return ScalarLeaf(Kind::Integer, WholeNumber(ir_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, v)));
  }
  IrValue r = RealOf(x);
  IrValue zero = RealNumber(0);
  IrValue one = RealNumber(1);
  const auto real = [&](IrValue value) { return ScalarLeaf(Kind::Real, value); };
  switch (op) {
    case Op::Neg:   return real(ir_.CreateFNeg(r));
    case Op::Abs:   return real(ir_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, r));
    case Op::Floor: return real(ir_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, r));
    case Op::Ceil:  return real(ir_.CreateUnaryIntrinsic(llvm::Intrinsic::ceil, r));
    case Op::Sign:
      return real(ir_.CreateSelect(ir_.CreateFCmpOGT(r, zero), one,
                                   ir_.CreateSelect(ir_.CreateFCmpOLT(r, zero), RealNumber(-1), r)));
    case Op::Sqrt:
      Flag(ir_.CreateFCmpOLT(r, zero));
      return real(ir_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, r));
    case Op::Log:
    case Op::Log10: Flag(ir_.CreateFCmpOLE(r, zero)); break;
    case Op::Asin:
    case Op::Acos:  Flag(ir_.CreateFCmpOGT(ir_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, r), one)); break;
    default:        break;
  }
  if (TryLibraryAddress(op) == 0) return std::nullopt;
  return real(LibraryCall(op, {r}));
}

}  // namespace kerf::codegen
