// annotation(inverse(u = g(y))): an equation v = f(u) has the other form u = g(v).
#include "transform/scalarise_model.h"

namespace kerf::transform {

using expr::Op;

auto ModelScalariser::OutputPlaceholder() -> ExprId {
  if (!output_placeholder_.has_value()) {
    dae::Var var;
    var.path = world_.paths.Child(base::PathStore::kRoot, world_.names.Intern("$output"));
    var.kind = dae::VarKind::Event;
    var.is_internal = true;
    output_placeholder_ = dae_.vars.Add(var);
  }
  return dae::VarLeaf(dae_, output_placeholder_);
}

void ModelScalariser::TakeInverse(ExprId value, ExprId input, ExprId inverse) {
  std::vector<KnownInverse>& known = inverses_[value];
  for (const KnownInverse& other : known) {
    if (other.input == pool_.var(input)) return;
  }
  known.push_back({pool_.var(input), inverse});
}

void ModelScalariser::AddInverses(EqnId equation, ExprId value, ExprId other) {
  const auto at = inverses_.find(value);
  if (at == inverses_.end()) return;
  const ExprId output = dae::VarLeaf(dae_, output_placeholder_);
  expr::Rewriter rewriter(pool_);
  for (const KnownInverse& known : at->second) {
    const ExprId solution =
        rewriter.Rewrite(known.inverse, [&](ExprId id) { return id == output ? other : ExprId{}; });
    dae_.inverses.push_back({equation, known.input, solution});
  }
}

}  // namespace kerf::transform
