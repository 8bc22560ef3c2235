// Compile, run, record, report.
#include "sim/simulate.h"

#include <chrono>

#include "runtime/executive.h"
#include "sim/recorder.h"
#include "solvers/factory.h"

namespace kerf::sim {

namespace {

using Clock = std::chrono::steady_clock;

KERF_DIAG(UnknownSolver, Error, "there is no solver `{}`; there are {}", std::string, std::string);
KERF_DIAG(TranslationFailed, Error, "translation to machine code failed: {}", std::string);

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
  auto executable =
      Executable::Make(work.simcode, std::move(resolved), functions.Breakpoints(), engine, error);
  if (!executable) {
    emitter.Emit({}, TranslationFailed, error);
    return nullptr;
  }
  outcome.compile = executable->compile_statistics();
  outcome.compile_seconds = SecondsSince(begin);
  return executable;
}

auto RunModel(const transform::Work& work, const Executable& executable, runtime::Integrator& integrator,
              const Settings& settings, Recorder& recorder, Outcome& outcome, diag::Emitter& emitter)
    -> bool {
  const auto begin = Clock::now();
  runtime::Executive executive(executable.model(), integrator, solvers::MakeLinearSolver, settings.run,
                               recorder);
  outcome.run = executive.Run();
  outcome.run_seconds = SecondsSince(begin);
  if (outcome.run.status == runtime::StepStatus::Ok) return true;
  ReportFailure(work, outcome.run.failure, executive.w(), emitter);
  return false;
}

}  // namespace

auto Simulate(const transform::Work& work, Functions& functions, const Settings& settings,
              diag::Emitter& emitter) -> Outcome {
  Outcome outcome;
  const auto integrator = solvers::MakeIntegrator(settings.solver);
  if (!integrator) {
    std::string names;
    for (const auto& name : solvers::IntegratorNames())
      names += fmt::format("{}{}", names.empty() ? "" : ", ", name.name);
    emitter.Emit({}, UnknownSolver, settings.solver, names);
    return outcome;
  }
  Recorder recorder(work, settings, emitter);
  if (!recorder.OpenFiles()) return outcome;
  const auto executable = Translate(work, functions, settings.engine, outcome, emitter);
  if (!executable) return outcome;
  const bool ran = RunModel(work, *executable, *integrator, settings, recorder, outcome, emitter);
  const bool written = recorder.Finish(outcome);
  outcome.ok = ran && written;
  return outcome;
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
