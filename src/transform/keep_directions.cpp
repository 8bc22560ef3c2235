// Directions of terminals: an input of a submodel is given by an equation outside of the submodel, an output
// by one in it. Aliases say who gives what as other equations do, so the assignment is made with all of them
// and then carried over to the equations that are left.
#include <algorithm>

#include "transform/incidence.h"

namespace kerf::transform {

namespace {

auto IsComplete(const graph::Matching& matching) -> bool {
  return std::ranges::find(matching.row_of_col, graph::kNone) == matching.row_of_col.end() &&
         std::ranges::find(matching.col_of_row, graph::kNone) == matching.col_of_row.end();
}

class DirectionKeeper {
 public:
  explicit DirectionKeeper(Work& work) : work_(work), s_(work.structure) {}

  void Run() {
    if (!FindDirected()) return;
    Read(true);
    // Where steps between have put equations into others, as those of 1991 do, the equations as they were
    // written have no assignment. Such steps leave terminals alone, so those that are left say enough.
    if (!IsComplete(graph::Match(free_))) Read(false);
    if (s_.against_direction.empty()) return;
    const graph::Matching matching = graph::Match(directed_);
    if (IsComplete(matching) && CarryOver(matching)) return;
    for (uint32_t col = 0; col < var_of_col_.size(); ++col) {
      if (matching.row_of_col[col] == graph::kNone) s_.undirected.push_back(var_of_col_[col]);
    }
    for (uint32_t row = 0; row < eqn_of_row_.size(); ++row) {
      if (matching.col_of_row[row] == graph::kNone) s_.misdirected.push_back(eqn_of_row_[row]);
    }
  }

 private:
  // Of each variable the terminal whose direction counts: itself, or for a derivative what it is that of.
  auto FindDirected() -> bool {
    const auto& vars = work_.dae.vars;
    terminal_.assign(vars.size(), VarId{});
    bool has_directed = false;
    for (const VarId id : vars.ids()) {
      VarId below = id;
      while (vars[below].derivative_of.has_value()) below = vars[below].derivative_of;
      if (vars[below].direction == flat::Direction::None) continue;
      terminal_[id.index] = below;
      has_directed = true;
    }
    return has_directed;
  }

  // Unknowns and equations as they were before aliases were put in, or as they are.
  void Read(bool as_written) {
    var_of_col_.clear();
    eqn_of_row_.clear();
    s_.against_direction.clear();
    col_of_var_.assign(work_.dae.vars.size(), graph::kNone);
    for (const VarId id : work_.dae.vars.ids()) {
      if (work_.known[id.index] || !(as_written || work_.aliases.representative[id.index] == id)) continue;
      col_of_var_[id.index] = static_cast<uint32_t>(var_of_col_.size());
      var_of_col_.push_back(id);
    }
    RowReader reader(work_, true, col_of_var_, var_of_col_);
    graph::BipartiteBuilder free(static_cast<uint32_t>(var_of_col_.size()));
    graph::BipartiteBuilder directed(static_cast<uint32_t>(var_of_col_.size()));
    std::vector<uint32_t> cols;
    for (const EqnId id : work_.dae.equations.ids()) {
      const dae::Equation& equation = work_.dae.equations[id];
      const bool is_left_out =
          as_written ? equation.is_initial || equation.is_guess : bool{work_.aliases.trivial[id.index]};
      if (is_left_out) continue;
      const ExprId lhs = as_written ? equation.lhs : s_.lhs[id.index];
      const ExprId rhs = as_written ? equation.rhs : s_.rhs[id.index];
      cols = reader.Occurrences(id, lhs, rhs);
      reader.KeepSolvable(id, lhs, rhs, cols);
      eqn_of_row_.push_back(id);
      free.AddRow(cols);
      DropMisdirected(id, cols);
      directed.AddRow(cols);
    }
    std::ranges::sort(s_.against_direction);
    free_ = free.Take();
    directed_ = directed.Take();
  }

  void DropMisdirected(EqnId id, std::vector<uint32_t>& cols) {
    std::erase_if(cols, [&](uint32_t col) {
      const VarId var = var_of_col_[col];
      const VarId terminal = terminal_[var.index];
      if (!terminal.has_value() || !IsAgainstDirection(work_.dae, id, terminal)) return false;
      s_.against_direction.emplace_back(id, work_.aliases.representative[var.index]);
      return true;
    });
  }

  // Each equation that is left gives what its variable has become.
  auto CarryOver(const graph::Matching& matching) -> bool {
    std::vector<uint32_t> given(work_.dae.equations.size(), graph::kNone);
    for (uint32_t row = 0; row < eqn_of_row_.size(); ++row) {
      const VarId var = work_.aliases.representative[var_of_col_[matching.col_of_row[row]].index];
      given[eqn_of_row_[row].index] = s_.col_of_var[var.index];
    }
    const graph::Bipartite& rows = s_.has_fixed_causality ? s_.candidates : s_.occurrences;
    graph::Bipartite chosen;
    chosen.n_cols = rows.n_cols;
    for (uint32_t row = 0; row < rows.n_rows; ++row) {
      const uint32_t col = given[s_.eqn_of_row[row].index];
      const bool occurs = std::ranges::find(rows.row(row), col) != rows.row(row).end();
      graph::AppendRow(chosen, occurs ? std::span(&col, 1) : rows.row(row));
    }
    graph::Matching carried = graph::Match(chosen);
    if (!IsComplete(carried)) return false;
    s_.matching = std::move(carried);
    return true;
  }

  Work& work_;
  Structure& s_;
  std::vector<VarId> terminal_;
  std::vector<uint32_t> col_of_var_;
  std::vector<VarId> var_of_col_;
  std::vector<EqnId> eqn_of_row_;
  graph::Bipartite free_;
  graph::Bipartite directed_;
};

}  // namespace

auto IsAgainstDirection(const dae::Dae& dae, EqnId equation, VarId terminal) -> bool {
  const dae::Var& var = dae.vars[terminal];
  const base::PathStore& paths = dae.world->paths;
  const bool is_inside = paths.IsWithin(dae.equations[equation].owner, paths[var.path].parent);
  switch (var.direction) {
    case flat::Direction::None: return false;
    case flat::Direction::In:   return is_inside;
    case flat::Direction::Out:  return !is_inside;
  }
  return false;
}

void KeepDirections(Work& work) { DirectionKeeper(work).Run(); }

}  // namespace kerf::transform
