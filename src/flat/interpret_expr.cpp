// Evaluation of expressions: which part of the interpreter evaluates which operator.
#include "flat/interpret_machine.h"

namespace kerf::flat {

using expr::Kind;
using expr::Node;
using expr::Op;

namespace {

// What Choose steps over.
auto IsChoice(Op op) -> bool {
  return op == Op::If || op == Op::NoEvent || op == Op::Homotopy || op == Op::Smooth || op == Op::Field;
}

// Scalars are set in place: most nodes are such, and most values hold no block.
void SetScalar(Value& out, Kind kind, uint16_t detail) {
  if (out.block) out.block.reset();
  out.kind = kind;
  out.is_array = false;
  out.detail = detail;
}

}  // namespace

auto Machine::Eval(ExprId id, Value& out) -> bool {
  if (!Enter()) return false;
  bool wants_real = false;
  while (IsChoice(pool_.op(id))) {
    const ExprId before = id;
    if (!Choose(id, wants_real)) return false;
    if (id == before) break;
  }
  if (!EvalNode(id, out)) return false;
  if (wants_real && out.kind == Kind::Integer) ConvertToReal(out);
  return true;
}

// Steps from an expression to the operand whose value it has, if there is one: a loop instead of recursion.
auto Machine::Choose(ExprId& id, bool& wants_real) -> bool {
  const Node& node = pool_[id];
  switch (node.op) {
    case Op::If: {
      bool condition = false;
      if (!EvalCondition(pool_.operand(id, 0), condition)) return false;
      wants_real = wants_real || node.kind == Kind::Real;
      id = pool_.operand(id, condition ? 1 : 2);
      return true;
    }
    case Op::NoEvent:
    case Op::Homotopy: id = node.ab[0]; return true;
    case Op::Smooth:   id = node.ab[1]; return true;
    case Op::Field:
      // Other fields of a record that is made here need no value.
      if (pool_.op(node.ab[0]) != Op::Record || pool_[node.ab[0]].shape != expr::kScalar) return true;
      id = pool_.operand(node.ab[0], static_cast<size_t>(pool_.integer(node.ab[1])));
      return true;
    default: return true;
  }
}

auto Machine::EvalNode(ExprId id, Value& out) -> bool {
  const Node& node = pool_[id];
  switch (node.op) {
    case Op::Error: return FailUnknown("the expression has an error");
    case Op::Real:
    case Op::Spelled:
      SetScalar(out, Kind::Real, 0);
      out.real = pool_.number(id);
      return true;
    case Op::Integer:
      SetScalar(out, node.kind, node.detail);
      out.integer = pool_.integer(id);
      return true;
    case Op::Boolean:  out = Value::Boolean(pool_.boolean(id)); return true;
    case Op::Text:     return EvalText(id, out);
    case Op::Var:      return EvalVar(id, out);
    case Op::Iterator: return EvalIterator(node, out);
    case Op::Local:
      if (frame_.body == nullptr) return FailUnknown("a variable of a function has no value outside of it");
      out = locals_[frame_.locals + pool_.position(id)];
      return true;
    case Op::Function:      return EvalClosure(id, out);
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
    case Op::Concatenate:
    case Op::Quotient:
    case Op::Remainder:     return EvalChain(id, out);
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
    case Op::IntegerPart:   return EvalUnary(id, out);
    case Op::ToText:        return EvalToText(id, out);
    case Op::Call:          return EvalCall(id, 0, out);
    case Op::Output:        return EvalCall(node.ab[0], static_cast<size_t>(pool_.integer(node.ab[1])), out);
    case Op::Closure:       return EvalClosure(id, out);
    case Op::Array:         return EvalArray(id, out);
    case Op::Subscript:     return EvalSubscript(id, out);
    case Op::Record:        return EvalRecord(id, out);
    case Op::Field:         return EvalField(id, out);
    case Op::Range:         return EvalRange(id, out);
    case Op::Size:          return EvalSize(id, out);
    case Op::Fill:          return EvalFill(id, out);
    case Op::Promote:       return EvalPromote(id, out);
    case Op::ArrayOf:
    case Op::SumOf:
    case Op::ProductOf:
    case Op::MinOf:
    case Op::MaxOf:         return EvalComprehension(id, out);
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
    case Op::Matrix:        return EvalArrayFunction(id, out);
    case Op::SemiLinear:    return EvalSemiLinear(id, out);
    // Choose has stepped over these.
    case Op::If:
    case Op::NoEvent:
    case Op::Smooth:
    case Op::Homotopy:            return Eval(id, out);
    case Op::Colon:
    case Op::Tuple:               return Fail("a part of an expression was taken for a value");
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
    case Op::TimeInState:         return FailUnknownOp(node.op);
  }
  return false;
}

}  // namespace kerf::flat
