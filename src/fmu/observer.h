// Tells what a run has to tell: assertions that do not hold, and that the model ends it.
#pragma once

#include <set>

#include "runtime/observer.h"
#include "sim/model_functions.h"
#include "sim/report_assertion.h"

namespace kerf::fmu {

class Observer : public runtime::Observer {
 public:
  Observer(const model::CompiledModel& compiled, sim::ModelFunctions& functions, diag::Emitter& emitter)
      : compiled_(compiled), functions_(functions), emitter_(emitter) {}

  // A failure of a function that the run has got over is none.
  void Point(double /*t*/, const double* /*w*/, runtime::PointKind /*kind*/) override { functions_.Forget(); }
  void AssertionFailed(uint32_t assertion, double t, const double* w) override {
    // States that give way do so at every turn.
    if (compiled_.assertions[assertion].is_about_states && !told_.insert(assertion).second) return;
    sim::ReportAssertion(compiled_, assertion, t, w, emitter_);
  }
  void Terminated(uint32_t termination, double t) override {
    sim::ReportTermination(compiled_, termination, t, emitter_);
  }
  [[nodiscard]] auto ShouldStop() -> bool override { return !functions_.fault().empty(); }

 private:
  const model::CompiledModel& compiled_;
  sim::ModelFunctions& functions_;
  diag::Emitter& emitter_;
  std::set<uint32_t> told_;
};

}  // namespace kerf::fmu
