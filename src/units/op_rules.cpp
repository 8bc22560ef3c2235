// One row for each group of operators that treat units alike.
#include "units/op_rules.h"

namespace kerf::units {

using expr::Op;

auto RuleOf(Op op) -> UnitRule {
  switch (op) {
    case Op::Real:
    case Op::Spelled:
    case Op::Integer:
    case Op::Var:
    case Op::Time:    return UnitRule::Leaf;

    case Op::Boolean:
    case Op::Text:
    case Op::Iterator:
    case Op::Colon:
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Sign:
    case Op::ToInteger:
    case Op::ToEnumeration:
    case Op::ToText:
    case Op::Concatenate:
    case Op::IntegerPart:
    case Op::Size:
    case Op::Identity:
    case Op::Edge:
    case Op::Change:
    case Op::Initial:
    case Op::Terminal:
    case Op::Sample:
    case Op::Clock:
    case Op::FirstTick:
    case Op::ActiveState:
    case Op::TicksInState:  return UnitRule::Number;

    case Op::Neg:
    case Op::Abs:
    case Op::Floor:
    case Op::Ceil:
    case Op::Subscript:
    case Op::Transpose:
    case Op::Sum:
    case Op::ToReal:
    case Op::ArrayOf:
    case Op::SumOf:
    case Op::MinOf:
    case Op::MaxOf:
    case Op::MinElement:
    case Op::MaxElement:
    case Op::Fill:
    case Op::Diagonal:
    case Op::Symmetric:
    case Op::Skew:
    case Op::Scalar:
    case Op::Vector:
    case Op::Matrix:
    case Op::Promote:
    case Op::Pre:
    case Op::NoEvent:
    case Op::Delay:
    case Op::InStream:
    case Op::ActualStream:
    case Op::Previous:
    case Op::Hold:
    case Op::ClockSample:
    case Op::SubSample:
    case Op::SuperSample:
    case Op::ShiftSample:
    case Op::BackSample:
    case Op::NoClock:      return UnitRule::First;

    case Op::Smooth: return UnitRule::Second;

    case Op::Add:
    case Op::Sub:
    case Op::ElementAdd:
    case Op::ElementSub:
    case Op::Min:
    case Op::Max:
    case Op::Mod:
    case Op::Remainder:
    case Op::Homotopy:
    case Op::Linspace:   return UnitRule::Alike;

    case Op::If: return UnitRule::Branches;

    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::Equal:
    case Op::NotEqual:
    case Op::Quotient:
    case Op::Atan2:        return UnitRule::Compared;

    case Op::Mul:
    case Op::ElementMul:
    case Op::OuterProduct:
    case Op::Cross:        return UnitRule::Product;

    case Op::Div:
    case Op::ElementDiv: return UnitRule::Quotient;

    case Op::Pow:
    case Op::ElementPow: return UnitRule::Power;

    case Op::Sqrt: return UnitRule::Root;
    case Op::Der:  return UnitRule::Derivative;

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
    case Op::Tanh:  return UnitRule::Transcendental;

    case Op::Array:
    case Op::Cat:   return UnitRule::Elements;

    case Op::Call:   return UnitRule::Call;
    case Op::Output: return UnitRule::Output;
    case Op::Field:  return UnitRule::Field;

    case Op::Error:
    case Op::Local:
    case Op::Function:
    case Op::Partial:
    case Op::Tuple:
    case Op::Record:
    case Op::Range:
    case Op::ProductOf:
    case Op::Product:
    case Op::Closure:
    case Op::SemiLinear:
    case Op::SpatialDistribution:
    case Op::Interval:
    case Op::TimeInState:         return UnitRule::Open;
  }
  return UnitRule::Open;
}

}  // namespace kerf::units
