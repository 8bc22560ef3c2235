// See verify_blocks.h.
#include "pipeline/verify_blocks.h"

#include <algorithm>

#include "base/check.h"
#include "expr/walk.h"
#include "pipeline/breach.h"

namespace kerf::pipeline {

namespace {

using expr::ExprId;
using expr::Op;
using expr::VarId;

// Whether the rows before have given all unknowns that an equation reads, its own block included. Discrete
// variables of blocks that were taken apart stand before what their relations read.
void VerifyOrder(const transform::Work& work) {
  const transform::Structure& s = work.structure;
  std::vector<uint32_t> row_of_equation(work.dae.equations.size(), graph::kNone);
  for (uint32_t row = 0; row < s.eqn_of_row.size(); ++row) row_of_equation[s.eqn_of_row[row].index] = row;
  std::vector<bool> is_given(work.dae.vars.size(), false);
  for (const transform::Block& block : work.blocks) {
    for (const transform::Assigned& assigned : block.equations) {
      KERF_CHECK(!is_given[assigned.var.index]);
      is_given[assigned.var.index] = true;
    }
    if (work.has_split_blocks) continue;
    for (const transform::Assigned& assigned : block.equations) {
      const uint32_t row = row_of_equation[assigned.equation.index];
      KERF_CHECK(row != graph::kNone);
      for (const uint32_t col : s.occurrences.row(row))
        if (!is_given[s.var_of_col[col].index] && s.matching.row_of_col[col] != graph::kNone)
          Breach(fmt::format("`{}` is read before it is given", dae::FullName(work.dae, s.var_of_col[col])));
    }
  }
}

}  // namespace

void VerifyAliases(const transform::Work& work) {
  const auto& representative = work.aliases.representative;
  KERF_CHECK(representative.size() == work.dae.vars.size());
  for (const VarId id : work.dae.vars.ids()) {
    const VarId other = representative[id.index];
    KERF_CHECK(other.index < representative.size() && representative[other.index] == other);
    KERF_CHECK(work.dae.vars[other].type == work.dae.vars[id].type);
  }
}

void VerifyMatching(const transform::Structure& s) {
  const auto& rows = s.matching.col_of_row;
  const auto& cols = s.matching.row_of_col;
  const graph::Bipartite& candidates = s.has_fixed_causality ? s.candidates : s.occurrences;
  KERF_CHECK(rows.size() == s.eqn_of_row.size() && cols.size() == s.var_of_col.size());
  for (uint32_t row = 0; row < rows.size(); ++row) {
    if (rows[row] == graph::kNone) continue;
    KERF_CHECK(cols[rows[row]] == row);
    KERF_CHECK(std::ranges::count(candidates.row(row), rows[row]) > 0);
  }
  for (uint32_t col = 0; col < cols.size(); ++col) {
    if (cols[col] != graph::kNone) KERF_CHECK(rows[cols[col]] == col);
  }
}

void VerifyBlocks(const transform::Work& work) {
  VerifyOrder(work);
  const expr::Pool& pool = work.dae.world->pool;
  expr::Walker walker(pool);
  for (const transform::Block& block : work.blocks) {
    for (const transform::Assigned& assigned : block.equations) {
      if (!assigned.solution.has_value()) continue;
      for (const ExprId id : walker.Postorder(assigned.solution)) {
        if (pool.op(id) != Op::Var || pool.var(id) != assigned.var) continue;
        Breach(fmt::format("the solution for `{}` reads it", dae::FullName(work.dae, assigned.var)));
      }
    }
  }
}

}  // namespace kerf::pipeline
