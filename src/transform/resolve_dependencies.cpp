// Each dependency has an equation of its own, its last one, which goes.
#include "transform/resolve_dependencies.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "graph/strong_components.h"
#include "transform/derivative_var.h"

namespace kerf::transform {

namespace {

auto BlockQuestions(const Work& work) -> std::vector<std::vector<uint32_t>> {
  const Structure& s = work.structure;
  std::vector<std::vector<uint32_t>> questions;
  if (!HasStateForm(s)) {
    std::vector<uint32_t>& cols = questions.emplace_back(s.var_of_col.size());
    for (uint32_t col = 0; col < cols.size(); ++col) cols[col] = col;
    return questions;
  }
  const graph::Lists blocks = graph::SolutionBlocks(s.occurrences, s.matching);
  for (uint32_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].size() > 1) questions.emplace_back(blocks[b].begin(), blocks[b].end());
  }
  return questions;
}

// Equations that stand alone, each for its unknown, that have lost it: u = v + u.
auto FindCancelled(Work& work) -> std::vector<Combined> {
  const Structure& s = work.structure;
  const graph::Lists blocks = graph::SolutionBlocks(s.occurrences, s.matching);
  expr::Walker walker(work.dae.world->pool);
  DependencyQuestion question;
  std::vector<VarId> unknowns;
  for (uint32_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].size() != 1) continue;
    const uint32_t col = *blocks[b].begin();
    const EqnId equation = s.eqn_of_row[s.matching.row_of_col[col]];
    if (!CanBeCombined(work.dae, equation) || !MayCancel(work, walker, equation, s.var_of_col[col])) continue;
    question.equations.push_back(equation);
    unknowns.push_back(s.var_of_col[col]);
  }
  question.is_each_alone = true;
  question.n_unknowns = work.dae.vars.size();
  question.unknown_of = [&](uint32_t k, VarId var) { return unknowns[k] == var ? var.index : graph::kNone; };
  return question.equations.empty() ? std::vector<Combined>() : CombineDependent(work, question);
}

}  // namespace

auto MayCancel(const Work& work, expr::Walker& walker, EqnId equation, VarId unknown) -> bool {
  const expr::Pool& pool = work.dae.world->pool;
  const ExprId leaf = dae::VarLeaf(work.dae, unknown);
  const ExprId lhs = work.structure.lhs[equation.index];
  const ExprId rhs = work.structure.rhs[equation.index];
  const auto occurs = [&](ExprId side) { return std::ranges::count(walker.Postorder(side), leaf) > 0; };
  if (lhs == leaf) return occurs(rhs);
  if (rhs == leaf) return occurs(lhs);
  // Where it has one place there is nothing to cancel with; what is shared stands in several.
  std::unordered_map<ExprId, uint32_t> n_places;
  constexpr uint32_t kEnough = 2;
  uint32_t n_all = 0;
  for (const ExprId side : {lhs, rhs}) {
    for (const ExprId id : walker.Postorder(side)) {
      uint32_t n = id == leaf ? 1 : 0;
      for (const ExprId operand : pool.operands(id)) n = std::min(kEnough, n + n_places[operand]);
      n_places[id] = n;
    }
    n_all += n_places[side];
  }
  if (n_all > 1) return true;
  // Or its factor is a parameter that is zero.
  return std::ranges::any_of(n_places, [&](const auto& entry) {
    return pool.op(entry.first) == expr::Op::Var &&
           pool.var(entry.first).index < work.parameter_values.size() &&
           work.parameter_values[pool.var(entry.first).index] == 0.0;
  });
}

auto CanBeCombined(const dae::Dae& dae, EqnId id) -> bool {
  const dae::Equation& equation = dae.equations[id];
  const auto has_inverse = std::ranges::binary_search(
      dae.inverses, id.index, {}, [](const dae::Inverse& inverse) { return inverse.equation.index; });
  return !has_inverse && equation.output == dae::Equation::kNoOutput && !equation.is_at_events &&
         !equation.is_initial && !equation.is_guess && dae.world->pool[equation.lhs].kind == expr::Kind::Real;
}

