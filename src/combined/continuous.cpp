// The continuous part under the executive, with the discrete part as the agent that acts at its events.
#include <algorithm>
#include <cmath>
#include <limits>

#include "combined/engine.h"
#include "events/schedule.h"
#include "runtime/executive.h"
#include "sim/report_assertion.h"
#include "solvers/factory.h"

namespace kerf::combined {

using process::Role;
using runtime::DeedKind;

namespace {

KERF_DIAG(UnknownMethod, Error, "there is no integration method `{}`", std::string);

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
  for (const Link& link : system_->links()) {
    if (link.role != Role::Given) cells_[link.cell] = w[link.slot];
  }
}

// From the cells to the model. True if something is different there.
auto Engine::GiveValues(double* w) -> bool {
  bool has_changed = false;
  for (const Link& link : system_->links()) {
    if (link.role == Role::Computed || w[link.slot] == cells_[link.cell]) continue;
    w[link.slot] = cells_[link.cell];
    has_changed = true;
  }
  return has_changed;
}

auto Engine::NextTime() -> double { return world_.calendar.NextTime(); }

// What the conditions that have come true ask for.
auto Engine::FireConditions(const double* w) -> bool {
  const auto& conditions = program_.system->conditions;
  for (size_t k = 0; k < conditions.size() && !is_finished_; ++k) {
    const bool is_true = w[system_->condition_slots()[k]] != 0;
    const bool was_true = condition_was_[k];
    condition_was_[k] = is_true;
    if (is_true == was_true || (!is_true && !conditions[k].either_way)) continue;
    NoteEvent(conditions[k].name);
    if (!RunPlain(conditions[k].routine)) return false;
  }
  return true;
}

auto Engine::Act(double t, double step_size, double* w) -> DeedKind {
  world_.now = t;
  cells_[0] = t;
  cells_[1] = step_size;
  entity_ = {};
  TakeValues(w);
  for (const auto& [cell, held] : program_.system->held) cells_[held] = cells_[cell];
  if (!FireConditions(w) || !HandleCalendar(t)) return DeedKind::Failed;
  if (program_.system->check != process::kNone && !RunPlain(program_.system->check)) return DeedKind::Failed;
  const bool has_changed = GiveValues(w);
  if (is_finished_) return DeedKind::Ended;
  return has_changed ? DeedKind::Changed : DeedKind::None;
}

void Engine::Point(double t, const double* w, runtime::PointKind /*kind*/) {
  if (!is_storing_) return;
  cells_[0] = t;
  if (w != nullptr) TakeValues(w);
  for (const uint32_t routine : program_.communication) {
    if (!RunPlain(routine)) return;
  }
  std::vector<double> row = {t};
  if (program_.stored.empty()) {
    row.insert(row.end(), cells_.begin() + 1, cells_.end());
  } else {
    for (const uint32_t cell : program_.stored) row.push_back(cells_[cell]);
  }
  record_.rows.push_back(std::move(row));
}

void Engine::AssertionFailed(uint32_t assertion, double t, const double* w) {
  sim::ReportAssertion(system_->work(), assertion, t, w, emitter_);
}

auto Engine::RunContinuous() -> bool {
  runtime::RunOptions run;
  run.start = from_;
  run.stop = to_;
  run.output_step = interval_;
  run.intervals = interval_ > 0 || !std::isfinite(to_) ? 1 : 200;
  if (options_.tolerance > 0) run.tolerance = options_.tolerance;
  record_.solver = !options_.solver.empty() ? options_.solver : method_.empty() ? std::string("cvode") : SolverOf(method_);
  const auto integrator = solvers::MakeIntegrator(record_.solver);
  if (integrator == nullptr) {
    emitter_.Emit({}, UnknownMethod, record_.solver);
    return false;
  }
  KerfModel model = system_->model();
  model.relations = system_->relations().data();
  std::vector<double> start(model.start, model.start + model.n_slots);
  GiveValues(start.data());
  model.start = start.data();
  condition_was_.assign(program_.system->conditions.size(), false);
  runtime::Executive executive(model, *integrator, solvers::MakeLinearSolver, run, *this);
  executive.SetAgent(this);
  const runtime::RunResult result = executive.Run();
  record_.statistics = result.statistics;
  cells_[0] = result.time;
  world_.now = std::max(world_.now, result.time);
  if (result.status != runtime::StepStatus::Ok) {
    sim::ReportFailure(system_->work(), system_->functions(), result.failure, executive.w(), emitter_);
    return false;
  }
  TakeValues(executive.w());
  return true;
}

}  // namespace kerf::combined
