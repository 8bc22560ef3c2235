// Moving y and y' between IDA's vectors and the model's slots.
#include "solvers/implicit_form.h"

#include <algorithm>
#include <cstddef>

namespace kerf::solvers {

using runtime::StepStatus;

ImplicitForm::ImplicitForm(runtime::System& system)
    : system_(system),
      implicit_(system.machine().model().implicit),
      is_own_(implicit_.n > 0),
      n_(is_own_ ? implicit_.n : system.n_states()) {
  SetUpPattern();
}

void ImplicitForm::SetUpPattern() {
  const runtime::CscPattern given =
      is_own_ ? runtime::CscPattern{n_, implicit_.col_ptr, implicit_.row_index} : system_.pattern();
  col_ptr_.assign(given.col_ptr, given.col_ptr + n_ + 1);
  rows_.assign(given.row_index, given.row_index + given.nnz());
  position_.resize(rows_.size());
  for (uint32_t p = 0; p < position_.size(); ++p) position_[p] = p;
  if (!runtime::IsWorthDense(given)) return;
  for (uint32_t j = 0; j < n_; ++j) {
    for (uint32_t p = given.col_ptr[j]; p < given.col_ptr[j + 1]; ++p) position_[p] = j * n_ + rows_[p];
  }
  rows_.resize(static_cast<size_t>(n_) * n_);
  for (uint32_t p = 0; p < rows_.size(); ++p) rows_[p] = p % n_;
  for (uint32_t j = 0; j <= n_; ++j) col_ptr_[j] = j * n_;
}

auto ImplicitForm::IsDifferential(uint32_t i) const -> bool {
  return !is_own_ || implicit_.yp_slots[i] != runtime::kNone;
}

auto ImplicitForm::Start(double t, const double* x, double* y, double* yp) -> StepStatus {
  if (!is_own_) {
    std::copy_n(x, n_, y);
    return system_.Derivative(t, x, yp);
  }
  system_.SetPoint(t, x);
  StepStatus status = system_.EvaluateHere();
  const bool is_complete = status != StepStatus::Ok || system_.is_implicit();
  if (!is_complete) status = system_.machine().Run(system_.machine().model().output);
  if (status != StepStatus::Ok) return status;
  const double* w = system_.machine().w();
  for (uint32_t i = 0; i < n_; ++i) {
    y[i] = w[implicit_.y_slots[i]];
    yp[i] = IsDifferential(i) ? SignOf(system_.direction()) * w[implicit_.yp_slots[i]] : 0;
  }
  return status;
}

void ImplicitForm::Scatter(double t, const double* y, const double* yp) {
  // The states come first in y.
  system_.SetPoint(t, y);
  if (!is_own_) return;
  double* w = system_.machine().w();
  for (uint32_t i = 0; i < n_; ++i) {
    w[implicit_.y_slots[i]] = y[i];
    if (IsDifferential(i)) w[implicit_.yp_slots[i]] = SignOf(system_.direction()) * yp[i];
  }
}

auto ImplicitForm::Residual(double t, const double* y, const double* yp, double* residual) -> StepStatus {
  if (!is_own_) {
    const StepStatus status = system_.Derivative(t, y, residual);
    for (uint32_t i = 0; i < n_; ++i) residual[i] = yp[i] - residual[i];
    return status;
  }
  Scatter(t, y, yp);
  const StepStatus status = system_.EvaluateImplicitHere();
  std::copy_n(system_.machine().w() + implicit_.residual_slot, n_, residual);
  return status;
}

auto ImplicitForm::Jacobian(double t, double cj, const double* y, const double* yp, double* entries)
    -> StepStatus {
  if (!is_own_) {
    const StepStatus status = system_.Jacobian(t, y, entries);
    for (uint32_t j = 0; j < n_; ++j) {
      for (uint32_t p = col_ptr_[j]; p < col_ptr_[j + 1]; ++p)
        entries[p] = (rows_[p] == j ? cj : 0) - entries[p];
    }
    return status;
  }
  Scatter(t, y, yp);
  const StepStatus status = system_.EvaluateImplicitHere();
  if (status != StepStatus::Ok) return status;
  implicit_.jacobian.run(implicit_.jacobian.context, system_.machine().w());
  const double* by_y = system_.machine().w() + implicit_.jacobian_slot;
  const double* by_yp = by_y + position_.size();
  std::fill_n(entries, rows_.size(), 0.0);
  for (size_t p = 0; p < position_.size(); ++p)
    entries[position_[p]] = by_y[p] + SignOf(system_.direction()) * cj * by_yp[p];
  const uint32_t bad = runtime::FindNonFinite(entries, static_cast<uint32_t>(rows_.size()));
  if (bad == rows_.size()) return status;
  return system_.machine().FailNonFinite(implicit_.residual_slot + rows_[bad]);
}

auto ImplicitForm::Roots(double t, const double* y, const double* yp, double* values) -> StepStatus {
  Scatter(t, y, yp);
  const StepStatus status = system_.EvaluateHere();
  if (status == StepStatus::Ok) system_.RootsHere(t, values);
  return status;
}

}  // namespace kerf::solvers
