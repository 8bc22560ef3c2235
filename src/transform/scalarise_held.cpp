// Jumps in when-clauses that are held elsewhere. A clause sees what the event has decided, not the numbers,
// which at a crossing may still be on the other side (SymbolicMachine::Quiet). Whether a jump is held is only
// known when the whole model has been evaluated.
#include "transform/scalarise_model.h"

namespace kerf::transform {

void ModelScalariser::ForEachOtherValue(const std::function<void(ExprId&)>& change) {
  for (const VarId id : dae_.vars.ids()) {
    dae::Var& var = dae_.vars[id];
    for (ExprId* value : {&var.binding, &var.start, &var.nominal}) change(*value);
  }
  for (dae::Assertion& assertion : dae_.assertions) {
    for (ExprId* value : {&assertion.condition, &assertion.message, &assertion.active}) change(*value);
  }
  for (dae::Reinit& reinit : dae_.reinits) {
    change(reinit.active);
    change(reinit.value);
  }
  for (dae::Termination& termination : dae_.terminations) change(termination.active);
  for (dae::Sampler& sampler : dae_.samplers) {
    change(sampler.start);
    change(sampler.interval);
  }
  for (dae::Delay& delay : dae_.delays) change(delay.delay);
  for (dae::Effect& effect : dae_.effects) {
    change(effect.active);
    for (ExprId& leaf : effect.leaves) change(leaf);
  }
}

void ModelScalariser::DecideJumps() {
  if (!machine_.has_undecided()) return;
  expr::Rewriter rewriter(pool_);
  const auto decide = [&](ExprId& value) {
    if (!value.has_value()) return;
    value = rewriter.Rewrite(value, [&](ExprId id) -> ExprId {
      std::vector<ExprId> operands;
      for (const ExprId operand : pool_.operands(id)) operands.push_back(rewriter.Rewritten(operand));
      return operands.empty() ? ExprId{} : machine_.Decided(id, operands);
    });
  };
  for (const EqnId id : dae_.equations.ids()) {
    decide(dae_.equations[id].lhs);
    decide(dae_.equations[id].rhs);
  }
  ForEachOtherValue(decide);
}

}  // namespace kerf::transform
