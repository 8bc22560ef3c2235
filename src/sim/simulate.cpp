// Compile, run, record, report.
#include "sim/simulate.h"

#include <algorithm>
#include <chrono>

#include "base/name_pattern.h"
#include "diag/consumers.h"
#include "flat/foreign.h"
#include "runtime/executive.h"
#include "sim/recorder.h"
#include "solvers/factory.h"

namespace kerf::sim {

namespace {

using Clock = std::chrono::steady_clock;

KERF_DIAG(UnknownSolver, Error, "there is no solver `{}`; there are {}", std::string, std::string);
KERF_DIAG(
    LeastChangeTaken, Warning,
    "time {}: the equations leave open what `{}` is; of their solutions the one with the least change is "
    "taken",
    std::string, std::string);
KERF_NOTE(DerivativesAre, "the derivatives of the states are the same for all of them");
KERF_DIAG(NoVariableFits, Error, "no variable fits `{}`", std::string);
KERF_DIAG(TranslationFailed, Error, "translation to machine code failed: {}", std::string);

KERF_DIAG(FunctionSays, Note, "a function says: {}", std::string);
KERF_DIAG(CannotBeginAgain, Error, "the run cannot begin again: {}", std::string);
KERF_DIAG(InconsistentStart, Warning,
          "the initial values do not fit the equations; the run starts from values that do");
KERF_NOTE(MovedNote, "`{}` starts at {} instead of {}", std::string, std::string, std::string);
KERF_NOTE(MoreMovedNote, "and {} more", size_t);

auto SecondsSince(Clock::time_point begin) -> double {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

auto Translate(const transform::Work& work, Functions& functions, Engine engine, Outcome& outcome,
               diag::Emitter& emitter) -> std::unique_ptr<Executable> {
  const auto begin = Clock::now();
  const uint32_t errors = emitter.n_errors();
  auto resolved =
      functions.Resolve(*work.dae.world, work.simcode.functions, work.simcode.function_arguments, emitter);
  if (emitter.n_errors() != errors) return nullptr;
  std::string error;
  auto executable = Executable::Make(work, std::move(resolved), functions.Breakpoints(), engine, error);
  if (!executable) {
    emitter.Emit({}, TranslationFailed, error);
    return nullptr;
  }
  outcome.compile = executable->compile_statistics();
  outcome.compile_seconds = SecondsSince(begin);
  return executable;
}

void ReportMoved(const transform::Work& work, const std::vector<runtime::MovedState>& moved,
                 diag::Emitter& emitter) {
  constexpr size_t kMaxListed = 8;
  if (moved.empty()) return;
  auto builder = emitter.Emit({}, InconsistentStart);
  for (size_t k = 0; k < std::min(moved.size(), kMaxListed); ++k) {
    builder.Note({}, MovedNote, dae::FullName(work.dae, work.simcode.states[moved[k].state]),
                 fmt::format("{:.6g}", moved[k].taken), fmt::format("{:.6g}", moved[k].given));
  }
  if (moved.size() > kMaxListed) builder.Note({}, MoreMovedNote, moved.size() - kMaxListed);
}

void ReportUndetermined(const transform::Work& work, const std::vector<runtime::UndeterminedBlock>& blocks,
                        diag::Emitter& emitter) {
  constexpr size_t kMaxListed = 4;
  for (size_t k = 0; k < std::min(blocks.size(), kMaxListed); ++k) {
    const simcode::Block& block = work.simcode.blocks[simcode::BlockId{blocks[k].block}];
    const auto at = std::ranges::find(block.unknown_slots, blocks[k].slot);
    const auto unknown = block.unknowns[static_cast<size_t>(at - block.unknown_slots.begin())];
    emitter
        .Emit(transform::SpanOf(work.dae, block.equations[0]), LeastChangeTaken,
              fmt::format("{:.9g}", blocks[k].time), dae::FullName(work.dae, unknown))
        .Note({}, DerivativesAre);
  }
}

// A pattern that no variable fits is a mistake, and better known before the run than after it.
auto CheckVariables(const transform::Work& work, const Settings& settings, diag::Emitter& emitter) -> bool {
  bool ok = true;
  for (const std::string& pattern : settings.variables) {
    bool fits = false;
    for (const expr::VarId id : work.dae.vars.ids()) {
      fits = fits ||
             (!work.dae.vars[id].is_internal && base::MatchesPattern(dae::FullName(work.dae, id), pattern));
    }
    if (!fits) emitter.Emit({}, NoVariableFits, pattern);
    ok = ok && fits;
  }
  return ok;
}

// One run with its recording. Diagnostics go to `emitter`, which the caller may drop.
void RunOnce(const transform::Work& work, ModelFunctions& functions, const Executable& executable,
             const Settings& settings, Outcome& outcome, diag::Emitter& emitter) {
  const auto begin = Clock::now();
  const auto integrator = solvers::MakeIntegrator(settings.solver);
  Recorder recorder(work, settings, emitter);
  recorder.SetFunctions(&functions);
  runtime::Executive executive(executable.model(), *integrator, solvers::MakeLinearSolver, settings.run,
                               recorder);
  outcome.run = executive.Run();
  outcome.run_seconds = SecondsSince(begin);
  const bool ran = outcome.run.status == runtime::StepStatus::Ok;
  ReportMoved(work, outcome.run.moved, emitter);
  ReportUndetermined(work, outcome.run.undetermined, emitter);
  for (const std::string& message : functions.TakeMessages()) emitter.Emit({}, FunctionSays, message);
  if (!ran) ReportFailure(work, functions, outcome.run.failure, executive.w(), emitter);
  if (ran && settings.at_end) settings.at_end(executable.model(), executive.w());
  const bool written = recorder.Finish(outcome);
  outcome.ok = ran && written;
}

// The slots with which a run begins where variables have these values. Variables of the initial problem have
// the same numbers; those that represent others count.
auto StartFrom(const transform::Work& work, const std::vector<double>& values) -> std::vector<double> {
  std::vector<double> start = work.simcode.start;
  for (const auto id : work.dae.vars.ids()) {
    const dae::Var& var = work.dae.vars[id];
    // What was is what the start has left.
    const auto value_of = var.pre_of.has_value() ? var.pre_of : id;
    const bool is_given = var.kind == dae::VarKind::Constant || var.kind == dae::VarKind::Input ||
                          (var.kind == dae::VarKind::Parameter && !var.is_free);
    if (!is_given && work.aliases.representative[id.index] == id)
      start[work.simcode.slot_of_var[id.index]] = value_of.index < values.size() ? values[value_of.index] : 0;
  }
  return start;
}

// Solves the problem of the start and begins the run from its solution.
auto SolveInitial(const transform::Work& work, Functions& functions, ModelFunctions& model_functions,
                  const Settings& settings, Executable& executable, Outcome& outcome, diag::Emitter& emitter)
    -> bool {
  const transform::Work& initial = *work.initial;
  const auto solver = Translate(initial, functions, settings.engine, outcome, emitter);
  if (!solver) return false;
  solver->SetEffects(model_functions.EffectsOf(initial));
  Settings instant;
  instant.run.start = instant.run.stop = settings.run.start;
  instant.run.tolerance = settings.run.tolerance;
  Outcome found;
  RunOnce(initial, model_functions, *solver, instant, found, emitter);
  if (!found.ok) return false;
  executable.SetStart(StartFrom(work, found.final_values));
  return true;
}

// Nobody says how large a state is. A run shows it; if a state turns out far smaller than assumed (a charge
// of 1e-12), its errors were not controlled, and the run is done again with tolerances that fit. Where that
// takes far more steps the state is zero but for rounding errors, which cannot be resolved: then the first
// run was right.
auto RunUntilResolved(const transform::Work& work, ModelFunctions& functions, const Settings& settings,
                      Executable& executable, const Outcome& outcome, diag::Emitter& emitter) -> Outcome {
  constexpr int kMaxRuns = 4;
  constexpr uint64_t kMoreSteps = 10;
  constexpr uint64_t kFewSteps = 2000;
  Settings limited = settings;
  bool may_adapt = settings.run.absolute_tolerance == 0;
  for (int run = 1;; ++run) {
    diag::CollectingConsumer collected;
    diag::Emitter collector(collected);
    Outcome attempt = outcome;
    RunOnce(work, functions, executable, limited, attempt, collector);
    bool again = may_adapt && run < kMaxRuns && attempt.run.status != runtime::StepStatus::Stopped &&
                 executable.AdaptNominal(attempt.run.state_magnitude);
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
      return attempt;
    }
    std::string error;
    const auto& foreign = work.dae.world->foreign;
    if (foreign == nullptr || foreign->RenewObjects(error)) continue;
    emitter.Emit({}, CannotBeginAgain, error);
    attempt.ok = false;
    return attempt;
  }
}

}  // namespace

auto Simulate(const transform::Work& work, Functions& functions, const Settings& settings,
              diag::Emitter& emitter) -> Outcome {
  Outcome outcome;
  ModelFunctions model_functions(work.dae);
  functions.SetModel(&model_functions);
  if (!solvers::MakeIntegrator(settings.solver)) {
    std::string names;
    for (const auto& name : solvers::IntegratorNames()) {
      names += fmt::format("{}{}", names.empty() ? "" : ", ", name.name);
    }
    emitter.Emit({}, UnknownSolver, settings.solver, names);
    return outcome;
  }
  if (!CheckVariables(work, settings, emitter) || !Recorder(work, settings, emitter).OpenFiles())
    return outcome;
  const auto executable = Translate(work, functions, settings.engine, outcome, emitter);
  if (!executable) return outcome;
  executable->SetEffects(model_functions.EffectsOf(work));
  executable->SetDelays(model_functions.DelayLines());
  if (!settings.start_values.empty()) {
    executable->SetStart(StartFrom(work, settings.start_values));
  } else if (work.initial &&
             !SolveInitial(work, functions, model_functions, settings, *executable, outcome, emitter)) {
    return outcome;
  }
  return RunUntilResolved(work, model_functions, settings, *executable, outcome, emitter);
}

auto SolveOnce(const transform::Work& work, Functions& functions, double time, Engine engine,
               diag::Emitter& emitter) -> Outcome {
  Settings settings;
  settings.engine = engine;
  settings.run.start = time;
  settings.run.stop = time;
  return Simulate(work, functions, settings, emitter);
}

}  // namespace kerf::sim
