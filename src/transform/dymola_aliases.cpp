// The steps `eliminate equations` and those around a partition of dymola_1991.h.
#include <algorithm>
#include <optional>

#include "expr/walk.h"
#include "transform/dymola_1991.h"

namespace kerf::transform {

namespace {

using expr::Op;

// ±var.
struct Signed {
  VarId var;
  bool is_negative = false;
};

class SignedAliases {
 public:
  SignedAliases(Work& work, OutputRule rule)
      : work_(work), rule_(rule), pool_(work.dae.world->pool), stand_in_(work.dae.vars.size()) {
    for (const VarId id : work.dae.vars.ids()) stand_in_[id.index] = {id, false};
  }

  auto Run() -> bool {
    bool is_changed = false;
    for (const EqnId id : work_.dae.equations.ids()) {
      if (work_.aliases.trivial[id.index] || work_.dae.equations[id].output != dae::Equation::kNoOutput)
        continue;
      if (!TryJoin(id)) continue;
      work_.aliases.trivial[id.index] = true;
      is_changed = true;
    }
    if (is_changed) Substitute();
    return is_changed;
  }

 private:
  // Adds the terms of a side that is a sum of at most two variables; false for anything else.
  auto TryTerms(ExprId id, bool is_negative, std::vector<Signed>& terms) -> bool {
    if (pool_.IsNumber(id, 0)) return true;
    switch (pool_.op(id)) {
      case Op::Var: terms.push_back({pool_.var(id), is_negative}); return terms.size() <= 2;
      case Op::Neg: return TryTerms(pool_.operand(id, 0), !is_negative, terms);
      case Op::Add:
      case Op::Sub: {
        const bool is_minus = pool_.op(id) == Op::Sub;
        const auto is_leaf = [&](ExprId side) {
          return pool_.op(side) == Op::Var ||
                 (pool_.op(side) == Op::Neg && pool_.op(pool_.operand(side, 0)) == Op::Var);
        };
        const ExprId left = pool_.operand(id, 0);
        const ExprId right = pool_.operand(id, 1);
        return is_leaf(left) && is_leaf(right) && TryTerms(left, is_negative, terms) &&
               TryTerms(right, is_negative != is_minus, terms);
      }
      default: return false;
    }
  }

  auto Find(Signed x) -> Signed {
    while (stand_in_[x.var.index].var != x.var) {
      const Signed next = stand_in_[x.var.index];
      x = {next.var, x.is_negative != next.is_negative};
    }
    return x;
  }

  [[nodiscard]] auto IsPlain(VarId id) const -> bool {
    const dae::Var& var = work_.dae.vars[id];
    const bool is_constant = var.kind == dae::VarKind::Parameter || var.kind == dae::VarKind::Constant ||
                             var.kind == dae::VarKind::Event;
    // What passes have made, such as a variable whose past is kept, is known to others by its name.
    return !is_constant && !var.derivative_of.has_value() && var.type == expr::Kind::Real && !var.is_internal;
  }
  // An input or output of a submodel: the equation says who gives it.
  [[nodiscard]] auto IsDirected(VarId id) const -> bool {
    return work_.dae.vars[id].direction != flat::Direction::None;
  }
  [[nodiscard]] auto IsProtected(VarId id) const -> bool {
    return work_.known[id.index] || work_.dae.vars[id].is_output ||
           work_.dae.vars[id].kind == dae::VarKind::State;
  }

  auto TryJoin(EqnId id) -> bool {
    std::vector<Signed> terms;
    if (!TryTerms(work_.structure.lhs[id.index], false, terms) ||
        !TryTerms(work_.structure.rhs[id.index], true, terms) || terms.size() != 2)
      return false;
    // a - b = 0 says a = b.
    const Signed a = Find(terms[0]);
    const Signed b = Find({terms[1].var, !terms[1].is_negative});
    const bool is_negative = a.is_negative != b.is_negative;
    if (a.var == b.var) {
      if (!is_negative) work_.aliases.redundant.push_back(id);
      return !is_negative;
    }
    if (!IsPlain(a.var) || !IsPlain(b.var) || IsDirected(a.var) || IsDirected(b.var)) return false;
    const bool has_output = work_.dae.vars[a.var].is_output || work_.dae.vars[b.var].is_output;
    if (rule_ == OutputRule::Keep && has_output) return false;
    if (IsProtected(a.var) && IsProtected(b.var)) return false;
    const VarId goes = IsProtected(a.var) ? b.var : a.var;
    const VarId stays = IsProtected(a.var) ? a.var : b.var;
    stand_in_[goes.index] = {stays, is_negative};
    return true;
  }

