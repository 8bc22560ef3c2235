// Newton's method for steps of backward Euler, with v as unknown where there is a derivative: the difference
// of two close y would lose the digits that v keeps.
#include <algorithm>
#include <cmath>

#include "runtime/consistent_start.h"

namespace kerf::runtime {
namespace {

// Newton: two updates in a row as small as this end it, the second of them being small beyond need.
constexpr double kConvergedUpdate = 1e-6;
constexpr uint32_t kMaxStartIterations = 40;
constexpr uint32_t kMaxHalvings = 20;

}  // namespace

auto ConsistentStart::TakeStep(double t, double h) -> StepStatus {
  bool was_small = false;
  for (uint32_t k = 0; k < kMaxStartIterations; ++k) {
    double update = 0;
    const StepStatus status = Iterate(t, h, update);
    if (status != StepStatus::Ok) return status;
    const bool is_small = update <= kConvergedUpdate;
    if (is_small && was_small) return Evaluate(t, h);
    was_small = is_small;
  }
  return FailHere(kMaxStartIterations);
}

auto ConsistentStart::Iterate(double t, double h, double& update) -> StepStatus {
  StepStatus status = Evaluate(t, h);
  if (status != StepStatus::Ok) return status;
  const double* residual = system_.machine().w() + implicit().residual_slot;
  for (uint32_t i = 0; i < implicit().n; ++i) change_[i] = -residual[i];
  FillMatrix(h);
  const uint32_t column = solver_->Factor(entries_.data());
  if (column != kNone) return FailSingular(column);
  solver_->Solve(change_.data());
  trial_u_ = u_;
  double factor = 1;
  // Halved where the equations are undefined: the root of a negative number, the pole of a function.
  for (uint32_t k = 0; k <= kMaxHalvings; ++k, factor /= 2) {
    for (uint32_t i = 0; i < implicit().n; ++i) u_[i] = trial_u_[i] + factor * change_[i];
    status = Evaluate(t, h);
    if (status == StepStatus::Ok) break;
  }
  update = factor < 1 ? 1 : 0;
  for (uint32_t i = 0; i < implicit().n; ++i) update = std::max(update, std::abs(change_[i]) / Scale(i));
  return status;
}

auto ConsistentStart::Evaluate(double t, double h) -> StepStatus {
  double* w = system_.machine().w();
  w[system_.machine().model().time_slot] = t;
  for (uint32_t i = 0; i < implicit().n; ++i) {
    w[implicit().y_slots[i]] = IsDifferential(i) ? y_[i] + h * u_[i] : u_[i];
    if (IsDifferential(i)) w[implicit().yp_slots[i]] = u_[i];
  }
  return system_.EvaluateImplicitHere();
}

// By v, where y = y_(k-1) + h v, or by z.
void ConsistentStart::FillMatrix(double h) {
  double* w = system_.machine().w();
  implicit().jacobian.run(implicit().jacobian.context, w);
  const double* by_y = w + implicit().jacobian_slot;
  const double* by_yp = by_y + implicit().nnz;
  for (uint32_t i = 0; i < implicit().n; ++i) {
    const bool is_differential = IsDifferential(i);
    for (uint32_t p = implicit().col_ptr[i]; p < implicit().col_ptr[i + 1]; ++p)
      entries_[p] = is_differential ? h * by_y[p] + by_yp[p] : by_y[p];
  }
}

auto ConsistentStart::FailSingular(uint32_t column) -> StepStatus {
  Failure& failure = system_.machine().failure();
  failure = {};
  failure.status = StepStatus::SingularBlock;
  failure.time = system_.machine().w()[system_.machine().model().time_slot];
  failure.slot = implicit().y_slots[column];
  failure.entries = entries_;
  return failure.status;
}

auto ConsistentStart::FailHere(uint32_t iterations) -> StepStatus {
  const double* residual = system_.machine().w() + implicit().residual_slot;
  const auto* worst = std::max_element(residual, residual + implicit().n,
                                       [](double a, double b) { return std::abs(a) < std::abs(b); });
  Failure& failure = system_.machine().failure();
  failure = {};
  failure.status = StepStatus::NoConsistentStart;
  failure.time = system_.machine().w()[system_.machine().model().time_slot];
  failure.residual = static_cast<uint32_t>(worst - residual);
  failure.residual_value = *worst;
  failure.iterations = iterations;
  return failure.status;
}

}  // namespace kerf::runtime
