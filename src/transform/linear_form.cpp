// See linear_form.h.
#include "transform/linear_form.h"

#include <set>

#include "expr/linear_split.h"
#include "expr/walk.h"

namespace kerf::transform {

auto TryLinearForm(Work& work, const Block& block) -> std::optional<LinearForm> {
  expr::Pool& pool = work.dae.world->pool;
  expr::LinearSplitter splitter(pool);
  expr::Walker walker(pool);
  LinearForm form;
  form.n = block.equations.size();
  form.matrix.resize(form.n * form.n);
  std::set<ExprId> unknowns;
  for (const Assigned& assigned : block.equations) unknowns.insert(dae::VarLeaf(work.dae, assigned.var));
  for (size_t row = 0; row < form.n; ++row) {
    const EqnId id = block.equations[row].equation;
    if (work.dae.equations[id].output != dae::Equation::kNoOutput) return std::nullopt;
    ExprId rest = pool.Sub(work.structure.lhs[id.index], work.structure.rhs[id.index]);
    std::set<ExprId> present;
    for (const ExprId node : walker.Postorder(rest)) {
      if (unknowns.contains(node)) present.insert(node);
    }
    for (size_t col = 0; col < form.n; ++col) {
      const ExprId leaf = dae::VarLeaf(work.dae, block.equations[col].var);
      if (!present.contains(leaf)) continue;
      const auto split = splitter.TrySplit(rest, leaf);
      if (!split) return std::nullopt;
      for (const ExprId node : walker.Postorder(split->factor)) {
        if (unknowns.contains(node)) return std::nullopt;
      }
      if (!pool.IsNumber(split->factor, 0)) form.matrix[row * form.n + col] = split->factor;
      rest = split->constant;
    }
    form.right.push_back(pool.Neg(rest));
  }
  return form;
}

}  // namespace kerf::transform
