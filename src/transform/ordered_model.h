// The model in order of solution as expressions: what build_simcode turns into tape, for readers that write
// it in another form. Expressions hold held relations; Var leaves with the slot bit are slots (slots.h).
#pragma once

#include <optional>
#include <vector>

#include "transform/lower_events.h"
#include "transform/schedule.h"
#include "transform/work.h"

namespace kerf::transform {

// The expressions of a block of Work::blocks: solutions of its inner equations and left side minus right side
// of its residuals, in their order.
struct OrderedBlock {
  std::vector<ExprId> inner;
  std::vector<ExprId> residuals;
};

struct OrderedModel {
  // Blocks by their index in Work::blocks.
  Items items;
  std::vector<OrderedBlock> blocks;
  std::vector<PendingRelation> relations;
};

// Does the work of build_simcode (work.simcode says which slot is what) and keeps its expressions. Nothing
// after errors.
auto OrderModel(Work& work, PassContext& context) -> std::optional<OrderedModel>;

}  // namespace kerf::transform
