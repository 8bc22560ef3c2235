// Machine code from a model, and a run of it.
#include "sim/run_once.h"

#include <algorithm>
#include <chrono>

#include "base/phase.h"
#include "codegen/interpreted.h"
#include "flat/library.h"
#include "runtime/executive.h"
#include "sim/integrator.h"
#include "sim/recorder.h"
#include "sim/report_kinks.h"
#include "sim/report_reliability.h"
#include "sim/report_run.h"
#include "solvers/factory.h"

namespace kerf::sim {

namespace {

using Clock = std::chrono::steady_clock;

KERF_DIAG(TranslationFailed, Error,
          "the model cannot be translated to machine code; --interpret runs it without");
KERF_DIAG(FunctionSays, Note, "a function says: {}", std::string);

auto SecondsSince(Clock::time_point begin) -> double {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Of what happens again and again the first few say enough.
void ReportWarnings(const model::CompiledModel& compiled, const Settings& settings,
                    const runtime::RunResult& run, diag::Emitter& emitter) {
  constexpr size_t kMaxListed = 4;
  ReportMoved(compiled, run.moved, emitter);
  for (size_t k = 0; k < std::min(run.undetermined.size(), kMaxListed); ++k)
    ReportUndetermined(compiled, run.undetermined[k], emitter);
  for (const runtime::Accumulation& one : run.accumulations) ReportAccumulation(compiled, one, emitter);
  for (size_t k = 0; k < std::min(run.poor_locations.size(), kMaxListed); ++k)
    ReportPoorLocation(compiled, run.poor_locations[k], "--location hermite or bisection does better",
                       emitter);
  for (const uint32_t state : run.unseen) ReportUnseen(compiled, state, settings.solver, emitter);
  ReportKinks(compiled, settings.solver, emitter);
}

// Null: `error` tells why the tape cannot be translated.
auto TapeFor(Engine engine, const model::Tape& tape, std::span<const KerfFunction> functions,
             std::string& error) -> std::shared_ptr<const codegen::CompiledTape> {
  if (engine == Engine::Interpreter) return codegen::InterpretTape(tape, functions);
  codegen::CompileResult result = codegen::Compile(tape, functions);
  error = std::move(result.error);
  return std::move(result.compiled);
}

auto ReportTranslation(diag::Emitter& emitter) -> bool {
  emitter.Emit({}, TranslationFailed);
  return false;
}

}  // namespace

auto CompileFunctions(const model::CompiledModel& compiled, ModelFunctions& functions, Engine engine,
                      Outcome& outcome, diag::Emitter& emitter) -> bool {
  const flat::Library& library = flat::LibraryOf(compiled);
  if (engine != Engine::Jit || library.functions.empty()) return true;
  const auto begin = Clock::now();
  const base::PhaseScope phase("compile_functions");
  std::vector<expr::FunctionId> called;
  for (const model::CompiledModel* problem :
       {&compiled, compiled.initial.get(), compiled.homotopy_problem.get()}) {
    if (problem == nullptr) continue;
    for (const model::FunctionUse& use : problem->functions) called.emplace_back(use.function);
  }
  const std::string error = functions.Compile(called, codegen::CompileFunctions);
  outcome.functions_seconds = SecondsSince(begin);
  if (!error.empty()) return ReportTranslation(emitter);
  const CompiledCalls& calls = functions.calls();
  if (calls.compiled() != nullptr) outcome.function_statistics = calls.compiled()->statistics();
  for (const codegen::FunctionReport& report : calls.Reports()) {
    const std::string name(library.world->names[library.world->functions[report.function].name]);
    outcome.functions.push_back({name, report.is_compiled, report.reason});
  }
  return true;
}

auto Translate(const model::CompiledModel& compiled, Functions& functions, Engine engine, Outcome& outcome,
               diag::Emitter& emitter) -> std::unique_ptr<Executable> {
  const auto begin = Clock::now();
  const base::PhaseScope phase("translate");
  const uint32_t errors = emitter.n_errors();
  const auto resolved = functions.Resolve(compiled.functions, emitter);
  if (emitter.n_errors() != errors) return nullptr;
  std::string error;
  auto tape = TapeFor(engine, *compiled.tape, resolved, error);
  if (!tape) {
    ReportTranslation(emitter);
    return nullptr;
  }
  auto executable = Executable::Make(compiled, std::move(tape), functions.Breakpoints());
  outcome.compile = executable->compile_statistics();
  outcome.compile_seconds = SecondsSince(begin);
  return executable;
}

auto EndRun(const model::CompiledModel& compiled, ModelFunctions& functions, const Settings& settings,
            std::string stop_reason, const double* w, Outcome& outcome, diag::Emitter& emitter) -> bool {
  // What was stopped in the middle of an evaluation has failed for that reason.
  if (!stop_reason.empty() && outcome.run.status != runtime::StepStatus::Ok) {
    outcome.run.status = outcome.run.failure.status = runtime::StepStatus::Stopped;
    outcome.run.failure.text = std::move(stop_reason);
  }
  const bool ran = outcome.run.status == runtime::StepStatus::Ok && functions.fault().empty();
  ReportWarnings(compiled, settings, outcome.run, emitter);
  if (settings.run.measures_reliability) {
    std::vector<std::string> states;
    for (const model::State& state : compiled.states) states.push_back(NameOf(compiled, state.variable));
    ReportReliability(outcome.run.reliability, outcome.run.statistics.steps, states, emitter);
  }
  for (std::string& message : functions.TakeMessages()) {
    if (settings.keeps_printed) {
      outcome.printed.push_back(std::move(message));
    } else {
      emitter.Emit({}, FunctionSays, message);
    }
  }
  if (!ran) ReportFailure(compiled, functions, outcome.run.failure, w, emitter);
  return ran;
}

void RunOnce(const model::CompiledModel& compiled, ModelFunctions& functions, const Executable& executable,
             const Settings& settings, Outcome& outcome, StateLog* log, diag::Emitter& emitter) {
  const auto begin = Clock::now();
  const base::PhaseScope phase("run");
  const auto integrator = MakeIntegrator(compiled, settings);
  Recorder recorder(compiled, settings, emitter);
  recorder.SetFunctions(&functions);
  recorder.SetLog(log);
  runtime::Executive executive(executable.model(), *integrator, solvers::MakeLinearSolver, settings.run,
                               recorder);
  outcome.run = executive.Run();
  outcome.run_seconds = SecondsSince(begin);
  const bool ran =
      EndRun(compiled, functions, settings, recorder.StopReason(), executive.w(), outcome, emitter);
  if (ran && settings.at_end) settings.at_end(executable.model(), executive.w());
  const bool written = recorder.Finish(outcome);
  outcome.ok = ran && written;
}

}  // namespace kerf::sim
