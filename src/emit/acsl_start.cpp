// See acsl_start.h.
#include "emit/acsl_start.h"

#include <algorithm>
#include <map>
#include <set>

#include "expr/walk.h"

namespace kerf::emit {

namespace {

using dae::EqnId;
using dae::VarKind;
using expr::ExprId;
using expr::Op;
using expr::VarId;

class StartValues {
 public:
  explicit StartValues(transform::Work& work)
      : dae_(work.dae), pool_(work.dae.world->pool), is_settled_(work.dae.equations.size(), false) {}

  // Again and again, since one value may follow from another.
  auto Run() -> std::vector<bool> {
    bool is_changed = true;
    while (is_changed) {
      is_changed = false;
      for (const EqnId id : dae_.equations.ids()) {
        if (!dae_.equations[id].is_initial || is_settled_[id.index] || !TrySettle(id)) continue;
        is_settled_[id.index] = true;
        is_changed = true;
      }
    }
    return std::move(is_settled_);
  }

 private:
  auto TrySettle(EqnId id) -> bool {
    const ExprId lhs = dae_.equations[id].lhs;
    if (pool_.op(lhs) != Op::Var || dae_.equations[id].output != dae::Equation::kNoOutput) return false;
    const VarId given = pool_.var(lhs);
    const VarId var = dae_.vars[given].pre_of.has_value() ? dae_.vars[given].pre_of : given;
    const ExprId value = KnownValue(dae_.equations[id].rhs);
    if (!value.has_value()) return false;
    dae::Var& target = dae_.vars[var];
    const bool is_free_parameter = target.kind == VarKind::Parameter && target.is_free;
    if (is_free_parameter) {
      target.binding = value;
      target.is_free = false;
      return true;
    }
    if (target.kind != VarKind::State && !target.is_discrete) return false;
    target.start = value;
    target.is_fixed = true;
    return true;
  }

  // With start values put in for states; without value if something else is needed.
  auto KnownValue(ExprId root) -> ExprId {
    bool is_known = true;
    expr::Rewriter rewriter(pool_);
    const ExprId value = rewriter.Rewrite(root, [&](ExprId id) -> ExprId {
      if (pool_.op(id) == Op::Time) is_known = false;
      if (pool_.op(id) != Op::Var) return {};
      const dae::Var& var = dae_.vars[pool_.var(id)];
      if (var.kind == VarKind::Constant || (var.kind == VarKind::Parameter && !var.is_free)) return {};
      const bool has_start = var.kind == VarKind::State && var.is_fixed && var.start.has_value();
      if (!has_start) is_known = false;
      return has_start ? var.start : ExprId{};
    });
    return is_known ? value : ExprId{};
  }

  dae::Dae& dae_;
  expr::Pool& pool_;
  std::vector<bool> is_settled_;
};

}  // namespace

auto TakeStartEquations(transform::Work& work) -> std::vector<bool> { return StartValues(work).Run(); }

auto TryStartValue(transform::Work& work, VarId var) -> std::optional<ExprId> {
  dae::Dae& dae = work.dae;
  expr::Pool& pool = dae.world->pool;
  std::map<VarId, ExprId> values;
  bool is_known = true;
  const auto put_in = [&](ExprId id) -> ExprId {
    if (pool.op(id) != Op::Var) return {};
    const dae::Var& leaf = dae.vars[pool.var(id)];
    if (leaf.kind == VarKind::Parameter || leaf.kind == VarKind::Constant) return {};
    if (leaf.kind == VarKind::State || leaf.is_sampled)
      return leaf.start.has_value() ? leaf.start : pool.Real(0);
    const auto found = values.find(pool.var(id));
    is_known = is_known && found != values.end();
    return found == values.end() ? ExprId{} : found->second;
  };
  for (const transform::Block& block : work.blocks) {
    for (const transform::Assigned& assigned : block.equations) {
      if (!assigned.solution.has_value()) continue;
      is_known = true;
      expr::Rewriter rewriter(pool);
      const ExprId value = rewriter.Rewrite(assigned.solution, put_in);
      if (is_known) values[assigned.var] = value;
    }
  }
  const auto found = values.find(var);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

auto AddOwnVar(transform::Work& work, base::PathId parent, const std::string& name, VarKind kind) -> VarId {
  dae::Var var;
  flat::World& world = *work.dae.world;
  var.path = world.paths.Child(parent, world.names.Intern(name));
  var.kind = kind;
  var.is_internal = true;
  const VarId made = work.dae.vars.Add(var);
  work.known.push_back(kind == VarKind::Event || kind == VarKind::Parameter);
  work.aliases.representative.push_back(made);
  return made;
}

auto ByNeed(const dae::Dae& dae, const std::vector<VarId>& parameters) -> std::vector<VarId> {
  const expr::Pool& pool = dae.world->pool;
  expr::Walker walker(pool);
  std::set<VarId> waiting(parameters.begin(), parameters.end());
  std::vector<VarId> ordered;
  std::vector<VarId> rest = parameters;
  while (!rest.empty()) {
    std::vector<VarId> later;
    for (const VarId id : rest) {
      const ExprId binding = dae.vars[id].binding;
      const bool has_all =
          !binding.has_value() || std::ranges::none_of(walker.Postorder(binding), [&](ExprId node) {
            return pool.op(node) == Op::Var && pool.var(node) != id && waiting.contains(pool.var(node));
          });
      (has_all ? ordered : later).push_back(id);
      if (has_all) waiting.erase(id);
    }
    // Parameters that need each other have been refused before.
    if (later.size() == rest.size()) {
      ordered.insert(ordered.end(), later.begin(), later.end());
      break;
    }
    rest = std::move(later);
  }
  return ordered;
}

}  // namespace kerf::emit
