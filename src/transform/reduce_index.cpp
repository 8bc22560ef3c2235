// The pass reduce_index: constraints between states. A set of equations with one unknown too few is
// differentiated (C. Pantelides, The consistent initialization of differential-algebraic systems, SIAM J.
// Sci. Stat. Comput. 9, 1988), and one state in it becomes an ordinary unknown, as does its derivative (S. E.
// Mattsson and G. Söderlind, Index reduction in differential-algebraic equations using dummy derivatives,
// SIAM J. Sci. Comput. 14, 1993). The choice of the state is made once, by the structure and the wishes of
// the model.
#include <algorithm>
#include <tuple>

#include "expr/derivative.h"
#include "expr/walk.h"
#include "graph/augmenting_search.h"
#include "transform/passes.h"

namespace kerf::transform {

namespace {

using expr::Op;

class IndexReducer {
 public:
  explicit IndexReducer(Work& work)
      : work_(work), pool_(work.dae.world->pool), walker_(pool_), differentiator_(pool_) {}

  // Differentiates each set that is one unknown short. False if there is none, or one that cannot be cured.
  auto Round() -> bool {
    FindDerivatives();
    const Structure& s = work_.structure;
    const graph::Bipartite& graph = s.has_fixed_causality ? s.candidates : s.occurrences;
    graph::AugmentingSearch search(graph);
    std::vector<std::vector<EqnId>> sets;
    for (uint32_t row = 0; row < graph.n_rows; ++row) {
      if (search.Assign(row)) continue;
      std::vector<EqnId>& set = sets.emplace_back();
      set.push_back(s.eqn_of_row[row]);
      for (const uint32_t col : search.reached_cols())
        set.push_back(s.eqn_of_row[search.matching().row_of_col[col]]);
    }
    return !sets.empty() && std::ranges::all_of(sets, [&](const auto& set) { return Differentiate(set); });
  }

 private:
  // Variables that stand for others share their derivatives.
  void FindDerivatives() {
    const auto& representative = work_.aliases.representative;
    derivative_.assign(work_.dae.vars.size(), {});
    for (const VarId id : work_.dae.vars.ids()) {
      const VarId derivative = work_.dae.vars[id].derivative;
      VarId& known = derivative_[representative[id.index].index];
      if (derivative.has_value() && !known.has_value()) known = representative[derivative.index];
    }
    differentiator_.Forget();
  }

  auto States(const std::vector<EqnId>& set) -> std::vector<VarId> {
    std::vector<VarId> states;
    for (const EqnId id : set) {
      const std::array<ExprId, 2> sides = {work_.structure.lhs[id.index], work_.structure.rhs[id.index]};
      for (const ExprId node : walker_.Postorder(sides)) {
        if (pool_.op(node) != Op::Var) continue;
        const VarId var = pool_.var(node);
        if (work_.dae.vars[var].kind == dae::VarKind::State && work_.known[var.index]) states.push_back(var);
      }
    }
    std::ranges::sort(states);
    states.erase(std::ranges::unique(states).begin(), states.end());
    return states;
  }

  // How gladly a variable is kept as a state: by its own wish, then by what it starts from.
  auto Rank(VarId var, const std::vector<EqnId>& set) -> std::tuple<int, int, int, uint32_t> {
    int wish = static_cast<int>(flat::StateSelect::Never);
    bool is_fixed = false;
    bool has_start = false;
    for (const VarId id : work_.dae.vars.ids()) {
      if (work_.aliases.representative[id.index] != var) continue;
      const dae::Var& member = work_.dae.vars[id];
      if (member.kind != dae::VarKind::State) continue;
      wish = std::max(wish, Order(member.state_select));
      is_fixed = is_fixed || member.is_fixed;
      has_start = has_start || member.start.has_value();
    }
    // A state that an equation gives at once is the one to be given up.
    int given = 1;
    for (const EqnId id : set) {
      const ExprId lhs = work_.structure.lhs[id.index];
      if (pool_.op(lhs) == Op::Var && pool_.var(lhs) == var) given = 0;
    }
    return {wish, is_fixed ? 2 : has_start ? 1 : 0, given, ~var.index};
  }

