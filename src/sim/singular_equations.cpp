// A linear block is not torn, so that its matrix is that of its equations. Of a torn block the matrix of all
// equations by all unknowns is made from their symbolic derivatives.
#include "sim/singular_equations.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "expr/derivative.h"
#include "expr/evaluate.h"
#include "runtime/rank_defect.h"
#include "transform/implicit_structure.h"

namespace kerf::sim {

namespace {

using dae::EqnId;
using expr::ExprId;
using expr::Op;
using expr::VarId;

// Elimination with complete pivoting of that many equations takes about a second.
constexpr size_t kMaxEquations = 700;
constexpr size_t kMaxTold = 8;
constexpr size_t kMaxNamed = 4;

KERF_NOTE(DependentEquation, "{}", std::string);
KERF_NOTE(MoreDependent, "and {} more", size_t);
KERF_NOTE(FurtherDependencies, "and {} more such {}", size_t, std::string);

auto Translate(const runtime::RankDefect& defect, std::span<const EqnId> equations,
               std::span<const VarId> unknowns) -> SingularEquations {
  SingularEquations found;
  for (const auto& rows : defect.rows) {
    std::vector<EqnId>& list = found.dependent.emplace_back();
    for (const uint32_t row : rows) {
      if (equations[row].has_value()) list.push_back(equations[row]);
    }
  }
  for (const uint32_t col : defect.columns) {
    if (unknowns[col].has_value()) found.open.push_back(unknowns[col]);
  }
  return found;
}

// The matrix of all equations of a block that is torn, at one point.
class TornBlock {
 public:
  TornBlock(const transform::Work& work, const transform::Block& block, const double* w)
      : work_(work),
        block_(block),
        pool_(work.dae.world->pool),
        walker_(pool_),
        evaluator_(pool_),
        differentiator_(pool_),
        w_(w) {}

  auto TryMatrix(const simcode::Block& simcode, std::span<const double> unknowns)
      -> std::optional<std::vector<double>> {
    if (simcode.unknowns.size() != unknowns.size()) return std::nullopt;
    for (size_t k = 0; k < unknowns.size(); ++k) values_[simcode.unknowns[k].index] = unknowns[k];
    for (const transform::Assigned& inner : block_.inner) {
      const auto value = Evaluate(inner.solution);
      if (!value) return std::nullopt;
      values_[inner.var.index] = *value;
    }
    const size_t n = block_.equations.size();
    std::vector<double> matrix(n * n, 0.0);
    std::unordered_map<uint32_t, size_t> col_of_var;
    for (size_t k = 0; k < n; ++k) col_of_var[block_.equations[k].var.index] = k;
    for (size_t row = 0; row < n; ++row) {
      const EqnId equation = block_.equations[row].equation;
      if (work_.dae.equations[equation].output != dae::Equation::kNoOutput) return std::nullopt;
      const ExprId residual =
          pool_.Sub(work_.structure.lhs[equation.index], work_.structure.rhs[equation.index]);
      std::vector<VarId> vars;
      for (const ExprId id : walker_.Postorder(residual)) {
        if (pool_.op(id) == Op::Var && col_of_var.contains(pool_.var(id).index))
          vars.push_back(pool_.var(id));
      }
      for (const VarId var : vars) {
        const auto value = Partial(residual, var);
        if (!value) return std::nullopt;
        matrix[col_of_var[var.index] * n + row] = *value;
      }
    }
    return matrix;
  }

 private:
  auto Partial(ExprId residual, VarId var) -> std::optional<double> {
    differentiator_.Forget();
    const ExprId partial = differentiator_.Differentiate(residual, [&](ExprId id) {
      return pool_.Real(pool_.op(id) == Op::Var && pool_.var(id) == var ? 1 : 0);
    });
    return partial == expr::Pool::kError ? std::nullopt : Evaluate(partial);
  }

  auto Evaluate(ExprId value) -> std::optional<double> {
    if (!value.has_value()) return std::nullopt;
    return evaluator_.TryEvaluate(value, [&](ExprId leaf) -> std::optional<double> {
      if (pool_.op(leaf) == Op::Time) return w_[work_.simcode.time_slot];
      if (pool_.op(leaf) != Op::Var) return std::nullopt;
      const VarId var = pool_.var(leaf);
      if (const auto known = values_.find(var.index); known != values_.end()) return known->second;
      if (var.index >= work_.simcode.slot_of_var.size()) return std::nullopt;
      const uint32_t slot = work_.simcode.slot_of_var[var.index];
      return slot == simcode::kNoSlot ? std::nullopt : std::optional(w_[slot]);
    });
  }

