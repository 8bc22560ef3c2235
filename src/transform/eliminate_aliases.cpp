// The pass eliminate_aliases: trivial equations a = b, section 3.4 of the thesis. Of two unknowns the
// right-hand one stays; a known one always stays. Two different known variables are not made equal: the
// equation stays and shows up as redundant. An equation that says nothing new is kept aside and reported.
#include "transform/passes.h"

#include "expr/walk.h"

namespace kerf::transform {

namespace {

using expr::Op;

// The representative, shortening the way for the next search.
auto FindRepresentative(std::vector<VarId>& representative, VarId var) -> VarId {
  while (representative[var.index] != var) {
    representative[var.index] = representative[representative[var.index].index];
    var = representative[var.index];
  }
  return var;
}

void JoinTrivial(Work& work, EqnId id) {
  const dae::Equation& equation = work.dae.equations[id];
  const expr::Pool& pool = work.dae.world->pool;
  if (pool.op(equation.lhs) != Op::Var || pool.op(equation.rhs) != Op::Var) return;
  auto& representative = work.aliases.representative;
  const VarId a = FindRepresentative(representative, pool.var(equation.lhs));
  const VarId b = FindRepresentative(representative, pool.var(equation.rhs));
  const bool a_known = work.known[a.index];
  const bool b_known = work.known[b.index];
  if (a != b && a_known && b_known) return;
  work.aliases.trivial[id.index] = true;
  if (a == b) {
    work.aliases.redundant.push_back(id);
  } else if (a_known) {
    representative[b.index] = a;
  } else {
    representative[a.index] = b;
  }
}

void Substitute(Work& work) {
  expr::Pool& pool = work.dae.world->pool;
  expr::Rewriter rewriter(pool);
  const auto replace = [&](ExprId id) -> ExprId {
    if (pool.op(id) != Op::Var) return {};
    const VarId var = pool.var(id);
    const VarId other = work.aliases.representative[var.index];
    return other == var ? id : pool.Var(other, pool.type(id));
  };
  for (const EqnId id : work.dae.equations.ids()) {
    if (work.aliases.trivial[id.index]) continue;
    work.structure.lhs[id.index] = rewriter.Rewrite(work.structure.lhs[id.index], replace);
    work.structure.rhs[id.index] = rewriter.Rewrite(work.structure.rhs[id.index], replace);
  }
}

}  // namespace

auto EliminateAliases(Work& work, PassContext& context) -> Status {
  auto& representative = work.aliases.representative;
  representative.resize(work.dae.vars.size());
  for (const VarId id : work.dae.vars.ids()) representative[id.index] = id;
  work.aliases.trivial.assign(work.dae.equations.size(), false);
  work.aliases.redundant.clear();
  work.structure = {};
  for (const EqnId id : work.dae.equations.ids()) {
    work.structure.lhs.push_back(work.dae.equations[id].lhs);
    work.structure.rhs.push_back(work.dae.equations[id].rhs);
  }
  if (!context.options.eliminate) return Status::Ok;
  for (const EqnId id : work.dae.equations.ids()) JoinTrivial(work, id);
  for (const VarId id : work.dae.vars.ids())
    representative[id.index] = FindRepresentative(representative, id);
  Substitute(work);
  return Status::Ok;
}

}  // namespace kerf::transform
