// Expressions: which part of the emitter does which operator, and choices.
#include <algorithm>

#include "codegen/function_emitter.h"

namespace kerf::codegen {

namespace {

// Nesting of expressions.
constexpr int kMaxDepth = 500;

auto IsLeafOp(expr::Op op) -> bool { return expr::group_of(op) == expr::Group::Leaf; }

}  // namespace

// Equal expressions have equal values within a statement, where nothing changes.
auto FunctionEmitter::Eval(ExprId id) -> Operand {
  if (!reason_.empty()) return Default(pool_.type(id));
  if (const auto found = memo_.find(id.index); found != memo_.end()) return found->second[0];
  if (depth_ >= kMaxDepth) return Unsupported("its expressions are nested too deeply", pool_.type(id));
  ++depth_;
  Operand value = EvalNode(id);
  --depth_;
  if (IsLeafOp(pool_.op(id)) || pool_.op(id) == Op::Call) return value;
  if (memo_.emplace(id.index, Outputs{value}).second) known_.push_back(id.index);
  return value;
}

auto FunctionEmitter::EvalNode(ExprId id) -> Operand {
  const expr::Node& node = pool_[id];
  switch (node.op) {
    case Op::Real:
    case Op::Spelled:
    case Op::Integer:
    case Op::Boolean:
    case Op::Text:          return EvalLiteral(id);
    case Op::Iterator:      return EvalIterator(id);
    case Op::Local:         return ReadVariable(pool_.position(id));
    case Op::Function:
    case Op::Closure:       return EvalClosure(id);
    case Op::If:            return EvalIf(id);
    case Op::NoEvent:
    case Op::Homotopy:      return Eval(node.ab[0]);
    case Op::Smooth:        return Eval(node.ab[1]);
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Div:
    case Op::Pow:
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::Equal:
    case Op::NotEqual:
    case Op::And:
    case Op::Or:
    case Op::Atan2:
    case Op::Min:
    case Op::Max:
    case Op::Mod:
    case Op::ElementAdd:
    case Op::ElementSub:
    case Op::ElementMul:
    case Op::ElementDiv:
    case Op::ElementPow:
    case Op::Quotient:
    case Op::Remainder:     return EvalChain(id);
    case Op::Neg:
    case Op::Not:
    case Op::Abs:
    case Op::Sign:
    case Op::Sqrt:
    case Op::Exp:
    case Op::Log:
    case Op::Log10:
    case Op::Sin:
    case Op::Cos:
    case Op::Tan:
    case Op::Asin:
    case Op::Acos:
    case Op::Atan:
    case Op::Sinh:
    case Op::Cosh:
    case Op::Tanh:
    case Op::Floor:
    case Op::Ceil:
    case Op::ToReal:
    case Op::ToInteger:
    case Op::ToEnumeration:
    case Op::IntegerPart:   return EvalUnary(id);
    case Op::SemiLinear:    return EvalSemiLinear(id);
    case Op::Call:          return EvalCall(id)[0];
    case Op::Output:        {
      const Outputs outputs = EvalCall(node.ab[0]);
      const auto k = static_cast<size_t>(pool_.integer(node.ab[1]));
      return k < outputs.size() ? outputs[k] : Unsupported("an output does not exist", pool_.type(id));
    }
    case Op::Array:        return EvalArray(id);
    case Op::Subscript:    return EvalSubscript(id);
    case Op::Record:       return EvalRecord(id);
    case Op::Field:        return EvalField(id);
    case Op::Range:        return EvalRange(id);
    case Op::Size:         return EvalSize(id);
    case Op::Fill:         return EvalFill(id);
    case Op::Promote:      return EvalPromote(id);
    case Op::ArrayOf:
    case Op::SumOf:
    case Op::ProductOf:
    case Op::MinOf:
    case Op::MaxOf:        return EvalComprehension(id);
    case Op::Transpose:
    case Op::Sum:
    case Op::Product:
    case Op::MinElement:
    case Op::MaxElement:
    case Op::Cat:
    case Op::Identity:
    case Op::Diagonal:
    case Op::Linspace:
    case Op::OuterProduct:
    case Op::Symmetric:
    case Op::Cross:
    case Op::Skew:
    case Op::Scalar:
    case Op::Vector:
    case Op::Matrix:       return EvalArrayFunction(id);
    // Texts, and what has no value in a function.
    case Op::Error:
    case Op::ToText:
    case Op::Concatenate:
    case Op::Var:
    case Op::Colon:
    case Op::Tuple:
    case Op::Time:
    case Op::Der:
    case Op::Partial:
    case Op::Pre:
    case Op::Edge:
    case Op::Change:
    case Op::Initial:
    case Op::Terminal:
    case Op::Sample:
    case Op::Delay:
    case Op::SpatialDistribution:
    case Op::InStream:
    case Op::ActualStream:
    case Op::Clock:
    case Op::Previous:
    case Op::Hold:
    case Op::ClockSample:
    case Op::SubSample:
    case Op::SuperSample:
    case Op::ShiftSample:
    case Op::BackSample:
    case Op::NoClock:
    case Op::Interval:
    case Op::FirstTick:
    case Op::ActiveState:
    case Op::TicksInState:
    case Op::TimeInState:         break;
  }
  return Unsupported("it uses the operator " + std::string(expr::text_of(node.op)), pool_.type(id));
}

auto FunctionEmitter::EvalLiteral(ExprId id) -> Operand {
  const expr::Node& node = pool_[id];
  switch (node.op) {
    case Op::Real:
    case Op::Spelled: return FromLeaf(ScalarLeaf(Kind::Real, RealNumber(pool_.number(id))));
    case Op::Boolean: return FromLeaf(ScalarLeaf(Kind::Boolean, Int(pool_.boolean(id) ? 1 : 0)));
    case Op::Text:
      return FromLeaf(ScalarLeaf(Kind::Text, Int(module_.TextNumber(world_.names[pool_.name(id)]))));
    default: return FromLeaf(ScalarLeaf(node.kind, Int(pool_.integer(id)), node.detail));
  }
}

auto FunctionEmitter::EvalIterator(ExprId id) -> Operand {
  for (size_t k = iterators_.size(); k-- > 0;) {
    const Bound& bound = iterators_[k];
    if (bound.position == pool_.position(id) && bound.name == pool_.name(id)) return bound.value;
  }
  return Unsupported("an iterator has no value", pool_.type(id));
}

auto FunctionEmitter::EvalIf(ExprId id) -> Operand {
  IrValue condition = EvalCondition(pool_.operand(id, 0));
  return Choose(
      condition, [&] { return Eval(pool_.operand(id, 1)); }, [&] { return Eval(pool_.operand(id, 2)); },
      pool_[id].kind);
}

auto FunctionEmitter::Choose(IrValue condition, const std::function<Operand()>& yes,
                             const std::function<Operand()>& no, Kind kind) -> Operand {
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(condition)) {
    Operand only = constant->isOne() ? yes() : no();
    return kind == Kind::Real ? Converted(std::move(only), kind, 0) : only;
  }
  auto* yes_block = NewBlock("yes");
  auto* no_block = NewBlock("no");
  auto* join = NewBlock("join");
  ir_.CreateCondBr(condition, yes_block, no_block);
  std::array<Operand, 2> values;
  std::array<llvm::BasicBlock*, 2> ends{};
  ++conditional_;
  for (size_t k = 0; k < 2; ++k) {
    ir_.SetInsertPoint(k == 0 ? yes_block : no_block);
    const size_t n_known = known_.size();
    values[k] = k == 0 ? yes() : no();
    if (kind == Kind::Real) values[k] = Converted(std::move(values[k]), kind, 0);
    ForgetSince(n_known);
    ends[k] = ir_.GetInsertBlock();
    ir_.CreateBr(join);
  }
  --conditional_;
  ir_.SetInsertPoint(join);
  const auto merge = [&](IrValue x, IrValue y) -> IrValue {
    if (x == y) return x;
    auto* phi = ir_.CreatePHI(x->getType(), 2);
    phi->addIncoming(x, ends[0]);
    phi->addIncoming(y, ends[1]);
    return phi;
  };
  Operand value = values[0];
  const Operand& other = values[1];
  bool fits = value.leaves.size() == other.leaves.size();
  for (size_t k = 0; fits && k < value.leaves.size(); ++k) {
    fits = ElementType(value.leaves[k].kind) == ElementType(other.leaves[k].kind) &&
           value.leaves[k].dims.size() == other.leaves[k].dims.size();
  }
  if (!fits) {
    GiveUp("the branches of an expression have different types");
    return value;
  }
  for (size_t k = 0; k < value.leaves.size(); ++k) {
    Leaf& leaf = value.leaves[k];
    leaf.value = merge(leaf.value, other.leaves[k].value);
    for (size_t d = 0; d < leaf.dims.size(); ++d) leaf.dims[d] = merge(leaf.dims[d], other.leaves[k].dims[d]);
    leaf.is_alias = leaf.is_alias || other.leaves[k].is_alias;
  }
  return value;
}

auto FunctionEmitter::Truth(IrValue word) -> IrValue { return ir_.CreateICmpNE(word, Int(0)); }

auto FunctionEmitter::EvalCondition(ExprId id) -> IrValue {
  const Operand value = Eval(id);
  if (value.IsScalar() && value.kind == Kind::Boolean) return Truth(value.leaves[0].value);
  GiveUp("a condition is no Boolean scalar");
  return ir_.getFalse();
}

auto FunctionEmitter::EvalInteger(ExprId id) -> IrValue {
  const Operand value = Eval(id);
  if (value.IsScalar() && value.kind == Kind::Real) return WholeNumber(value.leaves[0].value);
  if (value.IsScalar() && value.kind == Kind::Boolean) return ir_.CreateAdd(value.leaves[0].value, Int(1));
  if (value.IsScalar() && value.kind != Kind::Text) return value.leaves[0].value;
  GiveUp("an Integer is needed");
  return Int(1);
}

auto FunctionEmitter::EvalOperands(ExprId id, size_t first) -> std::vector<Operand> {
  std::vector<Operand> values;
  for (size_t k = first; k < pool_.operands(id).size(); ++k) values.push_back(Eval(pool_.operand(id, k)));
  return values;
}

}  // namespace kerf::codegen
