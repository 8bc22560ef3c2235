// See incidence.h.
#include "transform/incidence.h"

namespace kerf::transform {

using expr::Op;

// Of a call with several results: the one that the equation gives.
auto RowReader::Left(const dae::Equation& equation, ExprId lhs) const -> ExprId {
  return equation.output == dae::Equation::kNoOutput ? lhs : pool_.operand(lhs, equation.output);
}

auto RowReader::Occurrences(EqnId id, ExprId lhs, ExprId rhs) -> const std::vector<uint32_t>& {
  cols_.clear();
  const std::array<ExprId, 2> sides = {Left(work_.dae.equations[id], lhs), rhs};
  for (const ExprId node : walker_.Postorder(sides)) {
    if (pool_.op(node) != Op::Var) continue;
    const uint32_t col = col_of_var_[pool_.var(node).index];
    if (col != graph::kNone) cols_.push_back(col);
  }
  return cols_;
}

auto RowReader::KeepSolvable(EqnId id, ExprId whole_lhs, ExprId rhs, std::vector<uint32_t>& cols) const
    -> bool {
  const dae::Equation& equation = work_.dae.equations[id];
  const ExprId lhs = Left(equation, whole_lhs);
  const bool is_dropped = DropUnsolvable(equation, lhs, rhs, cols);
  if (equation.output == dae::Equation::kNoOutput) return is_dropped;
  // The call gives the variable on the left and nothing else.
  if (!cols.empty() && (pool_.op(lhs) != Op::Var || var_of_col_[cols[0]] != pool_.var(lhs))) cols.clear();
  cols.resize(std::min<size_t>(cols.size(), 1));
  return true;
}

// A variable of a when-clause is given by that clause, which gives nothing else; at the start other equations
// may give it. Any other discrete variable is given by equations that have it alone on one side, and those
// give nothing else. True if columns were taken out.
auto RowReader::DropUnsolvable(const dae::Equation& equation, ExprId lhs, ExprId rhs,
                               std::vector<uint32_t>& cols) const -> bool {
  if (equation.is_at_events && is_running_) {
    return std::erase_if(cols, [&](uint32_t col) {
             return pool_.op(lhs) != Op::Var || pool_.var(lhs) != var_of_col_[col];
           }) > 0;
  }
  // Reals that change at events may stand alone in an equation that gives another variable.
  const auto discrete = [&](ExprId side) {
    if (pool_.op(side) != Op::Var) return false;
    const dae::Var& var = work_.dae.vars[pool_.var(side)];
    const bool is_unknown = col_of_var_[pool_.var(side).index] != graph::kNone;
    return is_unknown && var.is_discrete && var.type != expr::Kind::Real && !var.is_sampled;
  };
  // A Real may take the value of an Integer: such an equation may give either.
  const auto is_real = [&](ExprId side) {
    return pool_.op(side) == Op::Var && work_.dae.vars[pool_.var(side)].type == expr::Kind::Real;
  };
  const bool gives_discrete = (discrete(lhs) && !is_real(rhs)) || (discrete(rhs) && !is_real(lhs)) ||
                              pool_[lhs].kind == expr::Kind::Boolean;
  const auto is_unsolvable = [&](uint32_t col) {
    const VarId var = var_of_col_[col];
    if (!work_.dae.vars[var].is_discrete) return gives_discrete;
    if (is_running_ && work_.dae.vars[var].is_sampled) return true;
    return !(pool_.op(lhs) == Op::Var && pool_.var(lhs) == var) &&
           !(pool_.op(rhs) == Op::Var && pool_.var(rhs) == var);
  };
  return std::erase_if(cols, is_unsolvable) > 0;
}

}  // namespace kerf::transform
