// Each dependency has an equation of its own, its last one, which goes.
#include "transform/resolve_dependencies.h"

#include <algorithm>

#include "graph/strong_components.h"

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

}  // namespace

auto CanBeCombined(const dae::Dae& dae, EqnId id) -> bool {
  const dae::Equation& equation = dae.equations[id];
  const auto has_inverse = std::ranges::binary_search(
      dae.inverses, id.index, {}, [](const dae::Inverse& inverse) { return inverse.equation.index; });
  return !has_inverse && equation.output == dae::Equation::kNoOutput && !equation.is_at_events &&
         !equation.is_initial && !equation.is_guess && dae.world->pool[equation.lhs].kind == expr::Kind::Real;
}

auto CombineDependent(Work& work, const DependencyQuestion& question) -> std::vector<Combined> {
  std::vector<Combined> combined;
  LinearDependencies dependencies(work, question);
  for (const Dependency& dependency : dependencies.Find()) {
    const auto sum = dependencies.TryCombine(dependency);
    if (sum) combined.push_back({question.equations[dependency.rows.back()], sum->first, sum->second});
  }
  return combined;
}

auto FindCombined(Work& work) -> std::vector<Combined> {
  const Structure& s = work.structure;
  const bool is_whole = !HasStateForm(s);
  std::vector<Combined> all;
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
    question.is_unknown = [&](uint32_t, VarId var) {
      const uint32_t col = s.col_of_var[var.index];
      return col != graph::kNone && block_of_col[col] == block;
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

}  // namespace kerf::transform
