// Replacing relations by held slots, bottom-up.
#include "transform/lower_events.h"

#include <algorithm>

namespace kerf::transform {

using expr::ExprId;
using expr::Op;
using simcode::RelationKind;

namespace {

auto RelationKindOf(Op op) -> RelationKind {
  switch (op) {
    case Op::Less:         return RelationKind::Less;
    case Op::LessEqual:    return RelationKind::LessEqual;
    case Op::Greater:      return RelationKind::Greater;
    case Op::GreaterEqual: return RelationKind::GreaterEqual;
    case Op::Equal:        return RelationKind::Equal;
    default:               return RelationKind::NotEqual;
  }
}

auto MayJump(Op op) -> bool {
  return expr::group_of(op) == expr::Group::Relation || op == Op::If || op == Op::Sign || op == Op::Floor ||
         op == Op::Ceil || op == Op::Mod || op == Op::NoEvent;
}

// What a mark of its own silences.
auto IsJump(Op op) -> bool {
  return expr::group_of(op) == expr::Group::Relation || op == Op::Sign || op == Op::Floor || op == Op::Ceil;
}

}  // namespace

auto EventLowering::NeedsEvents(ExprId root) -> bool {
  return std::ranges::any_of(walker_.Postorder(root), [&](ExprId id) { return MayJump(pool_.op(id)); });
}

auto EventLowering::Lower(ExprId root, dae::EqnId equation) -> ExprId {
  if (!NeedsEvents(root)) return root;
  lowered_.Clear();
  contexts_.Enter(root);
  std::vector<ExprId> stack = {root};
  while (!stack.empty()) {
    const ExprId id = stack.back();
    const size_t depth = stack.size();
    if (!lowered_.Has(id)) PushOperands(id, stack);
    if (stack.size() > depth) continue;
    stack.pop_back();
    if (lowered_.Has(id)) continue;
    const Op op = pool_.op(id);
    bool varying = op == Op::NoEvent || ((op == Op::Var || op == Op::Time) && is_varying_(id));
    for (size_t k = 0; !varying && k < pool_.operands(id).size(); ++k)
      varying = varying_[pool_.operand(id, k)] != 0;
    varying_[id] = varying ? 1 : 0;
    here_ = contexts_.At(id);
    const ExprId lowered = LowerNode(id, equation);
    lowered_[id] = lowered;
  }
  return lowered_[root];
}

// Of a marked jump its operands are wanted; below any other mark nothing is lowered.
void EventLowering::PushOperands(ExprId id, std::vector<ExprId>& stack) {
  if (pool_.op(id) == Op::NoEvent) {
    id = pool_.operand(id, 0);
    if (!IsJump(pool_.op(id))) return;
  }
  const auto operands = pool_.operands(id);
  for (size_t k = operands.size(); k-- > 0;) {
    if (!lowered_.Has(operands[k])) stack.push_back(operands[k]);
  }
}

// The expression with the marks in it taken off.
auto EventLowering::WithoutMarks(ExprId root) -> ExprId {
  std::vector<ExprId> operands;
  for (const ExprId id : walker_.Postorder(root)) {
    if (unmarked_.Has(id)) continue;
    operands.clear();
    for (const ExprId operand : pool_.operands(id)) operands.push_back(unmarked_[operand]);
    const bool is_leaf = operands.empty();
    const ExprId unmarked = is_leaf                       ? id
                            : pool_.op(id) == Op::NoEvent ? operands[0]
                                                          : pool_.Rebuild(id, operands);
    unmarked_[id] = unmarked;
  }
  return unmarked_[root];
}

auto EventLowering::Rebuild(ExprId id) -> ExprId {
  if (expr::group_of(pool_.op(id)) == expr::Group::Leaf) return id;
  std::vector<ExprId> operands;
  for (const ExprId operand : pool_.operands(id)) operands.push_back(lowered_[operand]);
  return pool_.Make(pool_.op(id), operands);
}

auto EventLowering::LowerMarked(ExprId id) -> ExprId {
  const ExprId inner = pool_.operand(id, 0);
  return IsJump(pool_.op(inner)) ? Rebuild(inner) : WithoutMarks(inner);
}

auto EventLowering::HoldComparison(Op op, ExprId x, ExprId y, ExprId condition, dae::EqnId equation)
    -> ExprId {
  return Hold(RelationKindOf(op), pool_.Sub(x, y), condition, equation);
}

auto EventLowering::LowerNode(ExprId id, dae::EqnId equation) -> ExprId {
  const Op op = pool_.op(id);
  if (op == Op::If || op == Op::And || op == Op::Or)
    conditions_[pool_.operand(id, 0)] = lowered_[pool_.operand(id, 0)];
  if (varying_[id] == 0 || !MayJump(op)) return Rebuild(id);
  if (op == Op::NoEvent) return LowerMarked(id);
  const ExprId x = lowered_[pool_.operand(id, 0)];
  const ExprId zero = pool_.Real(0);
  switch (op) {
    case Op::If: {
      ExprId condition = x;
      const ExprId written = pool_.operand(id, 0);
      // A number as condition means "not zero".
      if (pool_[written].kind != expr::Kind::Boolean && varying_[written] != 0)
        condition = HoldComparison(Op::NotEqual, x, zero, written, equation);
      conditions_[written] = condition;
      return pool_.If(condition, lowered_[pool_.operand(id, 1)], lowered_[pool_.operand(id, 2)]);
    }
    case Op::Sign: {
      const ExprId positive = HoldComparison(Op::Greater, x, zero,
                                             pool_.Binary(Op::Greater, pool_.operand(id, 0), zero), equation);
      const ExprId negative =
          HoldComparison(Op::Less, x, zero, pool_.Binary(Op::Less, pool_.operand(id, 0), zero), equation);
      return pool_.If(positive, pool_.Real(1), pool_.If(negative, pool_.Real(-1), zero));
    }
    case Op::Floor: return Hold(RelationKind::Floor, x, id, equation);
    case Op::Ceil:  return pool_.Neg(Hold(RelationKind::Floor, pool_.Neg(x), id, equation));
    case Op::Mod:   {
      const ExprId y = lowered_[pool_.operand(id, 1)];
      return pool_.Sub(x, pool_.Mul(Hold(RelationKind::Floor, pool_.Div(x, y), id, equation), y));
    }
    default: return HoldComparison(op, x, lowered_[pool_.operand(id, 1)], id, equation);
  }
}

auto EventLowering::Hold(RelationKind kind, ExprId function, ExprId condition, dae::EqnId equation)
    -> ExprId {
  // The same condition in several equations is one relation.
  if (held_.Has(condition)) {
    PendingRelation& known = relations[relation_of_[condition]];
    for (const uint32_t context : here_) contexts_.Join(known.contexts, context);
    return held_[condition];
  }
  PendingRelation pending;
  pending.relation.kind = kind;
  pending.relation.function_slot = slots_.Allocate();
  pending.relation.held_slot = slots_.Allocate();
  pending.relation.condition = condition;
  pending.relation.equation = equation;
  pending.function = function;
  pending.contexts = here_;
  if (kind != RelationKind::Floor) MarkTimeEvent(pending);
  relation_of_[condition] = static_cast<uint32_t>(relations.size());
  relations.push_back(pending);
  const ExprId held = Slots::Ref(pool_, pending.relation.held_slot);
  held_[condition] = held;
  return held;
}

// What changes at events only, held relations included, leaves the instant known until the next event.
void EventLowering::MarkTimeEvent(PendingRelation& pending) {
  bool only_time = true;
  for (const ExprId id : walker_.Postorder(pending.function)) {
    if (pool_.op(id) == Op::Var)
      only_time = only_time && ((pool_.var(id).index & kSlotBit) != 0 || !is_varying_(id));
    if (pool_.op(id) == Op::Call) only_time = false;
  }
  if (!only_time) return;
  const auto split = splitter_.TrySplit(pending.function, pool_.Time());
  if (!split || pool_.IsNumber(split->factor, 0)) return;
  pending.relation.is_time_event = true;
  pending.relation.time_slot = slots_.Allocate();
  pending.relation.slope_slot = slots_.Allocate();
  pending.instant = pool_.Neg(pool_.Div(split->constant, split->factor));
  // A slope of zero says that there is no such instant; the quotient is not to be a mistake then.
  if (!pool_.IsNumber(split->factor)) {
    const ExprId has_slope = pool_.Binary(Op::NotEqual, split->factor, pool_.Real(0));
    pending.instant = pool_.If(has_slope, pending.instant, pool_.Real(0));
  }
  pending.slope = split->factor;
}

// Divisions, roots and logarithms; calls of functions, which may refuse their arguments.
auto EventLowering::MayFail(ExprId function) -> bool {
  return std::ranges::any_of(walker_.Postorder(function), [&](ExprId id) {
    switch (pool_.op(id)) {
      case Op::Div:   return !pool_.IsNumber(pool_.operand(id, 1));
      case Op::Pow:
      case Op::Sqrt:
      case Op::Log:
      case Op::Log10:
      case Op::Asin:
      case Op::Acos:
      case Op::Call:  return true;
      default:        return false;
    }
  });
}

// Whether a condition changes at events only: relations are held, and so are discrete variables.
auto EventLowering::IsHeld(ExprId condition) -> bool {
  return std::ranges::none_of(walker_.Postorder(condition), [&](ExprId id) {
    if (pool_.op(id) == Op::Time || pool_.op(id) == Op::Call) return true;
    return pool_.op(id) == Op::Var && (pool_.var(id).index & kSlotBit) == 0 && is_varying_(id);
  });
}

// Without value: nothing guards it.
auto EventLowering::GuardOf(uint32_t context) -> ExprId {
  ExprId guard;
  for (; context != BranchContexts::kEverywhere; context = contexts_[context].around) {
    const BranchContexts::Context& branch = contexts_[context];
    if (!conditions_.Has(branch.condition)) continue;
    const ExprId condition = conditions_[branch.condition];
    const ExprId within = branch.holds ? condition : pool_.Unary(Op::Not, condition);
    guard = guard.has_value() ? pool_.Binary(Op::And, within, guard) : within;
  }
  return guard;
}

auto EventLowering::GuardOf(const BranchContexts::Contexts& contexts) -> ExprId {
  ExprId guard;
  for (const uint32_t context : contexts) {
    const ExprId within = GuardOf(context);
    if (!within.has_value()) return {};
    guard = guard.has_value() ? pool_.Binary(Op::Or, guard, within) : within;
  }
  return guard;
}

void EventLowering::GuardFunctions() {
  for (PendingRelation& pending : relations) {
    if (pending.contexts == BranchContexts::Contexts{BranchContexts::kEverywhere} ||
        !MayFail(pending.function))
      continue;
    const ExprId guard = GuardOf(pending.contexts);
    if (!guard.has_value()) continue;
    // Away from the boundary.
    pending.function = pool_.If(guard, pending.function, pool_.Real(1));
    if (!pending.relation.is_time_event) continue;
    // A guard that changes without an event (noEvent) would hide an instant until the next event. So the
    // function is watched instead.
    if (!IsHeld(guard)) {
      pending.relation.is_time_event = false;
      continue;
    }
    pending.instant = pool_.If(guard, pending.instant, pool_.Real(0));
    pending.slope = pool_.If(guard, pending.slope, pool_.Real(0));
  }
}

}  // namespace kerf::transform
