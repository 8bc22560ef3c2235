// The interface of all integrators: one step at a time, each with its own dense output.
//
//   Prepare once;  Start(t, x);  repeat Step(limit) { Interpolate anywhere in the last step };  Start again
//   after an event
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/failure.h"
#include "runtime/relations.h"
#include "runtime/run_options.h"
#include "runtime/system.h"

namespace kerf::runtime {

struct IntegratorSettings {
  double relative_tolerance = 1e-6;
  // One for each state; must outlive the integrator, and may change between steps.
  const double* absolute_tolerance = nullptr;
  // 0 leaves the choice to the integrator. Fixed-step methods take the initial step as their step.
  double initial_step = 0;
  double max_step = 0;
  // The distance of communication points: the step of a fixed-step method that is told no other.
  double output_step = 0;
  // From start to stop.
  double run_length = 0;
};

// Errors of single steps add up, so a method tests them against a part of the tolerance: `part` of it at 1e-6
// and above, all of it from 1e-12 on, where rounding errors begin to count.
inline auto StepPart(double tolerance, double part) -> double {
  constexpr double kUsual = 1e-6;
  constexpr double kDecadesToRounding = 6;
  const double relief = std::pow(std::min(1.0, tolerance / kUsual), std::log10(part) / kDecadesToRounding);
  return std::min(1.0, part * relief);
}

struct IntegratorStatistics {
  uint64_t steps = 0;
  uint64_t rejected = 0;
  uint64_t rhs_evaluations = 0;
  uint64_t jacobian_evaluations = 0;
  uint64_t nonlinear_iterations = 0;
  uint64_t error_test_failures = 0;
  uint64_t location_trials = 0;
  uint32_t order = 0;
  double step_size = 0;
};

enum class StepKind : uint8_t { Stepped, RootFound, Failed };

struct StepResult {
  StepKind kind = StepKind::Stepped;
  // Where the integrator stands now; at a root just beyond the crossing.
  double t = 0;
  StepStatus status = StepStatus::Ok;
};

class Integrator {
 public:
  virtual ~Integrator() = default;

  // The system must outlive the integrator.
  virtual auto Prepare(System& system, const IntegratorSettings& settings) -> StepStatus = 0;
  // Starts, or starts anew after a discontinuity. Relations and the derivative program have been brought to
  // agree in w.
  virtual auto Start(double t, const double* x) -> StepStatus = 0;
  // One step that does not pass `limit`, where it ends exactly if it gets there. After RootFound comes Start.
  virtual auto Step(double limit) -> StepResult = 0;
  // The states at t within the last step.
  virtual void Interpolate(double t, double* x) = 0;
  // An integrator that knows more than the states puts it into w, for t within the last step.
  virtual void FillSlots(double /*t*/, double* /*w*/) {}
  // Whether it integrates F(t, y, y') = 0 itself. Start then takes y and y' from w if the system is in the
  // implicit form.
  [[nodiscard]] virtual auto TakesImplicitForm() const -> bool { return false; }

  // The roots of the last step, if it found any.
  [[nodiscard]] virtual auto crossings() const -> std::span<const Crossing> = 0;
  [[nodiscard]] virtual auto statistics() const -> IntegratorStatistics = 0;
  // For each state, in how many rejected steps it violated its own error test; empty where that is not known.
  [[nodiscard]] virtual auto violations() const -> std::span<const uint64_t> { return {}; }
  // Roots that were not located as well as they should be; `relation` is the number of the root.
  [[nodiscard]] virtual auto poor_locations() const -> std::span<const PoorLocation> { return {}; }
  // States that moved while their estimated errors were 0 all the time: it is blind to them.
  [[nodiscard]] virtual auto UnseenStates() const -> std::vector<uint32_t> { return {}; }
  // What it chose, where it delegates to others; times are those of the run.
  [[nodiscard]] virtual auto choices() const -> std::span<const SolverChoice> { return {}; }
  // What it had to say when it failed.
  [[nodiscard]] virtual auto message() const -> std::string_view { return {}; }
};

}  // namespace kerf::runtime
