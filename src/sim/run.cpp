// See run.h.
#include "sim/run.h"

#include <limits>

#include "sim/integrator.h"
#include "sim/run_once.h"
#include "solvers/factory.h"

namespace kerf::sim {

namespace {

// Changes values once, at the instant it is asked for.
class Changer : public runtime::Agent {
 public:
  Changer(double now, const std::function<void(double*)>& act) : now_(now), act_(act) {}
  [[nodiscard]] auto NextTime() -> double override { return now_; }
  auto Act(double /*t*/, double /*step_size*/, double* w) -> runtime::DeedKind override {
    if (has_acted_) return runtime::DeedKind::None;
    has_acted_ = true;
    act_(w);
    return runtime::DeedKind::Changed;
  }

 private:
  double now_;
  const std::function<void(double*)>& act_;
  bool has_acted_ = false;
};

}  // namespace

Run::Run(Instance& instance, const Settings& settings, diag::Emitter& emitter)
    : instance_(instance), settings_(settings), emitter_(emitter) {}
Run::~Run() = default;

auto Run::Initialize() -> bool {
  if (has_failed_ || IsInitialized()) return !has_failed_;
  has_failed_ = true;
  if (!CheckSettings(instance_.compiled(), settings_, emitter_) || !instance_.Prepare(outcome_, emitter_) ||
      !Begin(instance_, settings_, outcome_, emitter_))
    return false;
  has_failed_ = false;
  runtime::RunOptions options = settings_.run;
  options.ends_at_start = outcome_.ends_at_start;
  integrator_ = MakeIntegrator(instance_.compiled(), settings_);
  recorder_ = std::make_unique<Recorder>(instance_.compiled(), settings_, emitter_);
  recorder_->SetFunctions(&instance_.model_functions());
  executive_ = std::make_unique<runtime::Executive>(instance_.executable().model(), *integrator_,
                                                    solvers::MakeLinearSolver, options, *recorder_);
  return AfterAdvance(executive_->Initialise());
}

// At the end of the run, good or bad, all that it has to tell is told.
auto Run::AfterAdvance(runtime::StepStatus status) -> bool {
  const bool has_fault = !instance_.model_functions().fault().empty();
  if (status == runtime::StepStatus::Ok && !has_fault && !executive_->IsDone()) return true;
  if (status == runtime::StepStatus::Ok && !has_fault) status = executive_->EndRun();
  if (status == runtime::StepStatus::Ok && !has_fault) recorder_->Progress(1);
  outcome_.run = executive_->Result();
  has_ended_ = true;
  outcome_.ok = EndRun(instance_.compiled(), instance_.model_functions(), settings_, recorder_->StopReason(),
                       executive_->w(), outcome_, emitter_);
  has_failed_ = !outcome_.ok;
  return outcome_.ok;
}

auto Run::Advance() -> bool { return AfterAdvance(executive_->Advance()); }

auto Run::Step() -> bool {
  if (!Initialize()) return false;
  if (IsDone()) return true;
  executive_->SetBound(std::numeric_limits<double>::infinity());
  return Advance();
}

auto Run::StepTo(double time) -> bool {
  if (!Initialize()) return false;
  while (!IsDone() && !executive_->HasReached(time)) {
    executive_->SetBound(time);
    if (!Advance()) return false;
  }
  return true;
}

auto Run::Change(const std::function<void(double* w)>& act) -> bool {
  if (!Initialize() || IsDone()) return false;
  Changer changer(executive_->time(), act);
  executive_->SetAgent(&changer);
  const runtime::StepStatus status = executive_->Advance();
  executive_->SetAgent(nullptr);
  return AfterAdvance(status);
}

auto Run::time() const -> double { return executive_ != nullptr ? executive_->time() : settings_.run.start; }

auto Run::n_events() const -> uint64_t {
  if (executive_ == nullptr) return 0;
  const runtime::RunStatistics statistics = executive_->Result().statistics;
  return statistics.time_events + statistics.state_events;
}

auto Run::TryValues() -> std::optional<std::vector<double>> {
  if (executive_ == nullptr || has_failed_) return std::nullopt;
  if (has_ended_) {
    const double* w = executive_->w();
    return std::vector<double>(w, w + instance_.executable().model().n_slots);
  }
  return executive_->TryValuesHere();
}

auto Run::SoFar() const -> Outcome {
  Outcome outcome = outcome_;
  if (executive_ == nullptr) return outcome;
  if (!has_ended_) outcome.run = executive_->Result();
  recorder_->TakeSoFar(outcome);
  return outcome;
}

}  // namespace kerf::sim
