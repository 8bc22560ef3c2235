// Hidden unknowns follow from the iterated ones; then each equation is differentiated.
#include "compile/whole_matrix.h"

#include <unordered_map>

#include "expr/derivative.h"
#include "expr/evaluate.h"
#include "expr/walk.h"

namespace kerf::compile {

namespace {

using dae::EqnId;
using expr::ExprId;
using expr::Op;
using expr::VarId;

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

}  // namespace

auto TryWholeMatrix(const transform::Work& work, const simcode::Block& block,
                    std::span<const double> unknowns, const double* w) -> std::optional<model::BlockMatrix> {
  const transform::Block* whole = BlockWith(work, block);
  if (whole == nullptr || block.equations.size() <= block.unknowns.size()) return std::nullopt;
  auto entries = TornBlock(work, *whole, w).TryMatrix(block, unknowns);
  if (!entries) return std::nullopt;
  model::BlockMatrix matrix;
  for (const EqnId equation : block.equations) matrix.equations.push_back(equation.index);
  for (const transform::Assigned& assigned : whole->equations) matrix.unknowns.push_back(assigned.var.index);
  matrix.entries = std::move(*entries);
  return matrix;
}

}  // namespace kerf::compile
