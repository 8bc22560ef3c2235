// The step `eliminate parameters` of dymola_1991.h.
#include <fmt/format.h>

#include "expr/linear_split.h"
#include "expr/walk.h"
#include "transform/dymola_1991.h"

namespace kerf::transform {

namespace {

using expr::Op;

class ParameterEliminator {
 public:
  ParameterEliminator(Work& work, Eliminated& eliminated)
      : work_(work), eliminated_(eliminated), pool_(work.dae.world->pool), walker_(pool_), splitter_(pool_) {}

  void Run() {
    PutInNumbers();
    bool is_changed = true;
    while (is_changed) {
      is_changed = false;
      for (const EqnId id : work_.dae.equations.ids()) is_changed = TrySettle(id) || is_changed;
    }
    for (const EqnId id : work_.dae.equations.ids()) NameConstantTerms(id);
  }

 private:
  auto lhs(EqnId id) -> ExprId& { return work_.structure.lhs[id.index]; }
  auto rhs(EqnId id) -> ExprId& { return work_.structure.rhs[id.index]; }

  // Factors 1 and terms with a factor 0 are gone by the rules of the pool.
  void PutInNumbers() {
    for (const VarId id : work_.dae.vars.ids()) {
      const dae::Var& var = work_.dae.vars[id];
      const bool is_number = var.kind == dae::VarKind::Parameter && var.binding.has_value() &&
                             (pool_.IsNumber(var.binding, 0) || pool_.IsNumber(var.binding, 1));
      if (is_number) eliminated_.is_put_in[id.index] = true;
    }
    expr::Rewriter rewriter(pool_);
    const auto replace = [&](ExprId id) -> ExprId {
      const bool is_put_in = pool_.op(id) == Op::Var && eliminated_.is_put_in[pool_.var(id).index];
      return is_put_in ? pool_.Real(pool_.number(work_.dae.vars[pool_.var(id)].binding)) : ExprId{};
    };
    for (const EqnId id : work_.dae.equations.ids()) {
      if (work_.aliases.trivial[id.index]) continue;
      lhs(id) = rewriter.Rewrite(lhs(id), replace);
      rhs(id) = rewriter.Rewrite(rhs(id), replace);
    }
  }

  [[nodiscard]] auto IsParameter(VarId id) const -> bool {
    const dae::VarKind kind = work_.dae.vars[id].kind;
    return kind == dae::VarKind::Parameter || kind == dae::VarKind::Constant;
  }

  // An equation with one variable and otherwise parameters makes that variable a parameter.
  auto TrySettle(EqnId id) -> bool {
    if (work_.aliases.trivial[id.index] || work_.dae.equations[id].output != dae::Equation::kNoOutput)
      return false;
    VarId only;
    const std::array<ExprId, 2> sides = {lhs(id), rhs(id)};
    for (const ExprId node : walker_.Postorder(sides)) {
      if (pool_.op(node) == Op::Time) return false;
      if (pool_.op(node) != Op::Var || IsParameter(pool_.var(node))) continue;
      if (only.has_value() && only != pool_.var(node)) return false;
      only = pool_.var(node);
    }
    if (!only.has_value() || work_.known[only.index]) return false;
    const dae::Var& var = work_.dae.vars[only];
    if (var.derivative_of.has_value() || var.is_output || var.type != expr::Kind::Real) return false;
    const expr::Solution solution =
        expr::SolveFor(pool_, splitter_, lhs(id), rhs(id), dae::VarLeaf(work_.dae, only));
    if (solution.status != expr::SolveStatus::Solved) return false;
    work_.aliases.trivial[id.index] = true;
    Settle(only, solution.value, work_.dae.equations[id].owner);
    return true;
  }

  void Settle(VarId var, ExprId value, base::PathId owner) {
    work_.dae.vars[var].kind = dae::VarKind::Parameter;
    work_.dae.vars[var].binding = value;
    work_.known[var.index] = true;
    eliminated_.initial.push_back({var, value, owner});
  }

  // The largest terms that parameters alone make up, with at least one operator and one parameter.
  void NameConstantTerms(EqnId id) {
    if (work_.aliases.trivial[id.index]) return;
    const base::PathId owner = work_.dae.equations[id].owner;
    for (ExprId* side : {&lhs(id), &rhs(id)}) {
      // A side that is constant as a whole is a term as well.
      *side = Named(*side, owner);
    }
  }

  auto Named(ExprId root, base::PathId owner) -> ExprId {
    const std::vector<ExprId> order = walker_.Postorder(root);
    expr::Memo<uint8_t> is_constant;
    expr::Memo<uint8_t> has_parameter;
    for (const ExprId id : order) {
      const Op op = pool_.op(id);
      const bool is_leaf = expr::group_of(op) == expr::Group::Leaf;
      const bool is_parameter = op == Op::Var && IsParameter(pool_.var(id));
      bool constant =
          is_leaf ? pool_.IsNumber(id) || is_parameter : expr::group_of(op) == expr::Group::Arithmetic;
      bool parameter = is_parameter;
      for (const ExprId operand : pool_.operands(id)) {
        constant = constant && is_constant[operand] != 0;
        parameter = parameter || has_parameter[operand] != 0;
      }
      is_constant[id] = constant ? 1 : 0;
      has_parameter[id] = parameter ? 1 : 0;
    }
    const auto is_term = [&](ExprId id) {
      const bool is_operator = expr::group_of(pool_.op(id)) != expr::Group::Leaf;
      return is_operator && is_constant[id] != 0 && has_parameter[id] != 0;
    };
    // Only terms that no larger one contains get a name: others would be named for nothing.
    expr::Memo<uint8_t> is_inside;
    for (size_t k = order.size(); k-- > 0;) {
      const bool covers = is_term(order[k]) || (is_inside.Has(order[k]) && is_inside[order[k]] != 0);
      for (const ExprId operand : pool_.operands(order[k])) {
        if (!is_inside.Has(operand)) is_inside[operand] = 1;
        if (!covers) is_inside[operand] = 0;
      }
    }
    expr::Rewriter rewriter(pool_);
    return rewriter.Rewrite(root, [&](ExprId id) -> ExprId {
      const bool is_largest = is_term(id) && (!is_inside.Has(id) || is_inside[id] == 0);
      return is_largest ? NameOf(id, owner) : ExprId{};
    });
  }

  // Equal terms have one name.
  auto NameOf(ExprId term, base::PathId owner) -> ExprId {
    if (names_.Has(term)) return names_[term];
    flat::World& world = *work_.dae.world;
    dae::Var var;
    do {
      const base::NameId name = world.names.Intern(fmt::format("par{}", ++n_names_));
      var.path = world.paths.Child(base::PathStore::kRoot, name);
    } while (dae::FindVar(work_.dae, world.paths.Render(var.path)).has_value());
    var.kind = dae::VarKind::Parameter;
    var.is_internal = true;
    const VarId id = work_.dae.vars.Add(var);
    work_.known.push_back(true);
    work_.aliases.representative.push_back(id);
    eliminated_.is_put_in.push_back(false);
    Settle(id, term, owner);
    const ExprId leaf = dae::VarLeaf(work_.dae, id);
    names_[term] = leaf;
    return leaf;
  }

  Work& work_;
  Eliminated& eliminated_;
  expr::Pool& pool_;
  expr::Walker walker_;
  expr::LinearSplitter splitter_;
  expr::Memo<ExprId> names_;
  int n_names_ = 0;
};

}  // namespace

void EliminateParameters(Work& work, Eliminated& eliminated) { ParameterEliminator(work, eliminated).Run(); }

}  // namespace kerf::transform
