// Built-in operators of time, events, initialisation and streams (sections 3.7.4, 3.7.5 and chapter 15).
#include <algorithm>

#include "lang/modelica/inst/builtins.h"

namespace kerf::modelica {

using expr::Kind;
using expr::Op;
using expr::Pool;

auto BuiltinCall::Derivative() -> ExprId {
  if (!WantNumber(0)) return Pool::kError;
  AsReal(0);
  return pool_.Unary(Op::Der, args_[0]);
}

auto BuiltinCall::SameAsSimple() -> ExprId {
  return Want(0, IsSimple(0), "of a simple type") ? Make(type(0)) : Pool::kError;
}

auto BuiltinCall::SameAsNumber() -> ExprId { return WantNumber(0) ? Make(type(0)) : Pool::kError; }

auto BuiltinCall::SameAsAny() -> ExprId { return Make(type(0)); }

auto BuiltinCall::BooleanOfSimple() -> ExprId {
  const bool is_edge = row_.op == Op::Edge;
  if (is_edge && !Want(0, type(0).kind == Kind::Boolean, "Boolean")) return Pool::kError;
  if (!Want(0, IsSimple(0), "of a simple type")) return Pool::kError;
  return Make({Kind::Boolean, type(0).shape, 0});
}

auto BuiltinCall::WithoutArgument() -> ExprId {
  if (row_.op == Op::TicksInState) return Make({Kind::Integer, expr::kScalar, 0});
  if (row_.op == Op::TimeInState) return Make({Kind::Real, expr::kScalar, 0});
  return Make({Kind::Boolean, expr::kScalar, 0});
}

auto BuiltinCall::Smoothness() -> ExprId { return WantInteger(0) ? Make(type(1)) : Pool::kError; }

// sample(start, interval) makes events; sample(u) and sample(u, clock) make a clocked value.
auto BuiltinCall::SampleOf() -> ExprId {
  const size_t clock = Has(2) ? 2 : 1;
  if (Has(2) || !Has(1) || type(1).kind == Kind::Clock) {
    if (Has(1) && Has(2) && !Want(1, false, "left out where a clock is given")) return Pool::kError;
    if (Has(clock) && !Want(clock, type(clock).kind == Kind::Clock, "a Clock")) return Pool::kError;
    const ExprId u = args_[0];
    return Has(clock) ? pool_.Typed(Op::ClockSample, type(0), {u, args_[clock]})
                      : pool_.Typed(Op::ClockSample, type(0), {u});
  }
  if (!WantScalarNumber(0) || !WantScalarNumber(1)) return Pool::kError;
  return Make({Kind::Boolean, expr::kScalar, 0});
}

auto BuiltinCall::Delayed() -> ExprId {
  if (!Want(0, IsSimple(0) && type(0).kind != Kind::Text, "a number, Boolean or enumeration value")) {
    return Pool::kError;
  }
  if (!WantScalarNumber(1) || (Has(2) && !WantScalarNumber(2))) return Pool::kError;
  return Make(type(0));
}

auto BuiltinCall::HomotopyOf() -> ExprId {
  if (!WantNumber(0) || !WantNumber(1)) return Pool::kError;
  AsReal(0);
  AsReal(1);
  const auto shape = CommonShape();
  return shape ? Make({Kind::Real, *shape, 0}) : Pool::kError;
}

auto BuiltinCall::SemiLinearOf() -> ExprId {
  if (!WantNumber(0) || !WantNumber(1) || !WantNumber(2)) return Pool::kError;
  const auto shape = CommonShape();
  return shape ? Make({Kind::Real, *shape, 0}) : Pool::kError;
}

// Both outputs; the type is that of each of them.
auto BuiltinCall::Distribution() -> ExprId {
  const Type boolean = {Kind::Boolean, expr::kScalar, 0};
  if (!WantScalarNumber(0) || !WantScalarNumber(1) || !WantScalarNumber(2)) return Pool::kError;
  if (!Want(3, type(3) == boolean, "a Boolean scalar")) return Pool::kError;
  const std::vector<ExprId> ends = {pool_.Real(0), pool_.Real(1)};
  const std::vector<ExprId> zeros = {pool_.Real(0), pool_.Real(0)};
  if (!Has(4)) args_[4] = typing_.Array(ends, given_.span);
  if (!Has(5)) args_[5] = typing_.Array(zeros, given_.span);
  if (!WantVector(4) || !WantVector(5)) return Pool::kError;
  return Make({Kind::Real, expr::kScalar, 0});
}

}  // namespace kerf::modelica