  void Substitute() {
    for (const VarId id : work_.dae.vars.ids()) {
      VarId& representative = work_.aliases.representative[id.index];
      representative = Find({representative, false}).var;
    }
    expr::Rewriter rewriter(pool_);
    const auto replace = [&](ExprId id) -> ExprId {
      if (pool_.op(id) != Op::Var) return {};
      const Signed found = Find({pool_.var(id), false});
      if (found.var == pool_.var(id)) return id;
      const ExprId leaf = dae::VarLeaf(work_.dae, found.var);
      return found.is_negative ? pool_.Neg(leaf) : leaf;
    };
    for (const EqnId id : work_.dae.equations.ids()) {
      if (work_.aliases.trivial[id.index]) continue;
      ExprId& lhs = work_.structure.lhs[id.index];
      ExprId& rhs = work_.structure.rhs[id.index];
      lhs = rewriter.Rewrite(lhs, replace);
      rhs = rewriter.Rewrite(rhs, replace);
    }
    for (dae::Reinit& reinit : work_.dae.reinits) {
      reinit.active = rewriter.Rewrite(reinit.active, replace);
      reinit.value = rewriter.Rewrite(reinit.value, replace);
    }
    for (dae::Termination& end : work_.dae.terminations) end.active = rewriter.Rewrite(end.active, replace);
  }

  Work& work_;
  OutputRule rule_;
  expr::Pool& pool_;
  // By variable: what stands for it.
  std::vector<Signed> stand_in_;
};

}  // namespace

void BeginSteps(Work& work, Eliminated& eliminated) {
  work.aliases.representative.clear();
  for (const VarId id : work.dae.vars.ids()) work.aliases.representative.push_back(id);
  work.aliases.trivial.assign(work.dae.equations.size(), false);
  work.aliases.redundant.clear();
  work.structure = {};
  for (const EqnId id : work.dae.equations.ids()) {
    const dae::Equation& equation = work.dae.equations[id];
    work.structure.lhs.push_back(equation.lhs);
    work.structure.rhs.push_back(equation.rhs);
    if (equation.is_initial || equation.is_guess) work.aliases.trivial[id.index] = true;
  }
  eliminated = {};
  eliminated.is_output.assign(work.dae.equations.size(), false);
  eliminated.is_put_in.assign(work.dae.vars.size(), false);
}

auto EliminateEquations(Work& work, OutputRule rule) -> bool {
  bool is_changed = false;
  while (SignedAliases(work, rule).Run()) is_changed = true;
  return is_changed;
}

void KeepSteps(Work& work) {
  const expr::Pool& pool = work.dae.world->pool;
  expr::Walker walker(pool);
  // An equation that has given a parameter its value is gone.
  const auto has_unknown = [&](EqnId id) {
    const std::array<ExprId, 2> sides = {work.structure.lhs[id.index], work.structure.rhs[id.index]};
    return std::ranges::any_of(walker.Postorder(sides), [&](ExprId node) {
      if (pool.op(node) != Op::Var) return false;
      const dae::VarKind kind = work.dae.vars[pool.var(node)].kind;
      return kind != dae::VarKind::Parameter && kind != dae::VarKind::Constant;
    });
  };
  base::Store<EqnId, dae::Equation> kept;
  std::vector<EqnId> place(work.dae.equations.size());
  for (const EqnId id : work.dae.equations.ids()) {
    dae::Equation equation = work.dae.equations[id];
    const bool is_of_start = equation.is_initial || equation.is_guess;
    if (!is_of_start && work.aliases.trivial[id.index] && !has_unknown(id)) continue;
    if (!is_of_start) {
      equation.lhs = work.structure.lhs[id.index];
      equation.rhs = work.structure.rhs[id.index];
    }
    place[id.index] = kept.Add(equation);
  }
  work.dae.equations = std::move(kept);
  for (const EqnId id : work.dae.equations.ids()) {
    EqnId& derivative = work.dae.equations[id].derivative;
    if (derivative.has_value()) derivative = place[derivative.index];
  }
  for (dae::Inverse& inverse : work.dae.inverses) inverse.equation = place[inverse.equation.index];
  std::erase_if(work.dae.inverses, [](const dae::Inverse& inverse) { return !inverse.equation.has_value(); });
}

void BeginPartition(Work& work) {
  Structure fresh;
  fresh.lhs = std::move(work.structure.lhs);
  fresh.rhs = std::move(work.structure.rhs);
  work.structure = std::move(fresh);
}

void PlaceOutputEquations(Work& work, const Eliminated& eliminated) {
  std::ranges::stable_partition(work.blocks, [&](const Block& block) {
    return !eliminated.is_output[block.equations[0].equation.index];
  });
}

}  // namespace kerf::transform
