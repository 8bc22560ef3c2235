// Evaluated parameters: those without which the model would have other equations.
#include "expr/walk.h"
#include "transform/scalarise_model.h"

namespace kerf::transform {

// The variables in an expression whose value goes into the model.
void ModelScalariser::NoteUses(ExprId value) {
  if (!value.has_value()) return;
  for (const ExprId leaf : walker_.Postorder(value)) {
    if (pool_.op(leaf) == expr::Op::Var) values_.NoteUse(pool_.var(leaf));
  }
}

// Those that are used, and those that these get their values from.
void ModelScalariser::NoteEvaluated() {
  std::vector<bool> is_noted(flat_.vars.size(), false);
  std::vector<VarId> stack;
  const auto note = [&](VarId id) {
    if (is_noted[id.index]) return;
    is_noted[id.index] = true;
    stack.push_back(id);
  };
  for (const VarId id : flat_.vars.ids()) {
    if (values_.is_used()[id.index] || flat_.vars[id].is_structural) note(id);
  }
  while (!stack.empty()) {
    const flat::Var& var = flat_.vars[stack.back()];
    stack.pop_back();
    ExprId source = var.binding;
    if (!source.has_value() && var.attributes.has_value()) source = flat_.attributes[var.attributes].start;
    if (!source.has_value()) continue;
    for (const ExprId leaf : walker_.Postorder(source)) {
      if (pool_.op(leaf) == expr::Op::Var) note(pool_.var(leaf));
    }
  }
  for (const VarId id : flat_.vars.ids()) {
    if (!is_noted[id.index] || !HasScalars(flat_.vars[id])) continue;
    const uint32_t count = pool_.shapes().count(flat_.vars[id].type.shape);
    for (uint32_t k = 0; k < count; ++k) evaluated_.emplace_back(scalar_of_[id.index].index + k);
  }
}

}  // namespace kerf::transform
