// What an integrator sees of a model: x' = f(t, x), root functions, and df/dx from directional derivatives,
// one sweep for each colour of the sparsity pattern. Plain calls and no allocation, since this is the inner
// loop of every run.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "runtime/direction.h"
#include "runtime/linear_solver.h"
#include "runtime/program.h"
#include "runtime/relations.h"

namespace kerf::runtime {

class System {
 public:
  System(Machine& machine, Relations& relations);

  [[nodiscard]] auto n_states() const -> uint32_t { return machine_.model().n_states; }
  // Times here are those of the run, and derivatives, slopes and Jacobians are taken by it.
  void set_direction(Direction direction) { direction_ = direction; }
  [[nodiscard]] auto direction() const -> Direction { return direction_; }
  [[nodiscard]] auto n_roots() const -> uint32_t { return relations_.n_roots(); }
  [[nodiscard]] auto machine() -> Machine& { return machine_; }

  auto Derivative(double t, const double* x, double* x_dot) -> StepStatus;
  // Also leaves the relations' functions at t in w.
  auto Roots(double t, const double* x, double* values) -> StepStatus;
  // What stands in w is kept and brought back, so that a look elsewhere leaves no trace.
  void KeepHere();
  void ReturnHere();
  // As Relations has them, for what stands in w.
  void RootSides(std::span<int> sides, std::span<double> bands, std::span<double> blurs) const {
    relations_.RootSides(machine_.w(), sides, bands, blurs);
  }
  // Root functions of what stands in w already.
  void RootsHere(double t, double* values);
  // Derivatives of the root functions by the time of the run, from a small step along the solution: tangents
  // leave out what depends on time directly. w stays as it is.
  auto RootSlopesHere(double* values) -> StepStatus;
  // Those of the relations' functions by the model's time, for a run of that length; 0 where the change is
  // nothing but rounding errors. w stays as it is.
  auto FunctionSlopesHere(double run_length, double* slopes) -> StepStatus;
  [[nodiscard]] auto relations() const -> const Relations& { return relations_; }

  // The pattern of df/dx, diagonal included; full where a dense solver is the better choice. It is worked out
  // when first asked for, since explicit methods never ask.
  [[nodiscard]] auto pattern() -> CscPattern;
  // Writes all entries of the pattern, column by column.
  auto Jacobian(double t, const double* x, double* values) -> StepStatus;

  void SetPoint(double t, const double* x);
  // Runs the derivative program on what stands in w and checks that the derivatives are finite; in the
  // implicit form EvaluateImplicitHere.
  auto EvaluateHere() -> StepStatus;
  // The same with the event program, where there is one.
  auto EvaluateEventHere() -> StepStatus;
  // Runs the residual code of the implicit form on y and y' in w and checks that the residuals are finite.
  auto EvaluateImplicitHere() -> StepStatus;
  // Which form gives values at present. In the implicit one, y and y' come from the integrator, and at the
  // start from PointSolver; nothing is solved for on the way.
  [[nodiscard]] auto is_implicit() const -> bool { return is_implicit_; }
  void set_implicit(bool is_implicit) { is_implicit_ = is_implicit; }
  // No evaluation shows the model a time beyond this one: inputs that jump at the end of a step keep their
  // left limit.
  void set_time_cap(double cap) { time_cap_ = cap; }

  // Evaluations that failed so far, and the way back to the point of the last one.
  [[nodiscard]] auto n_failures() const -> uint64_t { return n_failures_; }
  void ReturnToFailure();
  // The time of the last evaluation of roots.
  [[nodiscard]] auto roots_time() const -> double { return roots_time_; }
  void ForgetRoots() { roots_time_ = std::numeric_limits<double>::quiet_NaN(); }
  [[nodiscard]] auto n_evaluations() const -> uint64_t { return n_evaluations_; }

 private:
  void SetUpPattern();
  void SetUpColours();
  auto SweepTangents(double* values) -> StepStatus;
  auto SweepDifferences(double t, const double* x, double* values) -> StepStatus;
  void Collect(uint32_t column, const double* source, double* values) const;
  auto Evaluate(const KerfProgram& program) -> StepStatus;
  auto Note(StepStatus status) -> StepStatus;
  void MoveFrom(const std::vector<double>& here, double step);

  Machine& machine_;
  Relations& relations_;
  bool has_tangents_ = false;
  bool is_implicit_ = false;
  Direction direction_ = Direction::Forward;
  double time_cap_ = std::numeric_limits<double>::infinity();
  double roots_time_ = std::numeric_limits<double>::quiet_NaN();
  uint64_t n_failures_ = 0;
  double failed_time_ = 0;
  std::vector<double> failed_x_;
  std::vector<double> kept_;
  double kept_roots_time_ = 0;
  uint64_t n_evaluations_ = 0;
  // The model's own pattern, and where each of its entries stands in the one given out.
  std::vector<uint32_t> model_col_ptr_, model_rows_, position_;
  std::vector<uint32_t> col_ptr_, rows_;
  // Columns of colour c: colour_columns_[colour_start_[c]] up to colour_start_[c + 1].
  std::vector<uint32_t> colour_start_, colour_columns_;
  std::vector<double> difference_, base_, x_;
};

// The typical magnitude of a state.
auto StateScale(const KerfModel& model, uint32_t i) -> double;

}  // namespace kerf::runtime