auto CombineDependent(Work& work, const DependencyQuestion& question) -> std::vector<Combined> {
  std::vector<Combined> combined;
  LinearDependencies dependencies(work, question, true);
  const std::vector<Dependency> found = dependencies.Find();
  if (!found.empty() && found.size() > LinearDependencies(work, question, false).Find().size()) {
    for (const Dependency& dependency : found) {
      for (const VarId parameter : dependencies.ParametersOf(dependency))
        work.decisive_parameters.push_back(parameter);
    }
  }
  for (const Dependency& dependency : found) {
    const auto sum = dependencies.TryCombine(dependency);
    if (sum) combined.push_back({question.equations[dependency.rows.back()], sum->first, sum->second});
  }
  return combined;
}

auto FindCombined(Work& work) -> std::vector<Combined> {
  const Structure& s = work.structure;
  const bool is_whole = !HasStateForm(s);
  std::vector<Combined> all;
  if (!is_whole) all = FindCancelled(work);
  std::vector<uint32_t> block_of_col(s.var_of_col.size(), 0);
  uint32_t block = 0;
  for (const std::vector<uint32_t>& cols : BlockQuestions(work)) {
    ++block;
    DependencyQuestion question;
    for (const uint32_t col : cols) {
      block_of_col[col] = block;
      const uint32_t row = s.matching.row_of_col[col];
      if (!is_whole && CanBeCombined(work.dae, s.eqn_of_row[row]))
        question.equations.push_back(s.eqn_of_row[row]);
    }
    for (uint32_t row = 0; is_whole && row < s.eqn_of_row.size(); ++row) {
      if (CanBeCombined(work.dae, s.eqn_of_row[row])) question.equations.push_back(s.eqn_of_row[row]);
    }
    question.n_unknowns = static_cast<uint32_t>(s.var_of_col.size());
    question.unknown_of = [&](uint32_t, VarId var) {
      const uint32_t col = s.col_of_var[var.index];
      return col != graph::kNone && block_of_col[col] == block ? col : graph::kNone;
    };
    for (const Combined& combined : CombineDependent(work, question)) all.push_back(combined);
  }
  return all;
}

auto Replace(dae::Dae& dae, std::span<const Combined> combined) -> std::vector<Combined> {
  std::vector<Combined> before;
  for (const Combined& made : combined) {
    dae::Equation& equation = dae.equations[made.equation];
    before.push_back({made.equation, equation.lhs, equation.rhs});
    equation.lhs = made.lhs;
    equation.rhs = made.rhs;
  }
  return before;
}

auto WithDerivativesOf(dae::Dae& dae, std::span<const Combined> combined,
                       std::span<const MadeDerivative> made) -> std::vector<Combined> {
  std::unordered_map<uint32_t, VarId> here;
  const auto known = [&](VarId var) {
    const auto at = here.find(var.index);
    return at == here.end() ? var : at->second;
  };
  const auto derivative = [&](VarId base) {
    if (dae.vars[base].derivative.has_value()) return dae.vars[base].derivative;
    dae.vars[base].kind = dae::VarKind::State;
    return AddDerivativeVar(dae, base);
  };
  expr::Pool& pool = dae.world->pool;
  expr::Rewriter rewriter(pool);
  // Only those that occur are made, each after what it is the derivative of.
  std::vector<bool> occurs(made.size(), false);
  expr::Walker walker(pool);
  for (const Combined& equation : combined) {
    const std::array<ExprId, 2> sides = {equation.lhs, equation.rhs};
    for (const ExprId id : walker.Postorder(sides)) {
      if (pool.op(id) != expr::Op::Var) continue;
      const auto at = std::ranges::find(made, pool.var(id), &MadeDerivative::made);
      if (at != made.end()) occurs[static_cast<size_t>(at - made.begin())] = true;
    }
  }
  for (size_t k = made.size(); k-- > 0;) {
    const auto at = std::ranges::find(made, made[k].base, &MadeDerivative::made);
    if (occurs[k] && at != made.end()) occurs[static_cast<size_t>(at - made.begin())] = true;
  }
  for (size_t k = 0; k < made.size(); ++k) {
    if (occurs[k]) here[made[k].made.index] = derivative(known(made[k].base));
  }
  if (here.empty()) return {combined.begin(), combined.end()};
  const auto in_place = [&](ExprId id) -> ExprId {
    if (pool.op(id) != expr::Op::Var || !here.contains(pool.var(id).index)) return {};
    return dae::VarLeaf(dae, here[pool.var(id).index]);
  };
  std::vector<Combined> result;
  for (const Combined& equation : combined) {
    result.push_back({equation.equation, rewriter.Rewrite(equation.lhs, in_place),
                      rewriter.Rewrite(equation.rhs, in_place)});
  }
  return result;
}

}  // namespace kerf::transform
