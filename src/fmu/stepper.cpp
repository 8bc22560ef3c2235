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
  auto BeginEvent(double* w) -> bool override { return stepper_.is_in_event_ && Take(w); }
  auto Act(double /*t*/, double /*step_size*/, double* w) -> runtime::DeedKind override {
    return Take(w) ? runtime::DeedKind::Changed : runtime::DeedKind::None;
  }

 private:
  auto Take(double* w) -> bool {
    const bool is_any = !stepper_.changes_.empty();
    for (const auto& [slot, value] : stepper_.changes_) w[slot] = value;
    stepper_.changes_.clear();
    return is_any;
  }

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
  if (options_.has_waiting_events) executive_->LetEventsWait();
  if (memory) {
    if (memory->waiting) executive_->SetWaiting(*memory->waiting);
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
  if (is_in_event_) has_values_ = false;
  if (had_ramp || executive_->w()[slot] != value) changes_.emplace_back(slot, value);
}

void Stepper::SetSlope(uint32_t slot, double slope) {
  const bool is_changed =
      std::ranges::find(changes_, slot, &std::pair<uint32_t, double>::first) != changes_.end();
  const double value = Input(slot);
  const bool had_ramp = std::erase_if(ramps_, [&](const Ramp& ramp) { return ramp.slot == slot; }) > 0;
  if (slope != 0) ramps_.push_back({slot, value, slope, time()});
  // A kink is an event, too.
  if ((had_ramp || slope != 0) && !is_changed) changes_.emplace_back(slot, value);
  ramps_.empty() ? runnable_.executable().SetFeed(nullptr, nullptr)
                 : runnable_.executable().SetFeed(Feed, this);
}

auto Stepper::Input(uint32_t slot) const -> double {
  const auto change = std::ranges::find(changes_, slot, &std::pair<uint32_t, double>::first);
  return change != changes_.end() ? change->second : executive_->w()[slot];
}

auto Stepper::Settle(runtime::EventNews& news) -> bool {
  if (!changes_.empty() || IsEventWaiting()) {
    const KerfModel& model = runnable_.executable().model();
    const auto before = executive_->TryValuesHere();
    has_values_ = false;
    executive_->SetBound(kNever);
    if (!Check(executive_->Advance())) return false;
    news.has_new_states = !before || !std::equal(before->begin() + model.state_slot,
                                                 before->begin() + model.state_slot + model.n_states,
                                                 executive_->w() + model.state_slot);
  }
  news.is_terminated = IsOver();
  news.next_time = executive_->NextKnownTime();
  return true;
}

auto Stepper::EndRun() -> bool {
  if (!ApplyChanges()) return false;
  has_values_ = false;
  return Check(executive_->EndRun());
}

// What inputs will be is seen by what is computed from them, not by what waits for the event.
auto Stepper::TryValuesWithChanges() -> std::optional<std::vector<double>> {
  double* w = executive_->w();
  std::vector<std::pair<uint32_t, double>> before;
  for (const auto& [slot, value] : changes_) before.emplace_back(slot, std::exchange(w[slot], value));
  auto values = executive_->TryValuesHere();
  for (const auto& [slot, value] : before) w[slot] = value;
  return values;
}

auto Stepper::Values() -> const double* {
  if (!is_in_event_ && !ApplyChanges()) return nullptr;
  if (has_values_) return values_.data();
  auto values = TryValuesWithChanges();
  if (!values) {
    log_.Error("the equations have no solution at the present time");
    return nullptr;
  }
  values_ = std::move(*values);
  has_values_ = true;
  return values_.data();
}

auto Stepper::TryMemory() -> std::optional<StepperMemory> {
  StepperMemory memory;
  // Values from before the event, if one waits or inputs are to change with it.
  if (is_in_event_) memory.changes = std::exchange(changes_, {});
  if (!memory.changes.empty()) has_values_ = false;
  const double* w = Values();
  if (w == nullptr) return std::nullopt;
  memory.waiting = executive_->waiting();
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
  changes_ = memory.changes;
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
  if (!Begin(memory)) return false;
  changes_ = memory.changes;
  return true;
}

}  // namespace kerf::fmu
