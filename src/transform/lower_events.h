// Conditions that change during the run become relations: their truth is held between events. Also the
// discontinuous functions sign, entier, ceil and mod are put in terms of relations. abs, min and max are
// continuous and stay. A NoEvent around a jump says that this one is not held, and the mark is taken off;
// what jumps inside has marks of its own, or is held. Around anything else it is for all that stands below.
#pragma once

#include <functional>
#include <vector>

#include "expr/linear_split.h"
#include "expr/walk.h"
#include "simcode/model.h"
#include "transform/branch_contexts.h"
#include "transform/slots.h"

namespace kerf::transform {

// A relation with its function as an expression, not yet scheduled.
struct PendingRelation {
  simcode::Relation relation;
  expr::ExprId function;
  // For a condition on time alone: the instant and the slope of the function.
  expr::ExprId instant;
  expr::ExprId slope;
  // Where it is needed.
  BranchContexts::Contexts contexts;
};

class EventLowering {
 public:
  // is_varying(leaf): whether a Var or Time leaf changes during the run.
  EventLowering(expr::Pool& pool, Slots& slots, std::function<bool(expr::ExprId)> is_varying)
      : pool_(pool),
        slots_(slots),
        is_varying_(std::move(is_varying)),
        walker_(pool),
        splitter_(pool),
        contexts_(pool) {}

  // The expression with held relations put in. `equation` is where it stands, for messages.
  auto Lower(expr::ExprId root, dae::EqnId equation) -> expr::ExprId;

  // Functions that may have no value outside of the branches in which they are needed, such as a division,
  // are evaluated within them only. To be called once, when all is lowered.
  void GuardFunctions();

  std::vector<PendingRelation> relations;

 private:
  auto LowerNode(expr::ExprId id, dae::EqnId equation) -> expr::ExprId;
  auto Rebuild(expr::ExprId id) -> expr::ExprId;
  auto LowerMarked(expr::ExprId id) -> expr::ExprId;
  void PushOperands(expr::ExprId id, std::vector<expr::ExprId>& stack);
  auto WithoutMarks(expr::ExprId root) -> expr::ExprId;
  auto Hold(simcode::RelationKind kind, expr::ExprId function, expr::ExprId condition, dae::EqnId equation)
      -> expr::ExprId;
  auto HoldComparison(expr::Op op, expr::ExprId x, expr::ExprId y, expr::ExprId condition,
                      dae::EqnId equation) -> expr::ExprId;
  void MarkTimeEvent(PendingRelation& pending);
  auto NeedsEvents(expr::ExprId root) -> bool;
  auto GuardOf(uint32_t context) -> expr::ExprId;
  auto GuardOf(const BranchContexts::Contexts& contexts) -> expr::ExprId;
  auto MayFail(expr::ExprId function) -> bool;
  auto IsHeld(expr::ExprId condition) -> bool;

  expr::Pool& pool_;
  Slots& slots_;
  std::function<bool(expr::ExprId)> is_varying_;
  expr::Walker walker_;
  expr::LinearSplitter splitter_;
  expr::Memo<uint8_t> varying_;
  expr::Memo<expr::ExprId> lowered_;
  expr::Memo<expr::ExprId> held_;
  expr::Memo<uint32_t> relation_of_;
  BranchContexts contexts_;
  // Of the part that is being lowered.
  BranchContexts::Contexts here_;
  // Conditions of branches, as they are lowered.
  expr::Memo<expr::ExprId> conditions_;
  expr::Memo<expr::ExprId> unmarked_;
};

}  // namespace kerf::transform
