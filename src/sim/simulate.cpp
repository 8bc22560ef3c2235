// Compile, run, record, report.
#include "sim/simulate.h"

#include <algorithm>

#include "base/name_pattern.h"
#include "diag/consumers.h"
#include "flat/foreign.h"
#include "flat/library.h"
#include "sim/check_tolerance.h"
#include "sim/instance.h"
#include "sim/integrator.h"
#include "sim/recorder.h"
#include "sim/run_once.h"
#include "sim/start.h"
#include "solvers/factory.h"

namespace kerf::sim {

namespace {

KERF_DIAG(UnknownSolver, Error, "there is no solver `{}`; there are {}", std::string, std::string);
KERF_DIAG(NoVariableFits, Error, "no variable matches `{}`{}", std::string, std::string);

constexpr const char* kProtectedHint = "; what does is protected (--protected records it)";

KERF_DIAG(CannotBeginAgain, Error, "the run cannot begin again: {}", std::string);

// A pattern that no variable fits is a mistake, and better known before the run than after it.
auto CheckVariables(const model::CompiledModel& compiled, const Settings& settings, diag::Emitter& emitter)
    -> bool {
  bool ok = true;
  if (settings.variables.empty()) return ok;
  const std::vector<bool> is_recorded = RecordedVariables(compiled, settings.has_protected);
  for (const std::string& pattern : settings.variables) {
    bool fits = false;
    bool has_hidden = false;
    for (uint32_t k = 0; k < compiled.variables.size(); ++k) {
      if (fits || compiled.variables.Is(k, model::VariableFlag::kInternal) ||
          !base::MatchesPattern(NameOf(compiled, k), pattern))
        continue;
      fits = is_recorded[k];
      has_hidden = !fits;
    }
    if (!fits) emitter.Emit({}, NoVariableFits, pattern, has_hidden ? kProtectedHint : "");
    ok = ok && fits;
  }
  return ok;
}

// Nobody says how large a state is. A run shows it; if a state turns out far smaller than assumed (a charge
// of 1e-12), its errors were not controlled, and the run is done again with tolerances that fit. Where that
// takes far more steps the state is zero but for rounding errors, which cannot be resolved: then the first
// run was right.
//
// `begin` brings the executable to its start: objects of external functions remember what they were asked, so
// a run with new ones begins with the problem of the start again.
auto RunUntilResolved(const model::CompiledModel& compiled, ModelFunctions& functions,
                      const Settings& settings, Executable& executable, const Outcome& outcome,
                      const std::function<bool(diag::Emitter&)>& begin, diag::Emitter& emitter) -> Outcome {
  constexpr int kMaxRuns = 4;
  constexpr uint64_t kMoreSteps = 10;
  constexpr uint64_t kFewSteps = 2000;
  Settings limited = settings;
  bool may_adapt = settings.run.absolute_tolerance == 0;
  for (int run = 1;; ++run) {
    diag::CollectingConsumer collected;
    diag::Emitter collector(collected);
    Outcome attempt = outcome;
    StateLog log(executable.model());
    RunOnce(compiled, functions, executable, limited, attempt, settings.checks_tolerance ? &log : nullptr,
            collector);
    bool again = may_adapt && run < kMaxRuns && attempt.run.status != runtime::StepStatus::Stopped &&
                 executable.AdaptNominal(attempt.run.state_magnitude, attempt.run.start_magnitude);
    if (again && run == 1 && attempt.ok && settings.run.max_steps == 0)
      limited.run.max_steps = kMoreSteps * attempt.run.statistics.steps + kFewSteps;
    const bool is_hopeless = run > 1 && limited.run.max_steps != settings.run.max_steps &&
                             attempt.run.status == runtime::StepStatus::TooManySteps;
    if (is_hopeless) {
      executable.RestoreNominal();
      limited = settings;
      may_adapt = false;
      again = true;
    }
    if (!again) {
      for (const diag::Diagnostic& diagnostic : collected.all) emitter.Take(diagnostic);
      if (settings.checks_tolerance && attempt.ok)
        CheckTolerance(compiled, functions, executable, settings, attempt, log, emitter);
      return attempt;
    }
    std::string error;
    const auto& foreign = flat::LibraryOf(compiled).world->foreign;
    // What the start has to tell has been told.
    if (foreign == nullptr || (foreign->RenewObjects(error) && begin(collector))) continue;
    emitter.Emit({}, CannotBeginAgain, error.empty() ? std::string("its start is not found again") : error);
    attempt.ok = false;
    return attempt;
  }
}

}  // namespace

auto Simulate(const model::CompiledModel& compiled, Functions& functions, const Settings& settings,
              diag::Emitter& emitter) -> Outcome {
  Instance instance(compiled, functions, settings.engine);
  return Simulate(instance, settings, emitter);
}

auto CheckSettings(const model::CompiledModel& compiled, const Settings& settings, diag::Emitter& emitter)
    -> bool {
  if (!MakeIntegrator(compiled, settings)) {
    std::string names;
    for (const auto& name : solvers::IntegratorNames()) {
      names += fmt::format("{}{}", names.empty() ? "" : ", ", name.name);
    }
    emitter.Emit({}, UnknownSolver, settings.solver, names);
    return false;
  }
  return CheckVariables(compiled, settings, emitter);
}

auto Begin(Instance& instance, const Settings& settings, Outcome& outcome, diag::Emitter& emitter) -> bool {
  const model::CompiledModel& compiled = instance.compiled();
  if (settings.start_values.empty() && compiled.initial)
    return SolveInitial(instance, settings, outcome, emitter);
  if (settings.start_values.empty() && settings.tuned.empty()) return true;
  std::vector<double> start = OwnStart(compiled, compiled, settings.tuned);
  if (!settings.start_values.empty())
    start = StartFrom(compiled, std::move(start), settings.start_values, settings.run.start);
  instance.executable().SetStart(std::move(start));
  return true;
}

auto Simulate(Instance& instance, const Settings& settings, diag::Emitter& emitter) -> Outcome {
  Outcome outcome;
  const model::CompiledModel& compiled = instance.compiled();
  if (!CheckSettings(compiled, settings, emitter) ||
      !(settings.outputs.empty() || Recorder(compiled, settings, emitter).OpenFiles()))
    return outcome;
  if (!instance.Prepare(outcome, emitter)) return outcome;
  const auto begin = [&](diag::Emitter& to) { return Begin(instance, settings, outcome, to); };
  if (!begin(emitter)) return outcome;
  Settings begun = settings;
  begun.run.ends_at_start = outcome.ends_at_start;
  return RunUntilResolved(compiled, instance.model_functions(), begun, instance.executable(), outcome, begin,
                          emitter);
}

auto MayNeedCompilation(const Settings& settings, const Outcome& outcome) -> bool {
  using runtime::StepStatus;
  const StepStatus status = outcome.run.status;
  return !settings.tuned.empty() && !outcome.ok && status != StepStatus::Stopped &&
         status != StepStatus::AssertionViolated && status != StepStatus::EffectFailed &&
         status != StepStatus::TooManyEvents && status != StepStatus::BadOptions;
}

auto SolveOnce(const model::CompiledModel& compiled, Functions& functions, double time, Engine engine,
               diag::Emitter& emitter) -> Outcome {
  Settings settings;
  settings.engine = engine;
  settings.run.start = time;
  settings.run.stop = time;
  return Simulate(compiled, functions, settings, emitter);
}

}  // namespace kerf::sim
