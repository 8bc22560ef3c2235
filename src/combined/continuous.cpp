// The continuous part under the executive, with the discrete part as the agent that acts at its events.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "combined/engine.h"
#include "events/schedule.h"
#include "process/differences.h"
#include "runtime/add_statistics.h"
#include "runtime/executive.h"
#include "sim/report_run.h"
#include "solvers/factory.h"

namespace kerf::combined {

using process::Role;
using runtime::DeedKind;

namespace {

using Pairs = std::vector<runtime::SlotPair>;

KERF_DIAG(CoarseGrid, Warning,
          "the grid of `{}` may be too coarse: {} derivatives by {} and {} points differ by up to {:.0f} %",
          std::string, std::string_view, int, int, double);
KERF_DIAG(CentralTransport, Warning,
          "`{}` is carried along by central formulas, which may oscillate: the cell Péclet number is {}, and "
          "should not exceed 2",
          std::string, std::string);
KERF_NOTE(TransportWays,
          "DXUP and DXLIM in place of DX look where the flow comes from; or make the grid finer");

KERF_DIAG(EndlessConditions, Error,
          "time {}: more than {} events of conditions at one instant; the latest: `{}`", std::string,
          uint32_t, std::string);
KERF_DIAG(ChatteringConditions, Error,
          "time {}: events of conditions follow each other without end; the latest: `{}`", std::string,
          std::string);
KERF_DIAG(
    ZeroCondition, Warning,
    "time {}: the function of the condition of `{}` has been zero since time {}: no crossing can be found",
    std::string, std::string, std::string);

KERF_DIAG(TiedStart, Warning,
          "`{}` starts at {} instead of {}: equations tie it to other states, which say something else",
          std::string, std::string, std::string);

auto IsNear(double value, double wanted) -> bool {
  constexpr double kNear = 1e-6;
  return std::abs(value - wanted) <= kNear * std::max(1.0, std::abs(wanted));
}

// Names of 1979.
auto SolverOf(const std::string& method) -> std::string {
  if (method == "gear") return "bdf";
  if (method == "rkf5") return "fehlberg56";
  if (method == "rkf8") return "fehlberg89";
  return method;
}

}  // namespace

// From the model to the cells.
void Engine::TakeValues(const double* w) {
  if (system_ == nullptr) return;
  for (const Link& link : system_->links()) {
    if (link.role != Role::Given) cells_[link.cell] = w[link.read_slot];
  }
}

// From the cells to the model. True if something is different there.
auto Engine::GiveValues(double* w) -> bool {
  if (system_ == nullptr) return false;
  bool has_changed = false;
  for (const Link& link : system_->links()) {
    const uint32_t slot = composite_ == nullptr ? link.slot : composite_->SlotOfMain(link.slot);
    if (link.role == Role::Computed || w[slot] == cells_[link.cell]) continue;
    w[slot] = cells_[link.cell];
    has_changed = true;
  }
  return has_changed;
}

auto Engine::NextTime() -> double { return OnClock(world_.calendar.NextTime()); }

auto Engine::HasCome(const process::Condition& condition, bool is_true, Truth& was) -> bool {
  const bool is_new = was != (is_true ? Truth::True : Truth::False) && was != Truth::Unknown;
  was = is_true ? Truth::True : Truth::False;
  return is_new && (is_true || condition.either_way);
}

auto Engine::TruthBefore(const std::vector<process::Condition>& conditions) -> std::vector<Truth> {
  std::vector<Truth> before;
  for (const process::Condition& condition : conditions)
    before.push_back(condition.is_in_branch ? Truth::False : Truth::Unknown);
  return before;
}

// What the conditions that have come true ask for.
auto Engine::FireConditions(const double* w) -> bool {
  if (system_ == nullptr) return true;
  const auto& conditions = program_.system->conditions;
  for (size_t k = 0; k < conditions.size() && !is_finished_; ++k) {
    const bool is_true = w[system_->condition_slots()[k]] != 0;
    if (!HasCome(conditions[k], is_true, condition_was_[k])) continue;
    NoteEvent(conditions[k].name);
    if (!CountCondition(conditions[k], k, accumulation_) || !RunPlain(conditions[k].routine)) return false;
  }
  return true;
}

auto Engine::CountCondition(const process::Condition& condition, size_t number,
                            runtime::AccumulationWatch& watch) -> bool {
  constexpr uint32_t kMost = 5000;
  const auto limit = watch.Add(world_.now, static_cast<uint32_t>(number));
  // Of many copies one says enough.
  if (limit && told_accumulations_.insert(&condition).second)
    sim::ReportAccumulation(condition.name, condition.span, ModelTime(), OnClock(*limit), emitter_);
  const double length = std::abs((std::isfinite(to_) ? to_ : ModelTime()) - from_);
  // At one instant many copies may have their events, one each.
  if (n_conditions_now_ == 0 && chattering_.Add(world_.now, length, {})) {
    has_failed_ = true;
    emitter_.Emit(condition.span, ChatteringConditions, fmt::format("{:.9g}", ModelTime()), condition.name);
    return false;
  }
  if (++n_conditions_now_ <= kMost) return true;
  has_failed_ = true;
  emitter_.Emit(condition.span, EndlessConditions, fmt::format("{:.9g}", ModelTime()), kMost, condition.name);
  return false;
}

// A function that is zero for a while has no crossings: what it says is nothing but rounding errors.
void Engine::CheckConditions(double t, const double* w) {
  if (system_ == nullptr) return;
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const std::vector<uint32_t>& slots = system_->function_slots();
  zero_since_.resize(slots.size(), kNever);
  is_zero_told_.resize(slots.size(), false);
  for (size_t k = 0; k < slots.size(); ++k) {
    if (slots[k] == process::kNone || is_zero_told_[k]) continue;
    if (w[slots[k]] != 0) {
      zero_since_[k] = kNever;
      continue;
    }
    zero_since_[k] = std::min(zero_since_[k], OnClock(t));
    if (!(OnClock(t) > zero_since_[k])) continue;
    is_zero_told_[k] = true;
    const process::Condition& condition = program_.system->conditions[k];
    emitter_.Emit(condition.span, ZeroCondition, fmt::format("{:.9g}", t), condition.name,
                  fmt::format("{:.9g}", OnClock(zero_since_[k])));
  }
}

// A variable that keeps its value may be set where no branch gives one. Whether one does is known when all is
// settled.
void Engine::NoteKept(const double* w) {
  if (system_ != nullptr) NoteKeptOf(*system_, nullptr, cells_.data(), w);
  for (const Copy* copy : active_) {
    if (copy->is_dead) continue;
    const double* fields = world_.entities.AttributesOf(world_.entities[copy->entity]);
    NoteKeptOf(*parts_[copy->kind], copy, fields, copy->machine->w());
  }
}

void Engine::NoteKeptOf(const Part& part, const Copy* copy, const double* cells, const double* w) {
  for (const Link& link : part.links()) {
    if ((link.is_kept || IsTied(part, link)) && cells[link.cell] != w[link.read_slot])
      kept_.push_back({&link, copy, cells[link.cell]});
  }
}

// A STATE that the equations give from others: what is set is not what it will be, unless all fit.
auto Engine::IsTied(const Part& part, const Link& link) -> bool {
  const KerfModel& model = part.model();
  const bool is_state = link.slot >= model.state_slot && link.slot < model.state_slot + model.n_states;
  return link.role == Role::State && !link.is_kept && !is_state;
}

// Zero is what nobody has said anything about.
void Engine::NoteTiedStart() {
  tied_at_start_.clear();
  if (system_ == nullptr || program_.system->has_submodels) return;
  for (const Link& link : system_->links()) {
    if (IsTied(*system_, link) && cells_[link.cell] != 0)
      tied_at_start_.push_back({&link, nullptr, cells_[link.cell]});
  }
}

void Engine::ReportTiedStart(const double* w) {
  for (const Kept& one : std::exchange(tied_at_start_, {})) {
    const double taken = w[one.link->read_slot];
    if (IsNear(taken, one.wanted)) continue;
    emitter_.Emit({}, TiedStart, NameOf(system_->compiled(), one.link->read_variable),
                  fmt::format("{:.6g}", taken), fmt::format("{:.6g}", one.wanted));
  }
}

auto Engine::CheckKept(const double* w) -> bool {
  const std::vector<Kept> kept = std::move(kept_);
  kept_.clear();
  for (const Kept& one : kept) {
    if (one.copy != nullptr && !std::ranges::count(active_, one.copy)) continue;
    const double* values = one.copy == nullptr ? w : one.copy->machine->w();
    const Part& part = *(one.copy == nullptr ? system_ : parts_[one.copy->kind]);
    const bool is_tied = IsTied(part, *one.link);
    if (is_tied ? IsNear(values[one.link->read_slot], one.wanted)
                : values[one.link->slot] == values[one.link->read_slot])
      continue;
    Fail(fmt::format("`{}` has been set, but {}", NameOf(part.compiled(), one.link->read_variable),
                     is_tied ? "equations tie it to other states, which say something else"
                             : "the branch at work has an equation for it"));
    return false;
  }
  return true;
}

auto Engine::Act(double t, double step_size, double* w) -> DeedKind {
  if (world_.now != OnClock(t)) n_conditions_now_ = 0;
  world_.now = OnClock(t);
  cells_[0] = t;
  cells_[1] = step_size;
  entity_ = {};
  is_restructured_ = false;
  has_set_local_ = false;
  if (!RefreshCopies(w)) return DeedKind::Failed;
  ReportTiedStart(w);
  TakeValues(w);
  TakeCopies();
  if (!CheckKept(w)) return DeedKind::Failed;
  if (!FireConditions(w) || !FireCopies() || !LookAround() || !HandleCalendar(world_.now))
    return DeedKind::Failed;
  const bool has_check = system_ != nullptr && program_.system->check != process::kNone;
  if (has_check && !RunPlain(program_.system->check)) return DeedKind::Failed;
  NoteKept(w);
  const bool has_changed = GiveValues(w);
  const bool has_moved = GiveCopies(w) || has_set_local_;
  if (is_finished_) return DeedKind::Ended;
  if (is_restructured_) return DeedKind::Restructured;
  return has_changed || has_moved ? DeedKind::Changed : DeedKind::None;
}

// Whether the grids are fine enough, by the worst that is seen at the points that are shown.
void Engine::CheckGrids(const double* w) {
  record_.grid_indicators.resize(2 * program_.fields.size(), 0.0);
  record_.cell_peclets.resize(program_.fields.size(), 0.0);
  for (size_t k = 0; k < program_.fields.size(); ++k) {
    const process::Field& field = program_.fields[k];
    if (field.is_split) continue;
    for (int order = 1; order <= 2; ++order) {
      if (!field.is_differentiated[order - 1]) continue;
      double& worst = record_.grid_indicators[2 * k + order - 1];
      worst =
          std::max(worst, process::GridIndicator(cells_.data() + field.first, static_cast<int>(field.size),
                                                 field.n_points, order, order == 1 && field.is_biased));
    }
    if (field.peclet.empty()) continue;
    record_.cell_peclets[k] = std::max(record_.cell_peclets[k], w[system_->TrySlotOf(field.peclet)]);
  }
}

void Engine::ReportGrids() {
  // Errors of first derivatives add up on the way of what is carried along.
  constexpr std::array<double, 2> kCoarse = {0.05, 0.15};
  constexpr double kMostPeclet = 2;
  constexpr double kNoDiffusion = 1e12;
  for (size_t k = 0; k < record_.cell_peclets.size(); ++k) {
    const process::Field& field = program_.fields[k];
    for (size_t order = 0; order < 2; ++order) {
      const double apart = record_.grid_indicators[2 * k + order];
      if (apart < kCoarse[order]) continue;
      emitter_.Emit(field.span, CoarseGrid, field.name, order == 0 ? "first" : "second", field.n_points,
                    field.n_points + 2, 100 * apart);
    }
    const double peclet = record_.cell_peclets[k];
    if (!(peclet > kMostPeclet * (1 + 1e-9))) continue;
    emitter_
        .Emit(field.span, CentralTransport, field.name,
              peclet < kNoDiffusion ? fmt::format("{:.3g}", peclet) : std::string("infinite"))
        .Note({}, TransportWays);
  }
}

void Engine::Point(double t, const double* w, runtime::PointKind kind) {
  // When copies come or go, the model ends before it has settled: the next one shows what is now, unless the
  // run ends here, too. Then the cells know best.
  if (w != nullptr && is_restructured_ && !is_finished_) return;
  const bool is_up_to_date = w != nullptr && !is_restructured_;
  if (is_up_to_date && kind == runtime::PointKind::Regular && !program_.fields.empty()) {
    TakeValues(w);
    CheckGrids(w);
  }
  if (w != nullptr && kind == runtime::PointKind::Regular) CheckConditions(t, w);
  if (!is_storing_) return;
  cells_[0] = t;
  if (integrator_ != nullptr) cells_[1] = integrator_->statistics().step_size;
  if (is_up_to_date) TakeValues(w);
  for (const uint32_t routine : program_.communication) {
    if (!RunPlain(routine)) return;
  }
  std::vector<double> row = {t};
  if (program_.stored.empty()) {
    row.insert(row.end(), cells_.begin() + 1, cells_.end());
  } else {
    for (const uint32_t cell : program_.stored) row.push_back(cells_[cell]);
  }
  // At an event that changes nothing there is nothing to add.
  if (record_.rows.empty() || record_.rows.back() != row) record_.rows.push_back(std::move(row));
}

auto Engine::MakeRunOptions() const -> runtime::RunOptions {
  constexpr uint32_t kPoints = 200;
  constexpr double kTolerance = 1e-10;
  runtime::RunOptions run;
  run.start = from_;
  run.stop = to_;
  run.output_step = interval_;
  run.intervals = interval_ > 0 || !std::isfinite(to_) ? 1 : kPoints;
  run.tolerance = options_.tolerance > 0                ? options_.tolerance
                  : integration_.relative_tolerance > 0 ? integration_.relative_tolerance
                                                        : kTolerance;
  run.absolute_tolerance = options_.absolute_tolerance.value_or(integration_.absolute_tolerance);
  run.max_step = options_.largest_step.value_or(integration_.largest_step);
  run.measures_reliability = options_.alarms || integration_.alarms;
  run.seeks_short_crossings = options_.seeks_short_crossings || integration_.seeks_short_crossings;
  run.initial_step = integration_.step;
  run.measures_steps = true;
  return run;
}

// One stretch for each set of copies.
auto Engine::RunContinuous(bool goes_on) -> bool {
  record_.solver = !options_.solver.empty()      ? options_.solver
                   : integration_.method.empty() ? std::string("cvode")
                                                 : SolverOf(integration_.method);
  const auto integrator = solvers::MakeIntegrator(record_.solver);
  if (integrator == nullptr) {
    Fail(fmt::format("there is no integration method `{}`", record_.solver));
    return false;
  }
  runtime::RunOptions run = MakeRunOptions();
  const bool resumes = goes_on && !main_end_.empty();
  std::vector<double> start = resumes ? main_end_ : main_start_;
  // Functions with memory go on where they were.
  if (resumes) run.resume_at = from_;
  if (!resumes && system_ != nullptr && program_.system->has_submodels && !BeginSubmodels(start))
    return false;
  GiveValues(start.data());
  if (!resumes) NoteTiedStart();
  kept_.clear();
  n_conditions_now_ = 0;
  accumulation_ = {};
  chattering_ = {};
  told_accumulations_.clear();
  told_.clear();
  main_violated_.clear();
  zero_since_.clear();
  steps_ = {};
  alarms_ = {};
  condition_was_ =
      TruthBefore(system_ == nullptr ? std::vector<process::Condition>() : program_.system->conditions);
  for (;;) {
    runtime::RunResult result;
    const bool ran = RunStretch(*integrator, run, start, result);
    // Only now nothing refers to them any more.
    BuryCopies();
    if (!ran) return false;
    runtime::AddStatistics(result.statistics, record_.statistics);
    steps_.Add(result.reliability.steps);
    // Where the last copies go at the end, what they gave is still to be settled.
    const bool is_settled = !is_restructured_ || std::ranges::all_of(part_outputs_, &Pairs::empty);
    if (is_finished_ ? is_settled : !is_restructured_) {
      if (run.measures_reliability) ReportAlarms();
      main_end_ = std::move(start);
      return true;
    }
    run.resume_at = result.time;
    if (is_finished_) run.stop = result.time;
  }
}

// The problem of the start decides where submodels begin, and what the program finds there.
auto Engine::BeginSubmodels(std::vector<double>& start) -> bool {
  if (!system_->SolveStart(from_, cells_, options_.engine, emitter_, start)) return false;
  for (const Link& link : system_->submodel_links()) {
    if (link.role != Role::Given) cells_[link.cell] = start[link.slot];
  }
  return true;
}

// Parameters and inputs of submodels are at the beginning of a run what their models say.
void Engine::ResetSubmodels() {
  if (system_ == nullptr) return;
  for (const Link& link : system_->submodel_links()) cells_[link.cell] = main_start_[link.slot];
}

auto Engine::RunStretch(runtime::Integrator& integrator, const runtime::RunOptions& run,
                        std::vector<double>& start, runtime::RunResult& result) -> bool {
  KerfModel model = main_;
  model.start = start.data();
  std::unique_ptr<runtime::Composite> composite;
  GiveCopies(start.data());
  // Where there are no copies their sum is 0.
  for (const auto& outputs : part_outputs_) {
    for (const runtime::SlotPair& pair : outputs) start[pair.of_main] = 0;
  }
  const std::vector<runtime::CopyPart> parts = ActiveParts();
  if (!parts.empty()) composite = std::make_unique<runtime::Composite>(model, start, parts, sum_depth_);
  composite_ = composite.get();
  is_restructured_ = false;
  runtime::Executive executive(composite ? composite->model() : model, integrator, solvers::MakeLinearSolver,
                               run, *this);
  executive.SetAgent(this);
  if (run.resume_at) executive.SetRemembered(Remembered());
  executive.SetViolated(Violated());
  integrator_ = &integrator;
  result = executive.Run();
  Remember(executive.remembered());
  RememberViolated(executive.violated());
  integrator_ = nullptr;
  ReportStretch(result, !run.resume_at);
  if (run.measures_reliability) AddAlarms(result, std::abs(result.time - run.resume_at.value_or(run.start)));
  // Fields are what the copies are at the end, unless statements have been at work on them.
  if (result.status == runtime::StepStatus::Ok && !is_restructured_ && RefreshCopies(executive.w()))
    TakeCopies();
  cells_[0] = result.time;
  world_.now = std::max(world_.now, OnClock(result.time));
  if (result.status != runtime::StepStatus::Ok) {
    ReportStretchFailure(result.failure, executive.w());
    composite_ = nullptr;
    return false;
  }
  composite_ = nullptr;
  // The values of the main model; states have been given back to its own slots.
  std::copy_n(executive.w(), main_.n_slots, start.begin());
  if (!is_restructured_) TakeValues(executive.w());
  if (is_restructured_) GiveValues(start.data());
  return true;
}

}  // namespace kerf::combined
