// The pass eliminate_aliases: trivial equations a = b, section 3.4 of the thesis. Of two unknowns the
// right-hand one stays; a known one always stays. Two different known variables are not made equal: the
// equation stays and shows up as redundant. An equation that says nothing new is kept aside and reported.
// Two states that are equal are one state, and their derivatives are equal too.
#include "transform/passes.h"

#include <utility>

#include "expr/walk.h"

namespace kerf::transform {

namespace {

using expr::Op;

class AliasEliminator {
 public:
  AliasEliminator(Work& work, const Options& options)
      : work_(work), options_(options), pool_(work.dae.world->pool) {}

  void Run() {
    Begin();
    if (!options_.eliminate) return;
    for (const EqnId id : work_.dae.equations.ids()) JoinTrivial(id);
    Substitute();
    if (work_.dae.listing == flat::Listing::AsWritten) return;
    // Values that equations give at once make further equations trivial: x = y - z with z = 0.
    constexpr int kMaxRounds = 8;
    literal_.resize(work_.dae.vars.size());
    defined_by_.resize(work_.dae.vars.size());
    // What derivatives are taken by stays a variable.
    is_direction_.assign(work_.dae.vars.size(), false);
    for (const VarId id : work_.directions)
      is_direction_[work_.aliases.representative[id.index].index] = true;
    for (int round = 0; round < kMaxRounds && FindLiterals(); ++round) {
      Substitute();
      for (const EqnId id : work_.dae.equations.ids()) JoinTrivial(id);
      Substitute();
    }
  }

 private:
  auto lhs(EqnId id) -> ExprId& { return work_.structure.lhs[id.index]; }
  auto rhs(EqnId id) -> ExprId& { return work_.structure.rhs[id.index]; }

  void Begin() {
    auto& representative = work_.aliases.representative;
    representative.resize(work_.dae.vars.size());
    derivative_.resize(work_.dae.vars.size());
    for (const VarId id : work_.dae.vars.ids()) {
      representative[id.index] = id;
      derivative_[id.index] = work_.dae.vars[id].derivative;
    }
    work_.aliases.trivial.assign(work_.dae.equations.size(), false);
    work_.aliases.redundant.clear();
    work_.structure = {};
    for (const EqnId id : work_.dae.equations.ids()) {
      const dae::Equation& equation = work_.dae.equations[id];
      work_.structure.lhs.push_back(equation.lhs);
      work_.structure.rhs.push_back(equation.rhs);
      if (options_.problem != Problem::Initial && (equation.is_initial || equation.is_guess))
        work_.aliases.trivial[id.index] = true;
      if (equation.is_at_events && IsOneInstant(options_.problem)) KeepFromBefore(id);
    }
  }

  // A variable of a when-clause is what it was.
  void KeepFromBefore(EqnId id) {
    if (pool_.op(lhs(id)) != Op::Var) return;
    const VarId before = work_.dae.vars[pool_.var(lhs(id))].pre;
    if (before.has_value()) rhs(id) = dae::VarLeaf(work_.dae, before);
  }

  // The representative, shortening the way for the next search.
  auto Find(VarId var) -> VarId {
    auto& representative = work_.aliases.representative;
    while (representative[var.index] != var) {
      representative[var.index] = representative[representative[var.index].index];
      var = representative[var.index];
    }
    return var;
  }

  void JoinTrivial(EqnId id) {
    // What is equal at the start may part, and its derivatives need not be equal.
    const dae::Equation& equation = work_.dae.equations[id];
    if (work_.aliases.trivial[id.index] || equation.is_guess || equation.is_initial) return;
    if (pool_.op(lhs(id)) != Op::Var || pool_.op(rhs(id)) != Op::Var) return;
    const VarId a = Find(pool_.var(lhs(id)));
    const VarId b = Find(pool_.var(rhs(id)));
    if (a == b) {
      work_.aliases.trivial[id.index] = true;
      work_.aliases.redundant.push_back(id);
      return;
    }
    // That the derivatives are equal too may be an equation of its own.
    work_.aliases.trivial[id.index] = Join(a, b, !equation.derivative.has_value());
  }

  [[nodiscard]] auto IsState(VarId var) const -> bool {
    return work_.known[var.index] && work_.dae.vars[var].kind == dae::VarKind::State &&
           (options_.problem == Problem::Simulation || options_.problem == Problem::Instant);
  }

