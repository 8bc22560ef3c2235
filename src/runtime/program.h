// Runs the programs of a compiled model on its vector w: code steps, blocks by Newton, and both for tangents.
//
// The tangent of a block follows from the implicit function theorem: with dz = 0 the tangent code gives dr,
// then dz = -J^-1 dr, and a second run gives the tangents of the torn variables.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/abi.h"
#include "runtime/failure.h"
#include "runtime/linear_solver.h"
#include "runtime/newton.h"
#include "runtime/run_options.h"

namespace kerf::runtime {

class Machine {
 public:
  // w starts as the model's start values, all tangents 0. The model must outlive the machine.
  Machine(const KerfModel& model, const LinearSolverFactory& factory);
  Machine(const Machine&) = delete;
  auto operator=(const Machine&) -> Machine& = delete;

  [[nodiscard]] auto model() const -> const KerfModel& { return model_; }
  [[nodiscard]] auto w() -> double* { return w_.data(); }
  [[nodiscard]] auto tangents() -> double* { return w_.data() + model_.n_slots; }

  // Runs all steps. Blocks that fail end it; values that are not finite are the caller's to find.
  auto Run(const KerfProgram& program) -> StepStatus;

  // Directional derivatives at the values of the last Run: prepare once, then for each direction set the
  // tangents of what the program reads and run.
  [[nodiscard]] static auto HasTangents(const KerfProgram& program, const KerfModel& model) -> bool;
  auto PrepareTangents(const KerfProgram& program) -> StepStatus;
  void RunTangents(const KerfProgram& program);

  // What is run at events.
  [[nodiscard]] auto event_program() const -> const KerfProgram& {
    return model_.event.n_steps > 0 ? model_.event : model_.derivative;
  }

  // The equations have jumped: old Jacobians of blocks count no more.
  void Forget();
  // Marks the blocks' present solutions as ones to fall back to.
  void Accept();
  void set_effort(Effort effort) { effort_ = effort; }

  // Notes that slot holds a value that is not finite.
  auto FailNonFinite(uint32_t slot) -> StepStatus;
  // Runs the program again, as often as needed, to find the step in which the first value that is not finite
  // arises.
  void LocateNonFinite(const KerfProgram& program);
  [[nodiscard]] auto failure() -> Failure& { return failure_; }
  [[nodiscard]] auto newton_statistics() const -> NewtonStatistics;
  [[nodiscard]] auto Undetermined() const -> std::vector<UndeterminedBlock>;

 private:
  auto FailBlock(StepStatus status, uint32_t step, uint32_t block) -> StepStatus;

  const KerfModel& model_;
  std::vector<double> w_;
  std::vector<BlockSolver> solvers_;
  Effort effort_ = Effort::Full;
  Failure failure_;
};

// The first of n values that is not finite, or n.
auto FindNonFinite(const double* values, uint32_t n) -> uint32_t;

}  // namespace kerf::runtime
