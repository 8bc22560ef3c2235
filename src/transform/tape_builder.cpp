// Lowering of expressions to tape instructions. Literals are folded here, not in the DAG.
#include "transform/tape_builder.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"

namespace kerf::transform {

using expr::ExprId;
using expr::Op;
using simcode::Instr;
using simcode::TapeOp;

namespace {

// The instruction that does what an operator does; none for those lowered otherwise.
auto TapeOpOf(Op op) -> std::optional<TapeOp> {
  switch (op) {
    case Op::Neg:          return TapeOp::Neg;
    case Op::Add:          return TapeOp::Add;
    case Op::Sub:          return TapeOp::Sub;
    case Op::Mul:          return TapeOp::Mul;
    case Op::Div:          return TapeOp::Div;
    case Op::Less:         return TapeOp::Less;
    case Op::LessEqual:    return TapeOp::LessEqual;
    case Op::Greater:      return TapeOp::Greater;
    case Op::GreaterEqual: return TapeOp::GreaterEqual;
    case Op::Equal:        return TapeOp::Equal;
    case Op::NotEqual:     return TapeOp::NotEqual;
    case Op::Not:          return TapeOp::Not;
    case Op::And:          return TapeOp::And;
    case Op::Or:           return TapeOp::Or;
    case Op::If:           return TapeOp::Select;
    case Op::Abs:          return TapeOp::Abs;
    case Op::Sign:         return TapeOp::Sign;
    case Op::Sqrt:         return TapeOp::Sqrt;
    case Op::Exp:          return TapeOp::Exp;
    case Op::Log:          return TapeOp::Log;
    case Op::Log10:        return TapeOp::Log10;
    case Op::Sin:          return TapeOp::Sin;
    case Op::Cos:          return TapeOp::Cos;
    case Op::Tan:          return TapeOp::Tan;
    case Op::Asin:         return TapeOp::Asin;
    case Op::Acos:         return TapeOp::Acos;
    case Op::Atan:         return TapeOp::Atan;
    case Op::Sinh:         return TapeOp::Sinh;
    case Op::Cosh:         return TapeOp::Cosh;
    case Op::Tanh:         return TapeOp::Tanh;
    case Op::Floor:        return TapeOp::Floor;
    case Op::Ceil:         return TapeOp::Ceil;
    case Op::Atan2:        return TapeOp::Atan2;
    case Op::Min:          return TapeOp::Min;
    case Op::Max:          return TapeOp::Max;
    case Op::Mod:          return TapeOp::Mod;
    default:               return std::nullopt;
  }
}

auto HashShape(const simcode::Shape& shape) -> uint64_t {
  uint64_t hash = shape.code.size();
  for (const Instr& instr : shape.code) {
    hash = base::Combine(hash, uint64_t{static_cast<uint8_t>(instr.op)} << 32 | instr.a);
    hash = base::Combine(hash, uint64_t{instr.b} << 32 | instr.c);
  }
  for (const uint32_t arg : shape.call_args) hash = base::Combine(hash, arg);
  return hash;
}

}  // namespace

auto TapeBuilder::Emit(const Instr& instr) -> uint32_t {
  shape_.code.push_back(instr);
  return static_cast<uint32_t>(shape_.code.size() - 1);
}

auto TapeBuilder::Load(uint32_t slot) -> uint32_t {
  row_.push_back(slot);
  return Emit({TapeOp::Load, static_cast<uint32_t>(row_.size() - 1), 0, 0});
}

auto TapeBuilder::FunctionNumber(expr::FunctionId function, uint32_t n_arguments) -> uint32_t {
  auto& functions = simcode_.functions;
  for (uint32_t k = 0; k < functions.size(); ++k) {
    if (functions[k] == function && simcode_.function_arguments[k] == n_arguments) return k;
  }
  functions.push_back(function);
  simcode_.function_arguments.push_back(n_arguments);
  return static_cast<uint32_t>(functions.size() - 1);
}

auto TapeBuilder::LowerCall(ExprId call, ExprId value, TapeOp op, uint32_t detail) -> uint32_t {
  const uint32_t condition = EmitGuard(guard_of_.Has(value) ? guard_of_[value] : 0);
  const size_t count = pool_.operands(call).size();
  std::vector<uint32_t> args;
  for (size_t k = 1; k < count; ++k) args.push_back(Use(pool_.operand(call, k)));
  const auto first = static_cast<uint32_t>(shape_.call_args.size());
  shape_.call_args.push_back(condition);
  shape_.call_args.insert(shape_.call_args.end(), args.begin(), args.end());
  return Emit({op, FunctionNumber(pool_.function(pool_.operand(call, 0)), static_cast<uint32_t>(args.size())),
               first, detail});
}

// A Call is emitted where it is used as a value; Output and Partial refer to it without its first output.
auto TapeBuilder::Use(ExprId id) -> uint32_t {
  uint32_t& result = result_[id];
  if (result != kNotYet) return result;
  const uint32_t emitted = LowerCall(id, id, TapeOp::Call, 0);
  result_[id] = emitted;
  return emitted;
}

auto TapeBuilder::LowerPower(ExprId id) -> uint32_t {
  constexpr double kMaxIntPower = 64;
  const ExprId exponent = pool_.operand(id, 1);
  const uint32_t base = Use(pool_.operand(id, 0));
  const uint32_t power = Use(exponent);
  if (shape_.code[power].op == TapeOp::Const) {
    const double value = const_value(shape_.code[power]);
    if (value == std::floor(value) && std::fabs(value) <= kMaxIntPower) {
      return Emit({TapeOp::PowInt, base, static_cast<uint32_t>(static_cast<int32_t>(value)), 0});
    }
    if (value == 0.5) return Emit({TapeOp::Sqrt, base, 0, 0});
  }
  return Emit({TapeOp::Pow, base, power, 0});
}

auto TapeBuilder::LowerNode(ExprId id) -> uint32_t {
  const Op op = pool_.op(id);
  if (pool_.IsNumber(id)) return Emit(simcode::ConstInstr(pool_.number(id)));
  if (op == Op::Boolean) return Emit(simcode::ConstInstr(pool_.boolean(id) ? 1 : 0));
  if (op == Op::Var) return Load(slots_.Resolve(pool_.var(id)));
  if (op == Op::Time) return Load(time_slot_);
  if (op == Op::Call || op == Op::Function) return kNotYet;
  if (op == Op::Output)
    return LowerCall(pool_.operand(id, 0), id, TapeOp::Call,
                     static_cast<uint32_t>(pool_.integer(pool_.operand(id, 1))));
  if (op == Op::Partial) {
    const ExprId inner = pool_.operand(id, 0);
    const bool is_output = pool_.op(inner) == Op::Output;
    const auto output = is_output ? static_cast<uint32_t>(pool_.integer(pool_.operand(inner, 1))) : 0;
    const auto argument = static_cast<uint32_t>(pool_.integer(pool_.operand(id, 1)));
    return LowerCall(is_output ? pool_.operand(inner, 0) : inner, id, TapeOp::CallPartial,
                     output * 65536 + argument);
  }

  std::array<uint32_t, 3> operands{};
  std::array<double, 3> values{};
  bool all_const = true;
  size_t count = 0;
  for (const ExprId operand : pool_.operands(id)) {
    const uint32_t k = Use(operand);
    all_const = all_const && shape_.code[k].op == TapeOp::Const;
    if (all_const) values[count] = const_value(shape_.code[k]);
    operands[count++] = k;
  }
  if (all_const) {
    if (const auto value = expr::EvaluateOp(op, {values.data(), count}))
      return Emit(simcode::ConstInstr(*value));
  }
  if (op == Op::Pow) return LowerPower(id);
  const auto tape_op = TapeOpOf(op);
  KERF_CHECK(tape_op.has_value());
  return Emit({*tape_op, operands[0], operands[1], operands[2]});
}

auto TapeBuilder::InternShape() -> simcode::ShapeId {
  shape_.n_args = static_cast<uint32_t>(row_.size());
  auto& shapes = simcode_.tape.shapes;
  return simcode::ShapeId{shape_index_.FindOrAdd(
      HashShape(shape_), [&](uint32_t i) { return shapes[simcode::ShapeId{i}] == shape_; },
      [&] { return shapes.Add(shape_).index; })};
}

auto TapeBuilder::Lower(uint32_t slot, ExprId value) -> Lowered {
  shape_ = {};
  row_.clear();
  result_.Clear();
  const std::vector<ExprId>& nodes = walker_.Postorder(value);
  FindGuards(nodes);
  for (const ExprId id : nodes) {
    const uint32_t result = LowerNode(id);
    result_[id] = result;
  }
  const uint32_t result = Use(value);
  row_.push_back(slot);
  Emit({TapeOp::Store, result, static_cast<uint32_t>(row_.size() - 1), 0});
  const Lowered lowered{InternShape(), static_cast<uint32_t>(pending_.size()),
                        static_cast<uint32_t>(row_.size())};
  pending_.insert(pending_.end(), row_.begin(), row_.end());
  return lowered;
}

void TapeBuilder::Append(simcode::Code& code, const Lowered& lowered) {
  auto& args = simcode_.tape.args;
  const auto first = static_cast<uint32_t>(args.size());
  args.insert(args.end(), pending_.begin() + lowered.first, pending_.begin() + lowered.first + lowered.count);
  if (!code.loops.empty()) {
    simcode::Loop& last = code.loops.back();
    if (last.shape == lowered.shape && last.first + last.count * lowered.count == first) {
      ++last.count;
      return;
    }
  }
  code.loops.push_back({lowered.shape, first, 1});
}

void TapeBuilder::ResolveTangents(uint32_t n_slots) {
  for (uint32_t& arg : simcode_.tape.args) {
    if ((arg & kTangentBit) != 0) arg = n_slots + (arg & ~kTangentBit);
  }
  pending_.clear();
  pending_.shrink_to_fit();
}

}  // namespace kerf::transform
