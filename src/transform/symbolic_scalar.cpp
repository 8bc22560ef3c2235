// Operators on scalar symbols: literals are folded, jumps are marked where they generate no events.
#include <algorithm>
#include <array>
#include <cmath>

#include "flat/interpret_scalar.h"
#include "transform/symbolic_machine.h"

namespace kerf::transform {

using expr::Kind;
using expr::Op;

namespace {

// The detail of a NoEvent in a when-clause, where it has no other meaning: jumps have scalar, plain types.
constexpr uint16_t kUndecided = 1;

}  // namespace

auto SymbolicMachine::TryFold(Op op, std::span<const ExprId> operands, ExprId& out) -> bool {
  for (const ExprId operand : operands) {
    if (!IsLiteral(pool_, operand)) return false;
  }
  flat::Value x = LiteralValue(world_, operands[0]);
  std::string text;
  bool is_done = false;
  if (operands.size() == 1) {
    is_done = flat::ApplyUnary(op, 0, world_, x, text);
  } else {
    const flat::Value y = LiteralValue(world_, operands[1]);
    if (expr::group_of(op) == expr::Group::Relation) {
      out = pool_.Boolean(flat::ScalarRelation(op, x, y));
      return true;
    }
    is_done = flat::ApplyBinary(op, x, y, text);
  }
  // What has no value stays as it is: it may stand in a branch that is never taken.
  if (!is_done || (x.kind == Kind::Real && !std::isfinite(x.real))) return false;
  out = LiteralOf(world_, x);
  return out != expr::Pool::kError;
}

// What a jump depends on: the two sides of a relation in either order, or the jump itself.
auto SymbolicMachine::JumpOf(ExprId jump) const -> std::pair<ExprId, ExprId> {
  if (expr::group_of(pool_.op(jump)) != expr::Group::Relation) return {jump, jump};
  return std::minmax(pool_.operand(jump, 0), pool_.operand(jump, 1));
}

auto SymbolicMachine::Loud(ExprId jump) -> ExprId {
  loud_.insert(JumpOf(jump));
  return jump;
}

// A clause that acts at an event sees what the event has decided: at the instant at which x crosses a limit
// the numbers themselves may still be on the other side. So what is held elsewhere is held there too.
auto SymbolicMachine::Quiet(ExprId jump) -> ExprId {
  const Op op = pool_.op(jump);
  const bool may_jump =
      expr::group_of(op) == expr::Group::Relation || op == Op::Sign || op == Op::Floor || op == Op::Ceil;
  if (!may_jump || (is_in_when_ && loud_.contains(JumpOf(jump)))) return jump;
  expr::Type type = pool_.type(jump);
  if (is_in_when_) {
    type.detail = kUndecided;
    has_undecided_ = true;
  }
  return pool_.Typed(Op::NoEvent, type, {jump});
}

auto SymbolicMachine::Decided(ExprId id, std::span<const ExprId> operands) -> ExprId {
  const Kind kind = pool_[id].kind;
  const bool is_plain = kind == Kind::Boolean || kind == Kind::Integer || kind == Kind::Real;
  if (!is_plain || pool_.type(id).detail != kUndecided) return {};
  if (pool_.op(id) == Op::NoEvent && loud_.contains(JumpOf(pool_.operand(id, 0)))) return operands[0];
  // What has its type from an undecided operand is made anew.
  const ExprId made = pool_.op(id) == Op::NoEvent ? expr::Pool::kError : pool_.Make(pool_.op(id), operands);
  return made != expr::Pool::kError ? made : pool_.Typed(pool_.op(id), {kind, expr::kScalar, 0}, operands);
}

// There are no texts during a run: a relation of texts that conditions choose is chosen by the same
// conditions.
auto SymbolicMachine::TextRelation(Op op, ExprId x, ExprId y, uint32_t depth) -> ExprId {
  constexpr uint32_t kMaxDepth = 12;
  const std::array<ExprId, 2> operands = {x, y};
  ExprId folded;
  if (TryFold(op, operands, folded)) return folded;
  const bool is_left = pool_.op(x) == Op::If;
  const ExprId choice = is_left ? x : y;
  if (depth > kMaxDepth || pool_.op(choice) != Op::If) return expr::Pool::kError;
  const auto with = [&](size_t k) {
    const ExprId text = pool_.operand(choice, k);
    return TextRelation(op, is_left ? text : x, is_left ? y : text, depth + 1);
  };
  const ExprId yes = with(1);
  const ExprId no = with(2);
  return pool_.If(pool_.operand(choice, 0), yes, no);
}

// A relation of what changes at events only needs no event of its own.
auto SymbolicMachine::Relation(Op op, ExprId x, ExprId y) -> ExprId {
  const auto is_discrete = [&](ExprId id) {
    return pool_[id].kind != Kind::Real || (IsLiteral(pool_, id) && pool_[id].kind != Kind::Text);
  };
  if (pool_[x].kind == Kind::Boolean && pool_[y].kind == Kind::Boolean) {
    const ExprId not_x = pool_.Unary(Op::Not, x);
    const ExprId not_y = pool_.Unary(Op::Not, y);
    const auto either = [&](ExprId a, ExprId b, ExprId c, ExprId d) {
      return pool_.Binary(Op::Or, pool_.Binary(Op::And, a, b), pool_.Binary(Op::And, c, d));
    };
    if (op == Op::Equal) return either(x, y, not_x, not_y);
    if (op == Op::NotEqual) return either(x, not_y, not_x, y);
  }
  if (pool_[x].kind == Kind::Text) return TextRelation(op, x, y);
  const ExprId relation = pool_.Binary(op, x, y);
  return is_quiet_ || (is_discrete(x) && is_discrete(y)) ? Quiet(relation) : Loud(relation);
}

// x*(if x > 0 then a else b), the enthalpy that flows with x, has no jump where x is 0, and so needs no
// event: `term`, a factor beside `factor`, with such conditions silenced. Sums are looked into a few levels
// deep.
auto SymbolicMachine::Vanishing(ExprId factor, ExprId term, uint32_t depth) -> ExprId {
  constexpr uint32_t kMaxDepth = 4;
  if (is_as_written_ || depth > kMaxDepth || pool_.op(factor) != Op::Var) return term;
  switch (pool_.op(term)) {
    case Op::Neg: return pool_.Neg(Vanishing(factor, pool_.operand(term, 0), depth + 1));
    case Op::Add:
    case Op::Sub: {
      const ExprId left = Vanishing(factor, pool_.operand(term, 0), depth + 1);
      const ExprId right = Vanishing(factor, pool_.operand(term, 1), depth + 1);
      return pool_.op(term) == Op::Add ? pool_.Add(left, right) : pool_.Sub(left, right);
    }
    case Op::If: {
      const ExprId condition = pool_.operand(term, 0);
      if (expr::group_of(pool_.op(condition)) != expr::Group::Relation) return term;
      const ExprId zero = pool_.operand(condition, 0) == factor   ? pool_.operand(condition, 1)
                          : pool_.operand(condition, 1) == factor ? pool_.operand(condition, 0)
                                                                  : ExprId{};
      if (!zero.has_value() || !IsLiteral(pool_, zero) || LiteralValue(world_, zero).number() != 0)
        return term;
      return pool_.If(Quiet(condition), pool_.operand(term, 1), pool_.operand(term, 2));
    }
    default: return term;
  }
}

// Towards zero.
auto SymbolicMachine::Truncated(ExprId quotient) -> ExprId {
  const ExprId positive = Relation(Op::GreaterEqual, quotient, pool_.Real(0));
  const std::array<ExprId, 1> operand = {quotient};
  return pool_.If(positive, ScalarOp(Op::Floor, operand, quotient), ScalarOp(Op::Ceil, operand, quotient));
}

auto SymbolicMachine::ScalarOp(Op op, std::span<const ExprId> operands, ExprId id) -> ExprId {
  ExprId folded;
  if (!is_as_written_ && op != Op::Der && op != Op::ToEnumeration && TryFold(op, operands, folded))
    return folded;
  const ExprId x = operands[0];
  const ExprId y = operands.back();
  switch (op) {
    case Op::ElementAdd:    return pool_.Add(x, y);
    case Op::ElementSub:    return pool_.Sub(x, y);
    case Op::Mul:
    case Op::ElementMul:    return pool_.Mul(Vanishing(y, x), Vanishing(x, y));
    case Op::ElementDiv:    DemandDivisor(id, y); return pool_.Div(x, y);
    case Op::ElementPow:    return pool_.Pow(x, y);
    case Op::ToReal:
    case Op::ToInteger:     return x;
    case Op::ToEnumeration: {
      const flat::Enumeration& type = world_.enumerations[pool_.type(id).detail];
      DemandWithin(x, static_cast<int64_t>(type.literals.size()),
                   fmt::format("a value of {}", world_.names[type.name]));
      return x;
    }
    case Op::Der:  return host_.TimeDerivative(x);
    case Op::Sign:
    case Op::Ceil: {
      const ExprId jump = pool_.Unary(op, x);
      return is_quiet_ ? Quiet(jump) : Loud(jump);
    }
    case Op::Floor:
    case Op::IntegerPart: {
      const Kind kind = op == Op::IntegerPart ? Kind::Integer : Kind::Real;
      const ExprId jump = pool_.Typed(Op::Floor, {kind, expr::kScalar, 0}, {x});
      return is_quiet_ ? Quiet(jump) : Loud(jump);
    }
    case Op::Quotient:  return Truncated(pool_.Div(x, y));
    case Op::Remainder: return pool_.Sub(x, pool_.Mul(Truncated(pool_.Div(x, y)), y));
    case Op::Mod:       {
      if (!is_quiet_) return pool_.Binary(op, x, y);
      return pool_.Sub(x, pool_.Mul(Quiet(pool_.Unary(Op::Floor, pool_.Div(x, y))), y));
    }
    default: break;
  }
  if (expr::group_of(op) == expr::Group::Relation) return Relation(op, x, y);
  const ExprId made = pool_.Make(op, operands);
  return made != expr::Pool::kError ? made : pool_.Typed(op, {pool_[id].kind, expr::kScalar, 0}, operands);
}

auto SymbolicMachine::Elementwise(Op op, const Symbol& x, const Symbol* y, ExprId id, Symbol& out) -> bool {
  const bool is_scalar = y == nullptr || IsLeaf(*y);
  if (IsLeaf(x) && is_scalar) {
    const std::array<ExprId, 2> operands = {ExprOf(x), y == nullptr ? ExprOf(x) : ExprOf(*y)};
    const ExprId made = ScalarOp(op, std::span(operands).first(y == nullptr ? 1 : 2), id);
    if (made == expr::Pool::kError && pool_[operands[0]].kind == Kind::Text)
      return FailNotYet("texts that change during the run");
    if (made == expr::Pool::kError || !made.has_value()) {
      return Fail(fmt::format("`{}` cannot be applied here", expr::text_of(op)));
    }
    out = LeafSymbol(made);
    return true;
  }
  if (x.kind == Kind::Function || (y != nullptr && y->kind == Kind::Function))
    return Fail("a function taken for a value");
  if (!IsLeaf(x) && !is_scalar && !SameForm(x, *y)) return Fail("arrays of different sizes");
  // A scalar works with every element.
  out = IsLeaf(x) ? *y : x;
  std::vector<Symbol>& elements = out.MutableElements();
  for (size_t k = 0; k < elements.size(); ++k) {
    const Symbol a = IsLeaf(x) ? x : x.elements()[k];
    const Symbol* b = is_scalar ? y : &y->elements()[k];
    if (!Elementwise(op, a, b, id, elements[k])) return false;
  }
  return true;
}

auto SymbolicMachine::Merge(ExprId condition, const Symbol& yes, const Symbol& no, Symbol& out) -> bool {
  if (yes.kind == Kind::Function || no.kind == Kind::Function) {
    if (!(yes == no)) return Fail("a function that depends on a condition");
    out = yes;
    return true;
  }
  if (IsLeaf(yes) && IsLeaf(no)) {
    const ExprId made = pool_.If(condition, ExprOf(yes), ExprOf(no));
    if (made == expr::Pool::kError) return Fail("branches that do not fit");
    out = LeafSymbol(made);
    return true;
  }
  if (!SameForm(yes, no)) return Fail("the branches of a condition have different sizes");
  out = yes;
  std::vector<Symbol>& elements = out.MutableElements();
  for (size_t k = 0; k < elements.size(); ++k) {
    if (!Merge(condition, yes.elements()[k], no.elements()[k], elements[k])) return false;
  }
  return true;
}

}  // namespace kerf::transform
