// The implicit form: y are the states and the unknowns that are no derivatives, F the equations, with y'
// where a state's derivative occurs. Where the derivative of a state is itself a state (x'' in the model), x'
// - derx = 0 is added.
#include <algorithm>
#include <unordered_map>

#include "transform/simcode_builder.h"

namespace kerf::transform {

using expr::Op;

void SimcodeBuilder::BuildImplicit() {
  simcode::Implicit& implicit = sim_.implicit;
  // Column of each slot of y, and of each slot of y'.
  std::unordered_map<uint32_t, uint32_t> y_of;
  std::unordered_map<uint32_t, uint32_t> yp_of;
  for (uint32_t k = 0; k < sim_.n_states; ++k) {
    y_of[sim_.state_slot + k] = k;
    yp_of[sim_.derivative_slot + k] = k;
    implicit.y_slots.push_back(sim_.state_slot + k);
    implicit.yp_slots.push_back(sim_.derivative_slot + k);
  }
  for (const VarId var : work_.structure.var_of_col) {
    const uint32_t s = slot(var);
    if (yp_of.contains(s)) continue;
    y_of[s] = static_cast<uint32_t>(implicit.y_slots.size());
    implicit.y_slots.push_back(s);
    implicit.yp_slots.push_back(kNoSlot);
  }

  std::vector<ExprId> residuals;
  for (const EqnId equation : work_.structure.eqn_of_row) {
    residuals.push_back(Residual(equation));
    implicit.equations.push_back(equation);
  }
  for (uint32_t k = 0; k < sim_.n_states; ++k) {
    const uint32_t from = slot(work_.dae.vars[sim_.states[k]].derivative);
    if (from == sim_.derivative_slot + k) continue;
    residuals.push_back(pool_.Sub(Slots::Ref(pool_, sim_.derivative_slot + k), Slots::Ref(pool_, from)));
    implicit.equations.push_back({});
  }
  KERF_CHECK(residuals.size() == implicit.y_slots.size());

  const auto n = static_cast<uint32_t>(residuals.size());
  implicit.residual_slot = slots_.Allocate(n);
  simcode::Code residual_code;
  struct Entry {
    uint32_t col;
    uint32_t row;
    ExprId by_y;
    ExprId by_yp;
  };
  std::vector<Entry> entries;
  expr::Differentiator differentiator(pool_);
  for (uint32_t row = 0; row < n; ++row) {
    tape_->Append(residual_code, implicit.residual_slot + row, residuals[row]);
    const std::vector<ExprId> order = walker_.Postorder(residuals[row]);
    for (const ExprId leaf : order) {
      if (pool_.op(leaf) != Op::Var) continue;
      const uint32_t s = slots_.Resolve(pool_.var(leaf));
      const auto y = y_of.find(s);
      const auto yp = yp_of.find(s);
      if (y == y_of.end() && yp == yp_of.end()) continue;
      differentiator.Forget();
      // Leaves are compared by slot: a variable and a direct reference can mean the same one.
      const ExprId partial = differentiator.Differentiate(residuals[row], [&](ExprId id) {
        return pool_.Real(pool_.op(id) == Op::Var && slots_.Resolve(pool_.var(id)) == s ? 1 : 0);
      });
      const ExprId zero = pool_.Real(0);
      if (y != y_of.end()) entries.push_back({y->second, row, partial, zero});
      if (yp != yp_of.end()) entries.push_back({yp->second, row, zero, partial});
    }
  }
  implicit.residual = MakeCode(std::move(residual_code));

  // A state and its derivative in one equation share an entry of the common pattern.
  std::ranges::stable_sort(entries, {}, [](const Entry& e) { return std::pair(e.col, e.row); });
  std::vector<Entry> merged;
  for (const Entry& entry : entries) {
    if (!merged.empty() && merged.back().col == entry.col && merged.back().row == entry.row) {
      if (!pool_.IsNumber(entry.by_y, 0)) merged.back().by_y = entry.by_y;
      if (!pool_.IsNumber(entry.by_yp, 0)) merged.back().by_yp = entry.by_yp;
    } else {
      merged.push_back(entry);
    }
  }
  const auto nnz = static_cast<uint32_t>(merged.size());
  implicit.jacobian_slot = slots_.Allocate(2 * nnz);
  implicit.pattern.col_ptr.assign(n + 1, 0);
  simcode::Code jacobian_code;
  for (uint32_t k = 0; k < nnz; ++k) {
    ++implicit.pattern.col_ptr[merged[k].col + 1];
    implicit.pattern.row_index.push_back(merged[k].row);
    tape_->Append(jacobian_code, implicit.jacobian_slot + k, merged[k].by_y);
  }
  for (uint32_t k = 0; k < nnz; ++k)
    tape_->Append(jacobian_code, implicit.jacobian_slot + nnz + k, merged[k].by_yp);
  for (uint32_t col = 0; col < n; ++col) implicit.pattern.col_ptr[col + 1] += implicit.pattern.col_ptr[col];
  implicit.jacobian = MakeCode(std::move(jacobian_code));
}

}  // namespace kerf::transform
