// The condition as it stands in its equation.
#include "sim/condition_text.h"

#include "dae/print.h"

namespace kerf::sim {

auto ConditionOf(const transform::Work& work, uint32_t relation) -> ConditionText {
  const simcode::Relation& made = work.simcode.relations[relation];
  // The condition of an assertion stands in no equation.
  const bool in_equation = made.equation.has_value();
  const dae::DymolaNamer namer(
      work.dae, in_equation ? work.dae.equations[made.equation].owner : base::PathStore::kRoot);
  return {expr::Print(work.dae.world->pool, made.condition, namer, {.dialect = expr::Dialect::Dymola}),
          in_equation ? transform::SpanOf(work.dae, made.equation) : diag::Span{}};
}

}  // namespace kerf::sim
