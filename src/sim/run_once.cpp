// Machine code from a model, and a run of it.
#include "sim/run_once.h"

#include <algorithm>
#include <chrono>

#include "runtime/executive.h"
#include "sim/condition_text.h"
#include "sim/recorder.h"
#include "sim/report_reliability.h"
#include "solvers/factory.h"

namespace kerf::sim {

namespace {

using Clock = std::chrono::steady_clock;

KERF_DIAG(
    LeastChangeTaken, Warning,
    "time {}: the equations leave open what `{}` is; of their solutions the one with the least change is "
    "taken",
    std::string, std::string);
KERF_NOTE(DerivativesAre, "the derivatives of the states are the same for all of them");
KERF_DIAG(EventsAccumulate, Warning,
          "time {}: `{}` changes ever faster, without end before about time {}; what follows that instant is "
          "not what "
          "the model means",
          std::string, std::string, std::string);
KERF_DIAG(PoorlyLocated, Warning,
          "time {}: the change of `{}` is located no better than {}; --location hermite or bisection does "
          "better",
          std::string, std::string, std::string);
KERF_DIAG(
    ErrorUnseen, Warning,
    "the solver {} is blind to the error of `{}`, whose derivative depends on time alone; take another one",
    std::string, std::string);
KERF_DIAG(TranslationFailed, Error, "translation to machine code failed: {}", std::string);
KERF_DIAG(FunctionSays, Note, "a function says: {}", std::string);
KERF_DIAG(InconsistentStart, Warning,
          "the initial values do not fit the equations; the run starts from values that do");
KERF_NOTE(MovedNote, "`{}` starts at {} instead of {}", std::string, std::string, std::string);
KERF_NOTE(MoreMovedNote, "and {} more", size_t);

auto SecondsSince(Clock::time_point begin) -> double {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

auto ReportTranslation(const std::string& error, diag::Emitter& emitter) -> bool {
  emitter.Emit({}, TranslationFailed, error);
  return false;
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

void ReportPoorLocations(const transform::Work& work, const std::vector<runtime::PoorLocation>& locations,
                         diag::Emitter& emitter) {
  constexpr size_t kMaxListed = 4;
  for (size_t k = 0; k < std::min(locations.size(), kMaxListed); ++k) {
    const ConditionText condition = ConditionOf(work, locations[k].relation);
    emitter.Emit(condition.span, PoorlyLocated, fmt::format("{:.9g}", locations[k].time), condition.text,
                 fmt::format("{:.2g}", locations[k].width));
  }
}

}  // namespace

void ReportAccumulation(const transform::Work& work, const runtime::Accumulation& accumulation,
                        diag::Emitter& emitter) {
  const ConditionText condition = ConditionOf(work, accumulation.relation);
  emitter.Emit(condition.span, EventsAccumulate, fmt::format("{:.9g}", accumulation.time), condition.text,
               fmt::format("{:.4g}", accumulation.limit));
}

auto CompileFunctions(const transform::Work& work, ModelFunctions& functions, Engine engine, Outcome& outcome,
                      diag::Emitter& emitter) -> bool {
  if (engine != Engine::Jit || work.dae.run_time_functions.empty()) return true;
  const auto begin = Clock::now();
  std::vector<expr::FunctionId> called = work.simcode.functions;
  for (const transform::Work* start : {work.initial.get(), work.gradual.get()}) {
    if (start == nullptr) continue;
    called.insert(called.end(), start->simcode.functions.begin(), start->simcode.functions.end());
  }
  const std::string error = functions.Compile(called);
  outcome.functions_seconds = SecondsSince(begin);
  if (!error.empty()) return ReportTranslation(error, emitter);
  const CompiledCalls& calls = functions.calls();
  if (calls.compiled() != nullptr) outcome.function_statistics = calls.compiled()->statistics();
  for (const codegen::FunctionReport& report : calls.Reports()) {
    const std::string name(work.dae.world->names[work.dae.world->functions[report.function].name]);
    outcome.functions.push_back({name, report.is_compiled, report.reason});
  }
  return true;
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
    ReportTranslation(error, emitter);
    return nullptr;
  }
  outcome.compile = executable->compile_statistics();
  outcome.compile_seconds = SecondsSince(begin);
  return executable;
}

void RunOnce(const transform::Work& work, ModelFunctions& functions, const Executable& executable,
             const Settings& settings, Outcome& outcome, StateLog* log, diag::Emitter& emitter) {
  const auto begin = Clock::now();
  const auto integrator = solvers::MakeIntegrator(settings.solver);
  Recorder recorder(work, settings, emitter);
  recorder.SetFunctions(&functions);
  recorder.SetLog(log);
  runtime::Executive executive(executable.model(), *integrator, solvers::MakeLinearSolver, settings.run,
                               recorder);
  outcome.run = executive.Run();
  outcome.run_seconds = SecondsSince(begin);
  const bool ran = outcome.run.status == runtime::StepStatus::Ok;
  ReportMoved(work, outcome.run.moved, emitter);
  ReportUndetermined(work, outcome.run.undetermined, emitter);
  for (const runtime::Accumulation& one : outcome.run.accumulations) ReportAccumulation(work, one, emitter);
  ReportPoorLocations(work, outcome.run.poor_locations, emitter);
  for (const uint32_t state : outcome.run.unseen)
    emitter.Emit({}, ErrorUnseen, settings.solver, dae::FullName(work.dae, work.simcode.states[state]));
  if (settings.run.measures_reliability) ReportReliability(work, outcome.run, emitter);
  for (const std::string& message : functions.TakeMessages()) emitter.Emit({}, FunctionSays, message);
  if (!ran) ReportFailure(work, functions, outcome.run.failure, executive.w(), emitter);
  if (ran && settings.at_end) settings.at_end(executable.model(), executive.w());
  const bool written = recorder.Finish(outcome);
  outcome.ok = ran && written;
}

}  // namespace kerf::sim
