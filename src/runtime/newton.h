// Damped Newton iteration for one block r(z) = 0 of simultaneous equations (Deuflhard, Newton Methods for
// Nonlinear Problems, ch. 3), scaled by the unknowns' nominal values. It starts from the values present in w,
// which are those of the last evaluation nearby; the factors of an old Jacobian serve as long as they
// contract well. Convergence is demanded far below any integrator's tolerance, so that the integrator sees a
// smooth function.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/abi.h"
#include "runtime/deficient_solver.h"
#include "runtime/failure.h"
#include "runtime/linear_solver.h"

namespace kerf::runtime {

// Inside a step a failure is better cured by a smaller step than by a search that may end in another
// solution.
enum class Effort : uint8_t { Stage, Full };

struct NewtonStatistics {
  uint64_t iterations = 0;
  uint64_t evaluations = 0;
  uint64_t factorisations = 0;
};

class BlockSolver {
 public:
  // `w` must stay where it is; so must the model.
  BlockSolver(const KerfModel& model, const KerfBlock& block, const LinearSolverFactory& factory, double* w);

  // Solves for the unknowns and leaves them, and all that the residual code computes from them, in w. If it
  // fails the unknowns are as they were, and `failure` says what is known.
  auto Solve(Effort effort, Failure& failure) -> StepStatus;

  // Evaluates and factors the Jacobian at the values in w. Returns kNone, or the column without a pivot.
  auto FactorHere() -> uint32_t;
  // Replaces the tangents of the residuals by those of the unknowns: dz = -J^-1 dr. FactorHere comes first.
  void SolveTangent(double* tangent);

  // An unknown that linear equations once did not determine, so that the least change was taken; kNone if
  // that never happened.
  [[nodiscard]] auto undetermined() const -> uint32_t { return undetermined_; }
  [[nodiscard]] auto undetermined_time() const -> double { return undetermined_time_; }
  // Of the matrix then.
  [[nodiscard]] auto undetermined_entries() const -> const std::vector<double>& {
    return undetermined_entries_;
  }

  // The equations have jumped: factors of a Jacobian before it say nothing.
  void Forget() {
    if (block_->is_linear == 0) is_factored_ = false;
  }

  // Remembers the unknowns in w as a solution to fall back to.
  void Accept();
  [[nodiscard]] auto statistics() const -> const NewtonStatistics& { return statistics_; }

 private:
  // An unknown that vanishes is still compared with this part of its nominal value.
  static constexpr double kNominalShare = 1e-3;

  auto SolveLinear() -> StepStatus;
  [[nodiscard]] auto WorstResidual() const -> double;
  auto Attempt(const std::vector<double>& start) -> StepStatus;
  auto SearchWider() -> StepStatus;
  auto Continue(const std::vector<double>& start) -> StepStatus;

  auto Iterate() -> StepStatus;
  auto Improve() -> StepStatus;
  auto TakeDampedStep(double update) -> bool;
  auto TakeRegularisedStep() -> bool;
  [[nodiscard]] auto HasConverged(double update, double contraction) const -> bool;
  auto FindFlat() -> uint32_t;
  auto IsFlat(uint32_t column) -> bool;

  auto Evaluate(const std::vector<double>& z) -> double;
  [[nodiscard]] auto Merit() const -> double;
  auto FactorEntries() -> uint32_t;
  auto FactorDeficient() -> bool;
  auto AreDerivativesDetermined() -> bool;
  auto IsRounding() -> bool;
  auto Refine(double& worst) -> StepStatus;
  auto HidesDependence() -> bool;
  auto ChangesSolution() -> bool;
  void SetRoundingErrors(uint32_t k);
  void SolveFactored(double* b);
  void ComputeUpdate();
  [[nodiscard]] auto UpdateSize() const -> double;
  [[nodiscard]] auto LargestResidual() const -> double;
  // The same in terms of the nominal values alone.
  [[nodiscard]] auto UpdateLength() const -> double;
  // `least` is a magnitude below which no unknown counts.
  void UpdateRowScale(double nominal_share, double least = 0);
  [[nodiscard]] auto Unknown(uint32_t i) const -> double& { return w_[block_->unknown_slots[i]]; }
  // What counts as a typical change of unknown i when residuals are weighed.
  [[nodiscard]] auto Typical(uint32_t i) const -> double;
  [[nodiscard]] auto Nominal(uint32_t i) const -> double;
  [[nodiscard]] auto Weight(uint32_t i, double nominal_share) const -> double;
  void Record(StepStatus status, Failure& failure) const;

  const KerfModel* model_;
  const KerfBlock* block_;
  uint32_t n_;
  double* w_;
  std::unique_ptr<LinearSolver> linear_;
  std::vector<double> start_, last_good_, entry_;
  std::vector<double> z_, trial_, update_, residual_, row_scale_;
  // The largest that row_scale_ has been in all attempts so far.
  std::vector<double> largest_scale_;
  Effort effort_ = Effort::Full;
  // The largest residual of the last solution.
  double settled_ = 0;
  // Homotopy: r(z) - shift * shifted_by is solved instead of r(z).
  std::vector<double> shifted_by_;
  double shift_ = 0;
  // The matrix entries that are factored at present.
  std::vector<double> factored_;
  bool is_factored_ = false;
  bool is_fresh_ = false;
  double merit_ = 0;
  double damping_ = 1;
  uint32_t singular_column_ = kNone;
  // Has the factors instead where the matrix is singular.
  std::unique_ptr<DeficientSolver> deficient_;
  uint32_t undetermined_ = kNone;
  double undetermined_time_ = 0;
  std::vector<double> undetermined_entries_;
  uint32_t iterations_ = 0;
  NewtonStatistics statistics_;
};

}  // namespace kerf::runtime
