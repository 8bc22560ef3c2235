// The implicit form: y are the states and the unknowns that are no derivatives, F the equations, with y'
// where a state's derivative occurs. Where the derivative of a state is itself a state (x'' in the model), x'
// - derx = 0 is added. The residual code also has what the executive watches, so that a model can be run by
// this form alone.
#include <algorithm>
#include <unordered_map>

#include "transform/simcode_builder.h"

namespace kerf::transform {

using expr::Op;

struct SimcodeBuilder::ImplicitColumns {
  // Column of each slot of y, and of each slot of y'.
  std::unordered_map<uint32_t, uint32_t> y_of;
  std::unordered_map<uint32_t, uint32_t> yp_of;
};

// An entry of dF/dy and dF/dy' in their common pattern.
struct SimcodeBuilder::ImplicitEntry {
  uint32_t col;
  uint32_t row;
  ExprId by_y;
  ExprId by_yp;
};

// Before the relations are collected, since lowering brings some.
void SimcodeBuilder::LowerResiduals() {
  for (const EqnId equation : work_.structure.eqn_of_row) {
    residuals_.push_back(Residual(equation));
    sim_.implicit.equations.push_back(equation);
  }
  for (uint32_t k = 0; k < sim_.n_states; ++k) {
    const uint32_t from = slot(work_.dae.vars[sim_.states[k]].derivative);
    if (from == sim_.derivative_slot + k) continue;
    residuals_.push_back(pool_.Sub(Slots::Ref(pool_, sim_.derivative_slot + k), Slots::Ref(pool_, from)));
    sim_.implicit.equations.emplace_back();
  }
}

auto SimcodeBuilder::LayOutImplicit() -> ImplicitColumns {
  simcode::Implicit& implicit = sim_.implicit;
  ImplicitColumns columns;
  for (uint32_t k = 0; k < sim_.n_states; ++k) {
    columns.y_of[sim_.state_slot + k] = k;
    columns.yp_of[sim_.derivative_slot + k] = k;
    implicit.y_slots.push_back(sim_.state_slot + k);
    implicit.yp_slots.push_back(sim_.derivative_slot + k);
  }
  for (const VarId var : work_.structure.var_of_col) {
    const uint32_t s = slot(var);
    if (columns.yp_of.contains(s)) continue;
    columns.y_of[s] = static_cast<uint32_t>(implicit.y_slots.size());
    implicit.y_slots.push_back(s);
    implicit.yp_slots.push_back(kNoSlot);
  }
  KERF_CHECK(residuals_.size() == implicit.y_slots.size());
  return columns;
}

void SimcodeBuilder::AddImplicitEntries(const ImplicitColumns& columns, uint32_t row,
                                        std::vector<ImplicitEntry>& entries) {
  const ExprId residual = residuals_[row];
  const ExprId zero = pool_.Real(0);
  const std::vector<ExprId> order = walker_.Postorder(residual);
  for (const ExprId leaf : order) {
    if (pool_.op(leaf) != Op::Var) continue;
    const uint32_t s = slots_.Resolve(pool_.var(leaf));
    const auto y = columns.y_of.find(s);
    const auto yp = columns.yp_of.find(s);
    if (y == columns.y_of.end() && yp == columns.yp_of.end()) continue;
    partials_.Forget();
    // Leaves are compared by slot: a variable and a direct reference can mean the same one.
    const ExprId partial = partials_.Differentiate(residual, [&](ExprId id) {
      return pool_.Real(pool_.op(id) == Op::Var && slots_.Resolve(pool_.var(id)) == s ? 1 : 0);
    });
    if (y != columns.y_of.end()) entries.push_back({y->second, row, partial, zero});
    if (yp != columns.yp_of.end()) entries.push_back({yp->second, row, zero, partial});
  }
}

// A state and its derivative in one equation share an entry of the common pattern.
auto SimcodeBuilder::MergeImplicitEntries(std::vector<ImplicitEntry> entries) -> std::vector<ImplicitEntry> {
  std::ranges::stable_sort(entries, {}, [](const ImplicitEntry& e) { return std::pair(e.col, e.row); });
  std::vector<ImplicitEntry> merged;
  for (const ImplicitEntry& entry : entries) {
    if (merged.empty() || merged.back().col != entry.col || merged.back().row != entry.row) {
      merged.push_back(entry);
      continue;
    }
    if (!pool_.IsNumber(entry.by_y, 0)) merged.back().by_y = entry.by_y;
    if (!pool_.IsNumber(entry.by_yp, 0)) merged.back().by_yp = entry.by_yp;
  }
  return merged;
}

void SimcodeBuilder::BuildImplicitJacobian(const std::vector<ImplicitEntry>& entries) {
  simcode::Implicit& implicit = sim_.implicit;
  const size_t n = residuals_.size();
  const auto nnz = static_cast<uint32_t>(entries.size());
  implicit.jacobian_slot = slots_.Allocate(2 * nnz);
  implicit.pattern.col_ptr.assign(n + 1, 0);
  simcode::Code code;
  for (uint32_t k = 0; k < nnz; ++k) {
    ++implicit.pattern.col_ptr[entries[k].col + 1];
    implicit.pattern.row_index.push_back(entries[k].row);
    tape_->Append(code, implicit.jacobian_slot + k, entries[k].by_y);
  }
  for (uint32_t k = 0; k < nnz; ++k) tape_->Append(code, implicit.jacobian_slot + nnz + k, entries[k].by_yp);
  for (size_t col = 0; col < n; ++col) implicit.pattern.col_ptr[col + 1] += implicit.pattern.col_ptr[col];
  implicit.jacobian = MakeCode(std::move(code));
}

void SimcodeBuilder::BuildImplicit() {
  simcode::Implicit& implicit = sim_.implicit;
  const ImplicitColumns columns = LayOutImplicit();
  const auto n = static_cast<uint32_t>(residuals_.size());
  implicit.residual_slot = slots_.Allocate(n);
  simcode::Code code;
  std::vector<ImplicitEntry> entries;
  for (uint32_t row = 0; row < n; ++row) {
    tape_->Append(code, implicit.residual_slot + row, residuals_[row]);
    AddImplicitEntries(columns, row, entries);
  }
  for (const Watched& watched : watched_) tape_->Append(code, watched.slot, watched.value);
  implicit.residual = MakeCode(std::move(code));
  BuildImplicitJacobian(MergeImplicitEntries(std::move(entries)));
}

}  // namespace kerf::transform
