// Rows are equations, columns are states, algebraic variables and inputs; derivatives of states are no
// columns.
#include "analysis/generic_rank.h"

#include <algorithm>
#include <array>

#include "analysis/leaves.h"
#include "graph/dulmage_mendelsohn.h"
#include "graph/match.h"

namespace kerf::analysis {

namespace {

using expr::VarId;
using graph::kNone;

class RankProblem {
 public:
  RankProblem(const transform::Work& work, const Influence& influence, bool with_inputs)
      : work_(work), influence_(influence), leaves_(work.dae.world->pool) {
    NumberColumns(with_inputs);
  }

  // Equations by which states move, and algebraic ones.
  void AddEquations() {
    std::vector<bool> has_row(influence_.n_vars, false);
    for (const transform::Block& block : work_.blocks) {
      for (const transform::Assigned& assigned : block.equations) {
        const uint32_t var = Node(assigned.var);
        if (influence_.is_discrete[var] || influence_.is_input[var]) continue;
        has_row[var] = true;
        rows_.push_back(Columns(assigned.equation));
        state_of_row_.push_back(state_of_derivative_[var]);
      }
    }
    // A derivative that is a state itself, or that two states have in common, is no unknown of an equation.
    for (uint32_t k = 0; k < influence_.states.size(); ++k) {
      const uint32_t derivative = influence_.derivative[influence_.states[k].index];
      if (has_row[derivative] && state_of_derivative_[derivative] == k) continue;
      AddRow(derivative);
      state_of_row_.back() = k;
    }
  }

  void AddRow(uint32_t node) {
    rows_.emplace_back();
    if (col_of_node_[node] != kNone) rows_.back().push_back(col_of_node_[node]);
    state_of_row_.push_back(kNone);
  }

  auto Inputs() -> RankDeficit {
    const graph::Bipartite graph = Build();
    const graph::Matching matching = graph::Match(graph);
    RankDeficit result;
    result.deficit = static_cast<uint32_t>(std::ranges::count(matching.col_of_row, kNone));
    if (result.deficit == 0) return result;
    for (const uint32_t row : graph::DulmageMendelsohn(graph, matching).over.rows) {
      if (state_of_row_[row] != kNone) result.states.push_back(state_of_row_[row]);
    }
    std::ranges::sort(result.states);
    return result;
  }

  auto Outputs() -> RankDeficit {
    const graph::Bipartite graph = Build();
    const graph::Matching matching = graph::Match(graph);
    RankDeficit result;
    result.deficit = static_cast<uint32_t>(std::ranges::count(matching.row_of_col, kNone));
    if (result.deficit == 0) return result;
    std::vector<bool> is_under(n_cols_, false);
    for (const uint32_t col : graph::DulmageMendelsohn(graph, matching).under.cols) is_under[col] = true;
    for (uint32_t k = 0; k < influence_.states.size(); ++k) {
      if (is_under[col_of_node_[influence_.states[k].index]]) result.states.push_back(k);
    }
    return result;
  }

 private:
  [[nodiscard]] auto Node(VarId var) const -> uint32_t {
    return work_.aliases.representative[var.index].index;
  }

  void NumberColumns(bool with_inputs) {
    col_of_node_.assign(influence_.n_vars, kNone);
    state_of_derivative_.assign(influence_.n_vars, kNone);
    std::vector<bool> is_state(influence_.n_vars, false);
    for (uint32_t k = 0; k < influence_.states.size(); ++k) {
      is_state[influence_.states[k].index] = true;
      uint32_t& owner = state_of_derivative_[influence_.derivative[influence_.states[k].index]];
      if (owner == kNone) owner = k;
    }
    for (const VarId id : work_.dae.vars.ids()) {
      const bool is_unknown = work_.aliases.representative[id.index] == id && !work_.known[id.index] &&
                              !influence_.is_discrete[id.index] && !influence_.is_input[id.index] &&
                              state_of_derivative_[id.index] == kNone;
      const bool is_input = with_inputs && influence_.is_input[id.index];
      if (is_unknown || is_input || is_state[id.index]) col_of_node_[id.index] = n_cols_++;
    }
  }

  auto Columns(dae::EqnId equation) -> std::vector<uint32_t> {
    std::vector<uint32_t> cols;
    const std::array<expr::ExprId, 2> sides = {work_.structure.lhs[equation.index],
                                               work_.structure.rhs[equation.index]};
    for (const VarId var : leaves_.Smooth(sides)) {
      const uint32_t col = col_of_node_[Node(var)];
      if (col != kNone) cols.push_back(col);
    }
    return cols;
  }

  auto Build() const -> graph::Bipartite {
    graph::BipartiteBuilder builder(n_cols_);
    for (const auto& row : rows_) builder.AddRow(row);
    return builder.Take();
  }

  const transform::Work& work_;
  const Influence& influence_;
  Leaves leaves_;
  uint32_t n_cols_ = 0;
  std::vector<uint32_t> col_of_node_;
  // The first state of which a node is the derivative.
  std::vector<uint32_t> state_of_derivative_;
  std::vector<std::vector<uint32_t>> rows_;
  std::vector<uint32_t> state_of_row_;
};

}  // namespace

auto InputDeficit(const transform::Work& work, const Influence& influence) -> RankDeficit {
  RankProblem problem(work, influence, true);
  problem.AddEquations();
  return problem.Inputs();
}

auto OutputDeficit(const transform::Work& work, const Influence& influence, const std::vector<VarId>& outputs)
    -> RankDeficit {
  RankProblem problem(work, influence, false);
  problem.AddEquations();
  for (const VarId id : outputs) problem.AddRow(work.aliases.representative[id.index].index);
  return problem.Outputs();
}

}  // namespace kerf::analysis
