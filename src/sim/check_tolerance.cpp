// See check_tolerance.h.
#include "sim/check_tolerance.h"

#include <algorithm>
#include <cmath>

#include "flat/library.h"
#include "results/compare.h"
#include "runtime/executive.h"
#include "sim/integrator.h"
#include "solvers/factory.h"

namespace kerf::sim {

namespace {

KERF_DIAG(MovesWithTolerance, Warning,
          "the results depend on the tolerance: with {} instead of {}, `{}` is off by {} % of its range at "
          "time {}",
          std::string, std::string, std::string, std::string, std::string);
KERF_DIAG(EndMovesWithTolerance, Warning,
          "the results depend on the tolerance: with {} instead of {}, the run ends at time {} instead of {}",
          std::string, std::string, std::string, std::string);

// What shows in a plot, as part of the range and of the time.
constexpr double kShowsInPlot = 0.002;
constexpr double kTenth = 0.1;

// A tenth of this is beyond what rounding errors allow.
constexpr double kLeastTolerance = 1e-10;

auto IsCheap(const model::CompiledModel& compiled, const KerfModel& model, const Settings& settings,
             const runtime::RunStatistics& statistics) -> bool {
  // About a tenth of a second.
  constexpr double kCheap = 1e7;
  const double cost = static_cast<double>(statistics.rhs_evaluations) * model.n_slots;
  // What functions of other languages do, and what is printed, is not done twice.
  const bool calls = flat::LibraryOf(compiled).world->foreign != nullptr && !compiled.functions.empty();
  const bool acts = calls || model.n_effects > 0;
  const bool goes_forward = settings.run.stop > settings.run.start;
  return cost < kCheap && !acts && goes_forward && model.n_states > 0;
}

auto HasTolerance(const Settings& settings) -> bool {
  const bool is_fixed =
      settings.solver == "rk4" || settings.solver == "euler" || settings.solver == kSectionsApart;
  return !is_fixed && settings.run.tolerance >= kLeastTolerance;
}

struct Range {
  double least = 0;
  double size = 0;
};

// A state that moves by nothing compared with what it is, or by no more than `least_size`, has no range of
// its own.
auto RangeOf(const StateLog& log, size_t state, double least_size) -> Range {
  constexpr double kNothing = 1e-3;
  double least = log.At(0, state);
  double most = least;
  for (size_t i = 0; i < log.times().size(); ++i) {
    least = std::min(least, log.At(i, state));
    most = std::max(most, log.At(i, state));
  }
  return {least, std::max({most - least, kNothing * std::max(std::abs(least), std::abs(most)), least_size})};
}

// State `state` up to time `end`, with its range as unit.
auto Column(const StateLog& log, size_t state, const Range& range, double end) -> std::vector<double> {
  std::vector<double> column;
  for (size_t i = 0; i < log.times().size() && log.times()[i] <= end; ++i)
    column.push_back((log.At(i, state) - range.least) / range.size);
  return column;
}

auto TableOf(const StateLog& log, size_t state, const Range& range, double end) -> results::Table {
  results::Table table;
  table.names = {"time", "x"};
  table.columns = {log.times(), Column(log, state, range, end)};
  table.columns[0].resize(table.columns[1].size());
  return table;
}

struct Worst {
  size_t state = 0;
  double excess = 0;
  double time = 0;
};

// What errors the tolerances allow in the variable of a slot, ten times, is no motion. Few points do not show
// the range of a state; what it has reached stands in for it.
auto LeastSize(const KerfModel& model, uint32_t slot, double tolerance, const StateLog& log,
               const runtime::RunResult& run) -> double {
  constexpr size_t kFewPoints = 50;
  constexpr double kTimes = 10;
  const bool is_state = slot >= model.state_slot && slot < model.state_slot + model.n_states;
  const double nominal =
      is_state && model.state_nominal != nullptr ? model.state_nominal[slot - model.state_slot] : 1;
  const double least = kTimes * tolerance * std::abs(nominal);
  if (log.times().size() >= kFewPoints) return least;
  return std::max(least, is_state ? run.state_magnitude[slot - model.state_slot] : 1.0);
}

auto FindWorst(const StateLog& coarse, const StateLog& fine, const KerfModel& model, double tolerance,
               const runtime::RunResult& run) -> Worst {
  Worst worst;
  const double end = std::min(coarse.times().back(), fine.times().back());
  for (size_t k = 0; k < fine.slots().size(); ++k) {
    const Range range = RangeOf(fine, k, LeastSize(model, fine.slots()[k], tolerance, fine, run));
    if (!(range.size > 0)) continue;
    results::TubeOptions tube;
    tube.value_width = kShowsInPlot;
    tube.time_width = kShowsInPlot;
    const results::Comparison comparison =
        results::CompareTables(TableOf(coarse, k, range, end), TableOf(fine, k, range, end), tube);
    if (comparison.signals.empty() || comparison.signals[0].pass) continue;
    const results::SignalVerdict& verdict = comparison.signals[0];
    if (verdict.worst_excess > worst.excess) worst = {k, verdict.worst_excess, verdict.worst_time};
  }
  return worst;
}

auto NameInSlot(const model::CompiledModel& compiled, uint32_t slot) -> std::string {
  for (uint32_t k = 0; k < compiled.variables.size(); ++k) {
    if (!compiled.variables.Is(k, model::VariableFlag::kInternal) && compiled.variables.slot[k] == slot)
      return NameOf(compiled, k);
  }
  return fmt::format("{}", slot);
}

auto TimeText(double value) -> std::string { return fmt::format("{:.4g}", value); }

}  // namespace

void CheckTolerance(const model::CompiledModel& compiled, ModelFunctions& functions,
                    const Executable& executable, const Settings& settings, const Outcome& outcome,
                    const StateLog& log, diag::Emitter& emitter) {
  const KerfModel& model = executable.model();
  if (!HasTolerance(settings) || !IsCheap(compiled, model, settings, outcome.run.statistics)) return;
  if (log.IsFull() || log.times().empty()) return;
  constexpr uint64_t kMoreSteps = 10;
  runtime::RunOptions options = settings.run;
  options.tolerance *= kTenth;
  options.absolute_tolerance *= kTenth;
  options.max_steps = kMoreSteps * std::max<uint64_t>(1000, outcome.run.statistics.steps);
  options.measures_reliability = false;
  const auto integrator = MakeIntegrator(compiled, settings);
  StateLog finer(model);
  finer.SetShouldStop(settings.should_stop);
  runtime::Executive executive(model, *integrator, solvers::MakeLinearSolver, options, finer);
  const runtime::RunResult result = executive.Run();
  functions.Forget();
  functions.TakeMessages();
  if (result.status != runtime::StepStatus::Ok || finer.IsFull()) return;
  const std::string with = fmt::format("{:.0e}", options.tolerance);
  const std::string before = fmt::format("{:.0e}", settings.run.tolerance);
  const double moved = std::abs(result.time - outcome.run.time);
  if (moved > kShowsInPlot * (result.time - settings.run.start)) {
    emitter.Emit({}, EndMovesWithTolerance, with, before, TimeText(result.time), TimeText(outcome.run.time));
    return;
  }
  const Worst worst = FindWorst(log, finer, model, settings.run.tolerance, result);
  if (!(worst.excess > 0)) return;
  emitter.Emit({}, MovesWithTolerance, with, before, NameInSlot(compiled, log.slots()[worst.state]),
               fmt::format("{:.2g}", 100 * (worst.excess + kShowsInPlot)), TimeText(worst.time));
}

}  // namespace kerf::sim