  static auto Order(flat::StateSelect select) -> int {
    switch (select) {
      case flat::StateSelect::Never:   return 0;
      case flat::StateSelect::Avoid:   return 1;
      case flat::StateSelect::Default: return 2;
      case flat::StateSelect::Prefer:  return 3;
      case flat::StateSelect::Always:  return 4;
    }
    return 2;
  }

  auto Differentiate(const std::vector<EqnId>& set) -> bool {
    const std::vector<VarId> states = States(set);
    if (states.empty()) return false;
    const VarId given_up = *std::ranges::min_element(states, {}, [&](VarId var) { return Rank(var, set); });
    for (const EqnId id : set) {
      const dae::Equation source = work_.dae.equations[id];
      if (source.output != dae::Equation::kNoOutput) return false;
      const auto leaf = [&](ExprId node) { return DerivativeOf(node); };
      const ExprId lhs = differentiator_.Differentiate(work_.structure.lhs[id.index], leaf);
      const ExprId rhs = differentiator_.Differentiate(work_.structure.rhs[id.index], leaf);
      if (lhs == expr::Pool::kError || rhs == expr::Pool::kError) return false;
      dae::Equation derived = source;
      derived.lhs = lhs;
      derived.rhs = rhs;
      derived.origin = work_.dae.world->origins.Add({{}, flat::MadeBy::Derivative, source.origin});
      work_.dae.equations.Add(derived);
    }
    for (const VarId id : work_.dae.vars.ids()) {
      dae::Var& var = work_.dae.vars[id];
      if (work_.aliases.representative[id.index] == given_up && var.kind == dae::VarKind::State)
        var.kind = dae::VarKind::Algebraic;
    }
    return true;
  }

  auto DerivativeOf(ExprId node) -> ExprId {
    if (pool_.op(node) == Op::Time) return pool_.Real(1);
    const VarId id = pool_.var(node);
    const dae::Var var = work_.dae.vars[id];
    if (var.is_discrete || var.kind == dae::VarKind::Constant || var.kind == dae::VarKind::Parameter)
      return pool_.Real(0);
    if (var.kind == dae::VarKind::Input) return expr::Pool::kError;
    if (!derivative_[id.index].has_value()) {
      dae::Var derivative;
      const std::string name = "der(" + dae::FullName(work_.dae, id) + ")";
      flat::World& world = *work_.dae.world;
      derivative.path = world.paths.Child(base::PathStore::kRoot, world.names.Intern(name));
      derivative.derivative_of = id;
      derivative.origin = var.origin;
      derivative_[id.index] = work_.dae.vars.Add(derivative);
      work_.dae.vars[id].derivative = derivative_[id.index];
      // New variables stand for themselves.
      derivative_.emplace_back();
      work_.aliases.representative.push_back(derivative_[id.index]);
      work_.known.push_back(false);
    }
    return dae::VarLeaf(work_.dae, derivative_[id.index]);
  }

  Work& work_;
  expr::Pool& pool_;
  expr::Walker walker_;
  expr::Differentiator differentiator_;
  // By representative.
  std::vector<VarId> derivative_;
};

}  // namespace

auto ReduceIndex(Work& work, PassContext& context) -> Status {
  if (context.options.problem != Problem::Simulation || !work.dae.has_literals_put_in ||
      context.options.implicit_form)
    return Status::Ok;
  if (const Status status = MatchEquations(work, context); status != Status::Ok) return status;
  if (HasStateForm(work.structure)) return EliminateAliases(work, context);
  const dae::Dae original = work.dae;
  constexpr int kMaxRounds = 30;
  const uint32_t limit = 4 * work.dae.equations.size() + 100;
  bool is_reduced = false;
  for (int round = 0; round < kMaxRounds && !is_reduced && work.dae.equations.size() < limit; ++round) {
    if (!IndexReducer(work).Round()) break;
    for (const auto pass : {PoseProblem, EliminateAliases, MatchEquations}) {
      if (const Status status = pass(work, context); status != Status::Ok) return status;
    }
    is_reduced = HasStateForm(work.structure) && work.aliases.redundant.empty();
  }
  // What cannot be cured is told about the equations as they were.
  if (!is_reduced) {
    work.dae = original;
    if (const Status status = PoseProblem(work, context); status != Status::Ok) return status;
  }
  // The matching is made anew, from a structure without one.
  return EliminateAliases(work, context);
}

}  // namespace kerf::transform
