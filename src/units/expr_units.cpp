// The walk and the rules that need no more than a line or two.
#include "units/expr_units.h"

#include <algorithm>

#include "flat/plain_number.h"
#include "units/op_rules.h"

namespace kerf::units {

using expr::Kind;
using expr::Op;

auto KnownUnit(UnitId unit, Basis basis) -> ExprUnit { return {Certainty::Known, basis, unit, {}}; }

auto AreInConflict(const ExprUnit& a, const ExprUnit& b) -> bool {
  if (a.certainty != Certainty::Known || b.certainty != Certainty::Known || a.unit == b.unit) return false;
  return std::min(a.basis, b.basis) >= Basis::Inferred && std::max(a.basis, b.basis) == Basis::Declared;
}

ExprUnits::ExprUnits(const flat::Model& model, UnitTable& table, std::string_view time_unit)
    : model_(model), world_(*model.world), table_(table), time_(*table.TryParse("s")) {
  if (const auto unit = table.TryParse(time_unit); unit && !time_unit.empty()) time_ = *unit;
  vars_.resize(model.vars.size());
  for (const VarId id : model.vars.ids()) {
    const flat::Var& var = model.vars[id];
    if (var.type.kind == Kind::Integer) vars_[id.index].certainty = Certainty::Number;
    if (var.type.kind != Kind::Real || !var.attributes.has_value()) continue;
    vars_[id.index] = OfText(model.attributes[var.attributes].unit);
    has_units_ = has_units_ || vars_[id.index].certainty == Certainty::Known;
  }
}

auto ExprUnits::OfText(flat::NameId text) -> ExprUnit {
  if (!text.has_value()) return {};
  if (text.index >= texts_.size()) texts_.resize(world_.names.size());
  auto& known = texts_[text.index];
  if (!known) {
    const auto unit = table_.TryParse(world_.names[text]);
    known = unit ? KnownUnit(*unit) : ExprUnit{};
  }
  return *known;
}

auto ExprUnits::Of(ExprId root) -> const ExprUnit& {
  stack_.push_back({root, 0});
  while (!stack_.empty()) {
    Frame& top = stack_.back();
    const auto operands = world_.pool.operands(top.id);
    if (top.next < operands.size() && !memo_.Has(top.id)) {
      const ExprId operand = operands[top.next++];
      if (!memo_.Has(operand)) stack_.push_back({operand, 0});
      continue;
    }
    const ExprId id = top.id;
    stack_.pop_back();
    if (!memo_.Has(id)) memo_[id] = Combine(id);
  }
  return memo_[root];
}

// A conflict below is told rather than one that may follow from it.
auto ExprUnits::Combine(ExprId id) -> ExprUnit {
  ExprUnit made = ByRule(id);
  const Kind kind = world_.pool[id].kind;
  const bool is_number = kind == Kind::Real || kind == Kind::Integer;
  if (!is_number && made.certainty == Certainty::Known) made.certainty = Certainty::Open;
  for (const ExprId operand : world_.pool.operands(id)) {
    if (!memo_[operand].conflict.has_value()) continue;
    made.conflict = memo_[operand].conflict;
    break;
  }
  return made;
}

auto ExprUnits::ByRule(ExprId id) -> ExprUnit {
  const auto operands = world_.pool.operands(id);
  const auto operand = [&](size_t k) -> const ExprUnit& { return memo_[operands[k]]; };
  switch (RuleOf(world_.pool.op(id))) {
    case UnitRule::Open:     return {};
    case UnitRule::Number:   return kNumberUnit;
    case UnitRule::Leaf:     return OfLeaf(id);
    case UnitRule::First:    return operand(0);
    case UnitRule::Second:   return operand(1);
    case UnitRule::Alike:    return operands.size() == 2 ? OfSum(id) : OfAlike(id, operands);
    case UnitRule::Branches: return OfAlike(id, operands.subspan(1));
    case UnitRule::Compared: {
      ExprUnit made = kNumberUnit;
      made.conflict = OfAlike(id, operands).conflict;
      return made;
    }
    case UnitRule::Product: return OfProduct(operand(0), operand(1), false);
    case UnitRule::Quotient:
      // A number that is divided by a quantity may be a quantity itself, as in 1.5/w; 1/T is a rate.
      if (operand(0).certainty == Certainty::Number && TryNumber(operands[0]) != 1 &&
          operand(1).certainty == Certainty::Known)
        return kOpenUnit;
      return OfProduct(operand(0), operand(1), true);
    case UnitRule::Power:          return OfPower(id);
    case UnitRule::Root:           return RaisedTo(operand(0), Exponent{1, 2});
    case UnitRule::Derivative:     return OfProduct(operand(0), KnownUnit(time_), true);
    case UnitRule::Transcendental: {
      ExprUnit made = kNumberUnit;
      if (AreInConflict(operand(0), KnownUnit(UnitTable::kOne))) made.conflict = id;
      return made;
    }
    case UnitRule::Elements: return OfElements(id);
    case UnitRule::Call:     return OfCall(id);
    case UnitRule::Output:
      return OfOutput(operands[0], static_cast<uint32_t>(world_.pool.integer(operands[1])));
    case UnitRule::Field:
      if (world_.pool.op(operands[0]) != Op::Record) return {};
      return memo_[world_.pool.operand(operands[0], static_cast<size_t>(world_.pool.integer(operands[1])))];
  }
  return {};
}

auto ExprUnits::OfLeaf(ExprId id) const -> ExprUnit {
  if (world_.pool.op(id) == Op::Var) return vars_[world_.pool.var(id).index];
  if (world_.pool.op(id) == Op::Time) return KnownUnit(time_, Basis::Time);
  ExprUnit made;
  if (flat::IsPlainNumber(world_.pool.number(id))) made.certainty = Certainty::Number;
  return made;
}

auto ExprUnits::BodyOf(ExprId call) const -> const flat::FunctionBody* {
  if (world_.pool.op(call) != Op::Call) return nullptr;
  const ExprId callee = world_.pool.operand(call, 0);
  if (world_.pool.op(callee) != Op::Function) return nullptr;
  const uint32_t body = world_.functions[world_.pool.function(callee)].body;
  return body == flat::Function::kNoBody ? nullptr : world_.bodies[body].get();
}

auto ExprUnits::OfOutput(ExprId call, uint32_t k) -> ExprUnit {
  const flat::FunctionBody* body = BodyOf(call);
  if (body == nullptr || k >= body->n_outputs) return {};
  const flat::Local& output = body->variables[body->n_inputs + k];
  return output.type.kind == Kind::Real ? OfText(output.unit) : ExprUnit{};
}

auto ExprUnits::OfCall(ExprId id) -> ExprUnit {
  const flat::FunctionBody* body = BodyOf(id);
  if (body == nullptr) return {};
  ExprUnit made = OfOutput(id, 0);
  const auto arguments = world_.pool.operands(id).subspan(1);
  for (size_t k = 0; k < arguments.size() && k < body->n_inputs; ++k) {
    if (AreInConflict(memo_[arguments[k]], OfText(body->variables[k].unit))) made.conflict = id;
  }
  return made;
}

}  // namespace kerf::units
