// F(t, y, y') = 0 as IDA sees it: the model's own implicit form, or y' - f(t, y) where it has none.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/system.h"

namespace kerf::solvers {

class ImplicitForm {
 public:
  explicit ImplicitForm(runtime::System& system);

  [[nodiscard]] auto size() const -> uint32_t { return n_; }
  [[nodiscard]] auto is_own() const -> bool { return is_own_; }
  // Whether y_i occurs differentiated.
  [[nodiscard]] auto IsDifferential(uint32_t i) const -> bool;
  // The pattern of dF/dy + cj dF/dy'; full where a dense solver is the better choice.
  [[nodiscard]] auto pattern() const -> runtime::CscPattern { return {n_, col_ptr_.data(), rows_.data()}; }

  // Consistent values at the states x, from the derivative and output programs; in the implicit form they
  // stand in w.
  auto Start(double t, const double* x, double* y, double* yp) -> runtime::StepStatus;
  void Scatter(double t, const double* y, const double* yp);
  auto Residual(double t, const double* y, const double* yp, double* residual) -> runtime::StepStatus;
  auto Jacobian(double t, double cj, const double* y, const double* yp, double* entries)
      -> runtime::StepStatus;
  auto Roots(double t, const double* y, const double* yp, double* values) -> runtime::StepStatus;

 private:
  void SetUpPattern();

  runtime::System& system_;
  const KerfImplicit& implicit_;
  bool is_own_;
  uint32_t n_;
  std::vector<uint32_t> col_ptr_, rows_, position_;
};

}  // namespace kerf::solvers
