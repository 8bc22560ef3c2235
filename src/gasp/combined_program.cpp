// See combined_program.h.
#include "gasp/combined_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gasp/continuous_model.h"
#include "runtime/add_statistics.h"
#include "runtime/executive.h"
#include "runtime/warnings.h"
#include "solvers/factory.h"

namespace kerf::gasp {

using events::FaultKind;
using runtime::DeedKind;

CombinedProgram::CombinedProgram(std::string title, int n_equations, int n_attributes)
    : GaspProgram(std::move(title), n_attributes),
      states_(static_cast<size_t>(std::max(0, n_equations))),
      derivatives_(states_.size()) {}

auto CombinedProgram::AddSCOND(Condition condition) -> int {
  conditions_.push_back(std::move(condition));
  functions_.push_back(0);
  flags_.push_back(0);
  return static_cast<int>(conditions_.size());
}

auto CombinedProgram::At(std::vector<double>& values, int k, const char* what) -> double& {
  if (k >= 1 && static_cast<size_t>(k) <= values.size()) return values[static_cast<size_t>(k) - 1];
  (void)events::Fail(world(), FaultKind::UnknownObject,
                     fmt::format("{}({}) is used, but there are {}", what, k, values.size()));
  return nowhere_;
}

// The executive keeps the present number until the event is over.
void CombinedProgram::SetNNEQD(int n_equations) {
  states_.resize(static_cast<size_t>(std::max(0, n_equations)), 0.0);
  derivatives_.resize(states_.size(), 0.0);
}

void CombinedProgram::TakeFrom(const double* w) {
  std::copy_n(w + ContinuousModel::StateSlot(), n_in_model_, states_.begin());
  std::copy_n(w + ContinuousModel::DerivativeSlot(n_in_model_), n_in_model_, derivatives_.begin());
  std::copy_n(w + ContinuousModel::FunctionSlot(n_in_model_), functions_.size(), functions_.begin());
}

void CombinedProgram::Evaluate(double* w) {
  // After an event has changed their number, the old equations are of no use any more.
  if (IsRestructured()) return;
  is_trying_ = true;
  trial_time_ = w[0];
  std::copy_n(w + ContinuousModel::StateSlot(), n_in_model_, states_.begin());
  STATE();
  SCOND();
  is_trying_ = false;
  std::ranges::copy(derivatives_, w + ContinuousModel::DerivativeSlot(n_in_model_));
  std::ranges::copy(functions_, w + ContinuousModel::FunctionSlot(n_in_model_));
}

// Sets the flags of the conditions that have come since the last look. True if there is one.
auto CombinedProgram::FireConditions(const double* w) -> bool {
  const double* held = w + ContinuousModel::HeldSlot(n_in_model_, conditions_.size());
  const bool is_first_look = was_positive_.empty();
  was_positive_.resize(conditions_.size());
  bool has_come = false;
  for (size_t k = 0; k < conditions_.size(); ++k) {
    const bool is_positive = held[k] != 0;
    const int crossed = is_first_look || is_positive == was_positive_[k] ? 0 : is_positive ? 1 : -1;
    was_positive_[k] = is_positive;
    const bool is_wanted = conditions_[k].direction == 0 || conditions_[k].direction == crossed;
    flags_[k] = is_wanted ? crossed : 0;
    has_come = has_come || flags_[k] != 0;
  }
  return has_come;
}

auto CombinedProgram::NextTime() -> double { return NextEventTime(); }

auto CombinedProgram::Act(double t, double step_size, double* w) -> DeedKind {
  step_size_ = step_size;
  world().now = t;
  TakeFrom(w);
  const bool has_come = FireConditions(w);
  if (has_come) {
    WatchConditions(t);
    if (!world().fault.IsSet()) EVNTS(state_event_code_);
  }
  std::ranges::fill(flags_, 0.0);
  const bool has_due = !world().is_finish_requested && NextEventTime() <= t;
  if (has_due) (void)HandleEvents(t);
  if (world().fault.IsSet()) return DeedKind::Failed;
  if (!has_come && !has_due) return DeedKind::None;
  if (IsRestructured()) return DeedKind::Restructured;
  std::ranges::copy(states_, w + ContinuousModel::StateSlot());
  return world().is_finish_requested ? DeedKind::Ended : DeedKind::Changed;
}

// Between events conditions are looked at after each step: of a crossing that is no event nothing else tells.
void CombinedProgram::Point(double t, const double* w, runtime::PointKind kind) {
  if (kind == runtime::PointKind::Regular && !IsRestructured()) {
    TakeFrom(w);
    (void)FireConditions(w);
    std::ranges::fill(flags_, 0.0);
  }
  Save(t, kind);
}

void CombinedProgram::Save(double t, runtime::PointKind kind) {
  const double interval = integration_.dtsav;
  const auto due = [&] { return save_start_ + static_cast<double>(n_saved_) * interval - 1e-9 * interval; };
  if (!(interval > 0) || kind == runtime::PointKind::BeforeEvent || t < due()) return;
  world().now = t;
  SSAVE();
  while (due() <= t) ++n_saved_;
}

auto CombinedProgram::RunStretch(double stop) -> runtime::RunResult {
  const auto integrator = solvers::MakeIntegrator(integration_.method);
  if (integrator == nullptr) {
    (void)events::Fail(world(), FaultKind::BadParameter,
                       fmt::format("there is no integration method `{}`", integration_.method));
    return {};
  }
  n_in_model_ = states_.size();
  const ContinuousModel model(*this);
  runtime::RunOptions run;
  run.start = world().now;
  run.stop = stop;
  run.tolerance = integration_.relative_error;
  run.absolute_tolerance = integration_.absolute_error;
  run.max_step = integration_.max_step;
  run.intervals = 1;
  run.output_step = integration_.dtsav;
  run.every_step = !conditions_.empty();
  runtime::Executive executive(model.model(), *integrator, solvers::MakeLinearSolver, run, *this);
  executive.SetAgent(this);
  return executive.Run();
}

// A stretch for each number of equations.
auto CombinedProgram::RunUntil(events::World& world, double stop) -> events::Next {
  was_positive_.clear();
  // Not where a run goes on after its warm-up or by CONTN.
  if (world.now <= world.start) {
    accumulation_ = {};
    chattering_ = {};
    warned_.clear();
  }
  stop_ = stop;
  save_start_ = world.now;
  n_saved_ = 0;
  do {
    n_in_model_ = states_.size();
    if (world.now >= stop) {
      (void)HandleEvents(stop);
      break;
    }
    const runtime::RunResult result = RunStretch(stop);
    WarnOf(result);
    if (result.status != runtime::StepStatus::Ok) Fail(result);
    runtime::AddStatistics(result.statistics, statistics_);
  } while (!world.fault.IsSet() && !world.is_finish_requested && IsRestructured());
  if (world.fault.IsSet()) return events::Next::Fault;
  if (world.is_finish_requested) return events::Next::Finished;
  world.now = stop;
  return events::Next::Stop;
}

void CombinedProgram::Warn(const std::string& key, const std::string& text) {
  if (warned_.insert(key).second) world().warnings.push_back(text);
}

// The executive knows a stretch alone; events may follow each other while equations come and go.
void CombinedProgram::WatchConditions(double t) {
  std::string latest;
  for (size_t k = 0; k < flags_.size(); ++k) {
    if (flags_[k] == 0) continue;
    const std::string& name = conditions_[k].name;
    if (const auto limit = accumulation_.Add(t, static_cast<uint32_t>(k)))
      Warn(fmt::format("accumulation {}", k), runtime::AccumulationText(name, t, *limit));
    latest = name;
  }
  const double length = (std::isfinite(stop_) ? stop_ : t) - world().start;
  if (!chattering_.Add(t, length, {})) return;
  (void)events::Fail(
      world(), FaultKind::TooManyEvents,
      fmt::format("events of conditions follow each other without end; the latest: `{}`", latest));
}

void CombinedProgram::WarnOf(const runtime::RunResult& result) {
  for (const runtime::PoorLocation& location : result.poor_locations) {
    Warn(fmt::format("location {}", location.relation),
         runtime::PoorLocationText(conditions_[location.relation].name, location,
                                   "Scheme::Hermite or Scheme::Bisection does better"));
  }
  for (const uint32_t state : result.unseen) {
    const std::string name = fmt::format("SS({})", state + 1);
    Warn("unseen " + name, runtime::UnseenText(name, integration_.method));
  }
}

// What the executive says, in the program's terms where there are some.
void CombinedProgram::Fail(const runtime::RunResult& result) {
  if (world().fault.IsSet()) return;
  const runtime::Failure& failure = result.failure;
  std::string text =
      fmt::format("the integration by {} ended: {}", integration_.method, StatusName(result.status));
  const uint32_t first = ContinuousModel::DerivativeSlot(n_in_model_);
  if (failure.slot != runtime::kNone && failure.slot >= first && failure.slot < first + n_in_model_)
    text += fmt::format(", DD({})", failure.slot - first + 1);
  for (const uint32_t k : failure.relations) text += fmt::format(", condition `{}`", conditions_[k].name);
  if (!failure.text.empty()) text += ": " + failure.text;
  world().now = failure.time;
  (void)events::Fail(world(), FaultKind::Integration, text);
}

}  // namespace kerf::gasp
