// Changes of inputs are the deeds of an agent (runtime/agent.h).
#include "fmu/stepper.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/simulate.h"
#include "solvers/factory.h"

namespace kerf::fmu {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace

class Stepper::InputAgent : public runtime::Agent {
 public:
  explicit InputAgent(Stepper& stepper) : stepper_(stepper) {}
  [[nodiscard]] auto NextTime() -> double override {
    return stepper_.changes_.empty() ? kNever : stepper_.time();
  }
  auto Act(double /*t*/, double /*step_size*/, double* w) -> runtime::DeedKind override {
    if (stepper_.changes_.empty()) return runtime::DeedKind::None;
    for (const auto& [slot, value] : stepper_.changes_) w[slot] = value;
    stepper_.changes_.clear();
    return runtime::DeedKind::Changed;
  }

 private:
  Stepper& stepper_;
};

Stepper::Stepper(Runnable& runnable, const StepperOptions& options, Log& log)
    : runnable_(runnable),
      options_(options),
      log_(log),
      observer_(runnable.compiled(), runnable.functions(), log.emitter()),
      agent_(std::make_unique<InputAgent>(*this)) {}

Stepper::~Stepper() { runnable_.executable().SetFeed(nullptr, nullptr); }

void Stepper::Feed(void* context, double* w) {
  const auto* stepper = static_cast<const Stepper*>(context);
  const double t = w[stepper->runnable_.executable().model().time_slot];
  for (const Ramp& ramp : stepper->ramps_) w[ramp.slot] = ramp.value + ramp.slope * (t - ramp.time);
}

auto Stepper::Begin(const std::optional<StepperMemory>& memory) -> bool {
  runtime::RunOptions run;
  run.start = options_.start;
  run.stop = options_.stop.value_or(kNever);
  run.tolerance = options_.tolerance;
  run.intervals = 1;
  run.ends_at_start = runnable_.ends_at_start();
  // What a step of a run without end may be follows from how far its points are apart.
  constexpr double kManyIntervals = 500;
  const model::Experiment& experiment = runnable_.compiled().experiment;
  const double length = experiment.stop_time.value_or(1) - experiment.start_time.value_or(0);
  if (!options_.stop) run.output_step = experiment.interval.value_or(length / kManyIntervals);
  if (memory) run.resume_at = memory->t;
  executive_.reset();
  integrator_ = solvers::MakeIntegrator("cvode");
  executive_ = std::make_unique<runtime::Executive>(runnable_.executable().model(), *integrator_,
                                                    solvers::MakeLinearSolver, run, observer_);
  executive_->SetAgent(agent_.get());
  if (memory) {
    std::vector<runtime::RelationMemory> remembered = memory->relations;
    for (runtime::RelationMemory& one : remembered) one.goes_on = true;
    executive_->SetRemembered(std::move(remembered));
    executive_->SetViolated(memory->is_violated);
  }
  has_values_ = false;
  return Check(executive_->Initialise());
}

auto Stepper::Initialize() -> bool { return Begin(std::nullopt); }

auto Stepper::Check(runtime::StepStatus status) -> bool {
  runnable_.TellPrinted(log_);
  sim::ModelFunctions& functions = runnable_.functions();
  if (status == runtime::StepStatus::Ok && functions.fault().empty()) return true;
  sim::ReportFailure(runnable_.compiled(), functions, executive_->Result().failure, executive_->w(),
                     log_.emitter());
  return false;
}

auto Stepper::time() const -> double { return executive_->time(); }

auto Stepper::HasReached(double time) const -> bool { return IsOver() || executive_->HasReached(time); }

auto Stepper::IsOver() const -> bool { return is_over_ || executive_->IsTerminated(); }

auto Stepper::ApplyChanges() -> bool {
  if (changes_.empty()) return true;
  has_values_ = false;
  executive_->SetBound(kNever);
  return Check(executive_->Advance());
}

auto Stepper::StepTowards(double time) -> bool {
  if (!ApplyChanges()) return false;
  if (HasReached(time) || executive_->IsDone()) return true;
  has_values_ = false;
  executive_->SetBound(time);
  return Check(executive_->Advance());
}

void Stepper::Set(uint32_t slot, double value) {
  const bool had_ramp = std::erase_if(ramps_, [&](const Ramp& ramp) { return ramp.slot == slot; }) > 0;
  if (ramps_.empty()) runnable_.executable().SetFeed(nullptr, nullptr);
  std::erase_if(changes_, [&](const auto& change) { return change.first == slot; });
  if (had_ramp || executive_->w()[slot] != value) changes_.emplace_back(slot, value);
}

void Stepper::SetSlope(uint32_t slot, double slope) {
  const auto change = std::ranges::find(changes_, slot, &std::pair<uint32_t, double>::first);
  const double value = change != changes_.end() ? change->second : executive_->w()[slot];
  const bool had_ramp = std::erase_if(ramps_, [&](const Ramp& ramp) { return ramp.slot == slot; }) > 0;
  if (slope != 0) ramps_.push_back({slot, value, slope, time()});
  // A kink is an event, too.
  if ((had_ramp || slope != 0) && change == changes_.end()) changes_.emplace_back(slot, value);
  ramps_.empty() ? runnable_.executable().SetFeed(nullptr, nullptr)
                 : runnable_.executable().SetFeed(Feed, this);
}

auto Stepper::Values() -> const double* {
  if (!ApplyChanges()) return nullptr;
  if (has_values_) return values_.data();
  auto values = executive_->TryValuesHere();
  if (!values) {
    log_.Error("the equations have no solution at the present time");
    return nullptr;
  }
  values_ = std::move(*values);
  has_values_ = true;
  return values_.data();
}

auto Stepper::TryMemory() -> std::optional<StepperMemory> {
  const double* w = Values();
  if (w == nullptr) return std::nullopt;
  StepperMemory memory;
  const KerfModel& model = runnable_.executable().model();
  memory.t = time();
  memory.w.assign(w, w + model.n_slots);
  const auto remembered = executive_->remembered();
  memory.relations.assign(remembered.begin(), remembered.end());
  memory.is_violated = executive_->violated();
  for (uint32_t i = 0; i < model.n_delays; ++i)
    memory.lines.push_back(*static_cast<const runtime::DelayLine*>(model.delays[i].line));
  memory.ramps = ramps_;
  memory.is_over = IsOver();
  if (!memory.is_over && !Restore(memory)) return std::nullopt;
  return memory;
}

auto Stepper::Restore(const StepperMemory& memory) -> bool {
  sim::Executable& executable = runnable_.executable();
  changes_.clear();
  ramps_ = memory.ramps;
  ramps_.empty() ? executable.SetFeed(nullptr, nullptr) : executable.SetFeed(Feed, this);
  executable.SetStart(memory.w);
  for (uint32_t i = 0; i < executable.model().n_delays; ++i)
    static_cast<runtime::DelayLine*>(executable.model().delays[i].line)->SetMemory(memory.lines[i].Memory());
  is_over_ = memory.is_over;
  return Begin(memory);
}

}  // namespace kerf::fmu
