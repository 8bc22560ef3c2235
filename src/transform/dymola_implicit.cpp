// See ImplicitEquations in dymola_1991.h.
#include <algorithm>
#include <map>

#include "expr/walk.h"
#include "graph/match.h"
#include "transform/dymola_1991.h"

namespace kerf::transform {

namespace {

// Which iteration variables each equation depends on, also by way of the inner ones.
class Dependence {
 public:
  Dependence(const Work& work, const Block& block) : pool_(work.dae.world->pool), walker_(pool_) {
    for (uint32_t k = 0; k < block.iteration_vars.size(); ++k) of_var_[block.iteration_vars[k]] = {k};
    for (const Assigned& inner : block.inner) {
      const std::array<ExprId, 1> roots = {inner.solution};
      of_var_[inner.var] = Of(roots);
    }
  }

  auto Of(std::span<const ExprId> roots) -> std::vector<uint32_t> {
    std::vector<uint32_t> all;
    for (const ExprId node : walker_.Postorder(roots)) {
      const auto found = pool_.op(node) == expr::Op::Var ? of_var_.find(pool_.var(node)) : of_var_.end();
      if (found != of_var_.end()) all.insert(all.end(), found->second.begin(), found->second.end());
    }
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    return all;
  }

 private:
  const expr::Pool& pool_;
  expr::Walker walker_;
  std::map<VarId, std::vector<uint32_t>> of_var_;
};

// x = f for an equation lhs = rhs: the side that x is not, or x plus what the sides differ by.
auto FixedPoint(expr::Pool& pool, ExprId lhs, ExprId rhs, ExprId x) -> ExprId {
  if (lhs == x) return rhs;
  if (rhs == x) return lhs;
  return pool.Add(x, pool.Sub(lhs, rhs));
}

}  // namespace

auto ImplicitEquations(Work& work, const Block& block) -> std::vector<Assigned> {
  Dependence dependence(work, block);
  graph::BipartiteBuilder builder(static_cast<uint32_t>(block.iteration_vars.size()));
  for (const EqnId id : block.residuals) {
    const std::array<ExprId, 2> sides = {work.structure.lhs[id.index], work.structure.rhs[id.index]};
    builder.AddRow(dependence.Of(sides));
  }
  const graph::Matching matching = graph::Match(builder.Take());
  std::vector<Assigned> implicit;
  for (uint32_t row = 0; row < block.residuals.size(); ++row) {
    // A block has as many equations as unknowns, and each unknown an equation of its own.
    KERF_CHECK(matching.col_of_row[row] != graph::kNone);
    const VarId var = block.iteration_vars[matching.col_of_row[row]];
    const EqnId id = block.residuals[row];
    implicit.push_back({id, var,
                        FixedPoint(work.dae.world->pool, work.structure.lhs[id.index],
                                   work.structure.rhs[id.index], dae::VarLeaf(work.dae, var))});
  }
  return implicit;
}

}  // namespace kerf::transform
