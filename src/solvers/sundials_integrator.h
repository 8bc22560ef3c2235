// What the integrators of SUNDIALS share: bookkeeping over several starts, roots and messages.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/integrator.h"
#include "solvers/sundials_parts.h"

namespace kerf::solvers {

class SundialsIntegrator : public runtime::Integrator {
 public:
  [[nodiscard]] auto crossings() const -> std::span<const runtime::Crossing> override { return crossings_; }
  [[nodiscard]] auto statistics() const -> runtime::IntegratorStatistics override;
  [[nodiscard]] auto message() const -> std::string_view override;
  [[nodiscard]] auto violations() const -> std::span<const uint64_t> override { return violations_; }

 protected:
  // What SUNDIALS has counted since the last start, in its own types.
  struct Counts {
    long steps = 0, evaluations = 0, error_fails = 0, iterations = 0, convergence_fails = 0, jacobians = 0;
    int order = 0;
    double step_size = 0;
  };
  [[nodiscard]] virtual auto Count() const -> Counts = 0;

  // In this order: once for Prepare, for each Start, for each Step. True if the limit is a new one.
  void BeginRun(runtime::System& system, const runtime::IntegratorSettings& settings);
  void BeginStart();
  auto BeginStep(double limit) -> bool;
  // For each root the direction in which it is an event; 0: both.
  [[nodiscard]] auto RootDirections() const -> std::vector<int>;
  // From roots_found_: whether there is one that is to be an event.
  auto CollectCrossings() -> bool;

  // Writes each state's estimated error of the last step, relative to what it may be; false: not known.
  virtual auto ScaledErrors(std::vector<double>& scaled) -> bool = 0;
  // After each step.
  void NoteFailures();

  // Positive: SUNDIALS may try a smaller step. Negative: it is over.
  static auto Flag(runtime::StepStatus status) -> int {
    if (status == runtime::StepStatus::Ok) return 0;
    return runtime::IsRecoverable(status) ? 1 : -1;
  }

  runtime::System* system_ = nullptr;
  runtime::IntegratorSettings settings_;
  std::optional<SundialsParts> parts_;
  std::vector<int> roots_found_;

 private:
  std::vector<runtime::Crossing> crossings_;
  bool is_started_ = false;
  // Whether the present step is the first since the last start, and whether one was begun since then.
  bool is_first_step_ = true;
  bool has_stepped_ = false;
  double stop_time_ = 0;
  std::vector<uint64_t> violations_;
  // Failures of the error test since the last start that are noted already.
  long failures_noted_ = 0;
  std::vector<double> scaled_errors_;
  // Of earlier starts; SUNDIALS counts anew after each.
  runtime::IntegratorStatistics before_;
};

}  // namespace kerf::solvers
