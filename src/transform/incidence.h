// Which unknowns an equation contains, and which of them it may be solved for.
#pragma once

#include "expr/walk.h"
#include "transform/work.h"

namespace kerf::transform {

class RowReader {
 public:
  // The columns are the numbers of the unknowns. At the start of a run variables of when-clauses may be given
  // by other equations.
  RowReader(const Work& work, bool is_running, const std::vector<uint32_t>& col_of_var,
            const std::vector<VarId>& var_of_col)
      : work_(work),
        pool_(work.dae.world->pool),
        walker_(pool_),
        is_running_(is_running),
        col_of_var_(col_of_var),
        var_of_col_(var_of_col) {}

  // The unknowns of an equation with these sides in order of occurrence, perhaps more than once; valid until
  // the next call.
  auto Occurrences(EqnId id, ExprId lhs, ExprId rhs) -> const std::vector<uint32_t>&;
  // Takes out of the occurrences what the equation cannot be solved for. True if it is of fixed causality.
  auto KeepSolvable(EqnId id, ExprId lhs, ExprId rhs, std::vector<uint32_t>& cols) const -> bool;

 private:
  [[nodiscard]] auto Left(const dae::Equation& equation, ExprId lhs) const -> ExprId;
  auto DropUnsolvable(const dae::Equation& equation, ExprId lhs, ExprId rhs,
                      std::vector<uint32_t>& cols) const -> bool;

  const Work& work_;
  const expr::Pool& pool_;
  expr::Walker walker_;
  bool is_running_;
  const std::vector<uint32_t>& col_of_var_;
  const std::vector<VarId>& var_of_col_;
  std::vector<uint32_t> cols_;
};

// Whether the terminal has a direction against which the equation would give it.
auto IsAgainstDirection(const dae::Dae& dae, EqnId equation, VarId terminal) -> bool;

// Where terminals of submodels have directions and the assignment is complete: another one that keeps them,
// or what is left alone if there is none (Structure::undirected, misdirected).
void KeepDirections(Work& work);

}  // namespace kerf::transform