  const transform::Work& work_;
  const transform::Block& block_;
  expr::Pool& pool_;
  expr::Walker walker_;
  expr::Evaluator evaluator_;
  expr::Differentiator differentiator_;
  const double* w_;
  std::unordered_map<uint32_t, double> values_;
};

auto BlockWith(const transform::Work& work, const simcode::Block& block) -> const transform::Block* {
  for (const transform::Block& candidate : work.blocks) {
    if (candidate.equations.size() == block.equations.size() && !candidate.equations.empty() &&
        candidate.equations[0].equation == block.equations[0])
      return &candidate;
  }
  return nullptr;
}

auto PatternOf(const simcode::Pattern& pattern) -> runtime::CscPattern {
  return {static_cast<uint32_t>(pattern.col_ptr.size() - 1), pattern.col_ptr.data(),
          pattern.row_index.data()};
}

}  // namespace

auto FindSingularEquations(const transform::Work& work, const simcode::Block& block,
                           std::span<const double> entries, std::span<const double> unknowns, const double* w)
    -> std::optional<SingularEquations> {
  if (block.equations.size() > kMaxEquations || block.unknowns.empty()) return std::nullopt;
  const transform::Block* whole = BlockWith(work, block);
  if (whole != nullptr && block.equations.size() > block.unknowns.size()) {
    if (const auto matrix = TornBlock(work, *whole, w).TryMatrix(block, unknowns)) {
      std::vector<VarId> vars;
      for (const transform::Assigned& assigned : whole->equations) vars.push_back(assigned.var);
      return Translate(runtime::FindRankDefect(static_cast<uint32_t>(vars.size()), *matrix), block.equations,
                       vars);
    }
  }
  const runtime::CscPattern pattern = PatternOf(block.pattern);
  if (pattern.nnz() != entries.size()) return std::nullopt;
  return Translate(runtime::FindRankDefect(pattern.n, runtime::DenseMatrix(pattern, entries.data())),
                   block.residual_equations, block.unknowns);
}

auto FindSingularEquations(const transform::Work& work, const simcode::Implicit& implicit,
                           std::span<const double> entries) -> std::optional<SingularEquations> {
  const runtime::CscPattern pattern = PatternOf(implicit.pattern);
  if (pattern.n > kMaxEquations || pattern.nnz() != entries.size()) return std::nullopt;
  std::vector<VarId> unknowns;
  const auto& slots = work.simcode.slot_of_var;
  for (const uint32_t slot : implicit.y_slots) {
    const auto at = std::ranges::find(slots, slot);
    unknowns.push_back(at == slots.end() ? VarId{} : VarId{static_cast<uint32_t>(at - slots.begin())});
  }
  return Translate(runtime::FindRankDefect(pattern.n, runtime::DenseMatrix(pattern, entries.data())),
                   implicit.equations, unknowns);
}

auto NamesOf(const transform::Work& work, std::span<const VarId> vars) -> std::string {
  std::string names;
  const size_t n_named = vars.size() > kMaxNamed ? kMaxNamed - 1 : vars.size();
  for (size_t k = 0; k < n_named; ++k) {
    const bool is_last = k + 1 == vars.size();
    names += (k == 0 ? "" : is_last ? " and " : ", ") + fmt::format("`{}`", dae::FullName(work.dae, vars[k]));
  }
  if (n_named < vars.size()) names += fmt::format(" and {} more", vars.size() - n_named);
  return names;
}

void NoteDependent(const transform::Work& work, const SingularEquations& found,
                   diag::Emitter::Builder& builder) {
  const std::vector<EqnId>& shortest = found.dependent[0];
  for (size_t k = 0; k < std::min(shortest.size(), kMaxTold); ++k) {
    builder.Note(transform::SpanOf(work.dae, shortest[k]), DependentEquation,
                 transform::EquationText(work.dae, shortest[k]));
  }
  if (shortest.size() > kMaxTold) builder.Note({}, MoreDependent, shortest.size() - kMaxTold);
  const size_t n_further = found.dependent.size() - 1;
  if (n_further > 0) {
    builder.Note({}, FurtherDependencies, n_further,
                 n_further == 1 ? std::string("dependency") : std::string("dependencies"));
  }
}

}  // namespace kerf::sim
