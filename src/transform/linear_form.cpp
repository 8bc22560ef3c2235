// See linear_form.h.
#include "transform/linear_form.h"

#include <map>
#include <set>

#include "expr/generic_value.h"
#include "expr/linear_split.h"
#include "expr/walk.h"

namespace kerf::transform {

namespace {

// A square matrix of expressions; entries without value are zero.
class Determinant {
 public:
  Determinant(expr::Pool& pool, size_t n, const std::function<ExprId(ExprId)>& name)
      : pool_(pool), n_(n), name_(name), entries_(n * n) {}

  auto At(size_t row, size_t col) -> ExprId& { return entries_[row * n_ + col]; }

  // By rows from the top; the minors of the same columns are made once.
  auto Value() -> ExprId { return Minor(0, (1U << n_) - 1); }

 private:
  auto Minor(size_t row, uint32_t cols) -> ExprId {
    if (row == n_) return pool_.Real(1);
    if (const auto known = minors_.find({row, cols}); known != minors_.end()) return known->second;
    ExprId sum = pool_.Real(0);
    bool is_minus = false;
    for (size_t col = 0; col < n_; ++col) {
      if ((cols >> col & 1U) == 0) continue;
      const ExprId entry = At(row, col);
      if (entry.has_value() && !pool_.IsNumber(entry, 0)) {
        const ExprId term = pool_.Mul(entry, Minor(row + 1, cols & ~(1U << col)));
        sum = is_minus ? pool_.Sub(sum, term) : pool_.Add(sum, term);
      }
      is_minus = !is_minus;
    }
    if (name_ && row > 0 && row + 1 < n_) sum = name_(sum);
    minors_[{row, cols}] = sum;
    return sum;
  }

  expr::Pool& pool_;
  size_t n_;
  const std::function<ExprId(ExprId)>& name_;
  std::vector<ExprId> entries_;
  std::map<std::pair<size_t, uint32_t>, ExprId> minors_;
};

}  // namespace

auto TryLinearForm(Work& work, const Block& block) -> std::optional<LinearForm> {
  expr::Pool& pool = work.dae.world->pool;
  expr::LinearSplitter splitter(pool);
  expr::Walker walker(pool);
  LinearForm form;
  form.n = block.equations.size();
  form.matrix.resize(form.n * form.n);
  std::set<ExprId> unknowns;
  for (const Assigned& assigned : block.equations) unknowns.insert(dae::VarLeaf(work.dae, assigned.var));
  for (size_t row = 0; row < form.n; ++row) {
    const EqnId id = block.equations[row].equation;
    if (work.dae.equations[id].output != dae::Equation::kNoOutput) return std::nullopt;
    ExprId rest = pool.Sub(work.structure.lhs[id.index], work.structure.rhs[id.index]);
    std::set<ExprId> present;
    for (const ExprId node : walker.Postorder(rest)) {
      if (unknowns.contains(node)) present.insert(node);
    }
    for (size_t col = 0; col < form.n; ++col) {
      const ExprId leaf = dae::VarLeaf(work.dae, block.equations[col].var);
      if (!present.contains(leaf)) continue;
      const auto split = splitter.TrySplit(rest, leaf);
      if (!split) return std::nullopt;
      for (const ExprId node : walker.Postorder(split->factor)) {
        if (unknowns.contains(node)) return std::nullopt;
      }
      if (!pool.IsNumber(split->factor, 0)) form.matrix[row * form.n + col] = split->factor;
      rest = split->constant;
    }
    form.right.push_back(pool.Neg(rest));
  }
  return form;
}

auto TryDeterminants(expr::Pool& pool, expr::GenericValues& values, const LinearForm& form,
                     const std::function<ExprId(ExprId)>& name) -> std::optional<std::vector<ExprId>> {
  const size_t n = form.n;
  Determinant matrix(pool, n, name);
  for (size_t row = 0; row < n; ++row) {
    for (size_t col = 0; col < n; ++col) matrix.At(row, col) = form.matrix[row * n + col];
  }
  Determinant whole = matrix;
  const ExprId denominator = name && n > 1 ? name(whole.Value()) : whole.Value();
  if (values.Of(denominator).IsZero()) return std::nullopt;
  std::vector<ExprId> solutions;
  for (size_t col = 0; col < n; ++col) {
    Determinant replaced = matrix;
    for (size_t row = 0; row < n; ++row) replaced.At(row, col) = form.right[row];
    solutions.push_back(pool.Div(replaced.Value(), denominator));
  }
  return solutions;
}

auto IsSingular(const Work& work, const LinearForm& form, const std::vector<std::optional<double>>& values)
    -> bool {
  expr::GenericValues generic(work.dae.world->pool);
  for (const VarId id : work.dae.vars.ids()) {
    if (id.index < values.size() && values[id.index])
      generic.Set(dae::VarLeaf(work.dae, id), expr::ResidueOf(*values[id.index]));
  }
  const size_t n = form.n;
  std::vector<expr::Residue> a(n * n);
  for (size_t k = 0; k < a.size(); ++k) {
    if (form.matrix[k].has_value()) a[k] = generic.Of(form.matrix[k]);
  }
  for (size_t col = 0; col < n; ++col) {
    size_t pivot = col;
    while (pivot < n && a[pivot * n + col].IsZero()) ++pivot;
    if (pivot == n) return true;
    for (size_t k = col; k < n; ++k) std::swap(a[pivot * n + k], a[col * n + k]);
    for (size_t row = col + 1; row < n; ++row) {
      const expr::Residue factor = a[row * n + col] / a[col * n + col];
      for (size_t k = col; k < n; ++k) a[row * n + k] = a[row * n + k] - factor * a[col * n + k];
    }
  }
  return false;
}

}  // namespace kerf::transform