  auto Join(VarId a, VarId b, bool with_derivatives) -> bool {
    const dae::Var& x = work_.dae.vars[a];
    const dae::Var& y = work_.dae.vars[b];
    if (x.type != y.type || x.is_discrete != y.is_discrete) return false;
    if (options_.keep_outputs && (x.is_output || y.is_output)) return false;
    const bool a_known = work_.known[a.index];
    const bool b_known = work_.known[b.index];
    const bool is_simplified = work_.dae.listing == flat::Listing::Simplified;
    const bool are_states = IsState(a) && IsState(b) && is_simplified;
    if (a_known && b_known && !are_states) return false;
    VarId stays = a_known ? a : b;
    VarId goes = a_known ? b : a;
    if (IsLiteral(goes) && !IsLiteral(stays) && !a_known && !b_known) std::swap(stays, goes);
    if (IsLiteral(goes)) ForgetLiteral(goes);
    work_.aliases.representative[goes.index] = stays;
    const VarId of_goes = derivative_[goes.index];
    const VarId of_stays = derivative_[stays.index];
    if (!of_stays.has_value()) derivative_[stays.index] = of_goes;
    if (!of_goes.has_value() || !of_stays.has_value() || !is_simplified || !with_derivatives) return true;
    const VarId da = Find(of_goes);
    const VarId db = Find(of_stays);
    if (da != db) Join(da, db, true);
    return true;
  }

  [[nodiscard]] auto IsLiteral(VarId var) const -> bool {
    return !literal_.empty() && literal_[var.index].has_value();
  }

  // Another variable stands for it now: what gave its value is an equation for that one.
  void ForgetLiteral(VarId var) {
    literal_[var.index] = {};
    defining_[defined_by_[var.index].index] = false;
  }

  // Notes variables that an equation makes equal to a literal. False if there is no new one.
  auto FindLiterals() -> bool {
    bool is_new = false;
    for (const EqnId id : work_.dae.equations.ids()) {
      const dae::Equation& equation = work_.dae.equations[id];
      if (work_.aliases.trivial[id.index] || equation.is_initial || equation.is_guess) continue;
      const bool is_left = pool_.op(lhs(id)) == Op::Var;
      const ExprId leaf = is_left ? lhs(id) : rhs(id);
      const ExprId value = is_left ? rhs(id) : lhs(id);
      if (pool_.op(leaf) != Op::Var || !(pool_.IsNumber(value) || pool_.op(value) == Op::Boolean)) continue;
      const VarId var = pool_.var(leaf);
      if (work_.known[var.index] || literal_[var.index].has_value() || derivative_[var.index].has_value() ||
          is_direction_[var.index])
        continue;
      literal_[var.index] = value;
      defining_.resize(work_.dae.equations.size(), false);
      defining_[id.index] = true;
      defined_by_[var.index] = id;
      is_new = true;
    }
    return is_new;
  }

  auto Replacement(ExprId id) -> ExprId {
    if (pool_.op(id) == Op::Initial) return pool_.Boolean(options_.problem == Problem::Initial);
    if (pool_.op(id) != Op::Var) return {};
    const VarId var = pool_.var(id);
    const VarId other = work_.aliases.representative[var.index];
    if (IsLiteral(other)) return literal_[other.index];
    return other == var ? id : pool_.Var(other, pool_.type(id));
  }

  void Substitute() {
    for (const VarId id : work_.dae.vars.ids()) work_.aliases.representative[id.index] = Find(id);
    expr::Rewriter rewriter(pool_);
    const auto replace = [&](ExprId id) { return Replacement(id); };
    for (const EqnId id : work_.dae.equations.ids()) {
      if (work_.aliases.trivial[id.index] || (!defining_.empty() && defining_[id.index])) continue;
      lhs(id) = rewriter.Rewrite(lhs(id), replace);
      rhs(id) = rewriter.Rewrite(rhs(id), replace);
    }
  }

  Work& work_;
  const Options& options_;
  expr::Pool& pool_;
  // By representative: a derivative of a variable that it stands for.
  std::vector<VarId> derivative_;
  // By representative: the number that an equation makes it, and that equation.
  std::vector<ExprId> literal_;
  std::vector<EqnId> defined_by_;
  std::vector<bool> is_direction_;
  // Equations that say what a literal is.
  std::vector<bool> defining_;
};

}  // namespace

auto EliminateAliases(Work& work, PassContext& context) -> Status {
  AliasEliminator(work, context.options).Run();
  return Status::Ok;
}

}  // namespace kerf::transform
