// See acsl_steps.h.
#include "driver/acsl_steps.h"

#include <algorithm>

#include "driver/fixed_states.h"
#include "emit/acsl_program.h"
#include "session/session.h"

namespace kerf::driver {

auto PartitionSteps(transform::Work& work, const transform::Options& options, Reporter& reporter) -> bool {
  transform::BeginPartition(work);
  pipeline::RunOptions run;
  run.start_after = "reduce_index";
  run.stop_after = "solve_blocks";
  return session::RunPasses(work, options, run, reporter.buffers(), reporter.emitter()).status ==
         transform::Status::Ok;
}

auto EliminateAll(transform::Work& work, transform::OutputRule rule, const transform::Options& options,
                  Reporter& reporter, size_t max_loop) -> bool {
  do {
    transform::EliminateEquations(work, rule);
    if (!PartitionSteps(work, options, reporter)) return false;
  } while (transform::EliminateLoopVariables(work, options, max_loop));
  return true;
}

auto SolveLoops(transform::Work& work, const transform::Options& options, Reporter& reporter) -> bool {
  transform::SolveLinearLoops(work);
  transform::EliminateLargeLoops(work, options);
  pipeline::RunOptions run;
  run.start_after = "solve_blocks";
  run.stop_after = "tear_blocks";
  // Equations of loops that are solved are not torn.
  for (transform::Block& block : work.blocks) {
    const auto is_solved = [](const transform::Assigned& a) { return a.solution.has_value(); };
    if (std::ranges::all_of(block.equations, is_solved)) block.kind = transform::BlockKind::Explicit;
  }
  return session::RunPasses(work, options, run, reporter.buffers(), reporter.emitter()).status ==
         transform::Status::Ok;
}

void PutInValues(transform::Work& work, const transform::Options& options) {
  expr::Pool& pool = work.dae.world->pool;
  for (const transform::GivenValue& given : options.values) {
    for (const expr::VarId id : dae::FindVars(work.dae, given.name))
      work.dae.vars[id].binding = pool.Real(given.value);
  }
  for (const transform::GivenValue& given : options.starts) {
    for (const expr::VarId id : dae::FindVars(work.dae, given.name))
      work.dae.vars[id].start = pool.Real(given.value);
  }
}

namespace {

// Nothing after errors; without any wish there is no control, and that is no error.
auto TryControl(const AcslWishes& wishes, const transform::Work& work, Reporter& reporter,
                std::optional<emit::AcslControl>& control) -> bool {
  if (wishes.experiment.empty()) {
    const auto run = wishes.run ? wishes.run(work.flat) : std::nullopt;
    if (run) control = emit::MakeControl(*run, work.dae);
    return true;
  }
  diag::Emitter& emitter = reporter.emitter();
  const source::BufferId buffer = reporter.buffers().Load(wishes.experiment, emitter);
  if (!buffer.has_value()) return false;
  control = emit::TryReadControl(buffer, reporter.buffers(), emit::AcslInputs(work.dae), emitter);
  return control.has_value();
}

}  // namespace

auto TranslateToAcsl(const session::Request& given, const AcslWishes& wishes, Reporter& reporter)
    -> std::optional<std::string> {
  session::Request request = given;
  request.keeps_calls = true;
  request.options.reduce_index = true;
  // Constraints are found between the variables that the program will have.
  request.options.eliminate = false;
  request.run.stop_after = "reduce_index";
  diag::Emitter& emitter = reporter.emitter();
  session::Compilation compilation = session::Compile(request, reporter.buffers(), emitter);
  if (!compilation.work || compilation.status != transform::Status::Ok) return std::nullopt;
  if (!compilation.work->dae.state_sets.empty()) {
    const auto run =
        wishes.experiment.empty() && wishes.run ? wishes.run(compilation.work->flat) : std::nullopt;
    if (!MayFixStates(given, compilation.work->dae, run, reporter)) return std::nullopt;
    request.options.dynamic_states = false;
    compilation = session::Compile(request, reporter.buffers(), emitter);
    if (!compilation.work || compilation.status != transform::Status::Ok) return std::nullopt;
  }
  transform::Work& work = *compilation.work;
  TellDecisiveParameters(work, reporter);
  std::optional<emit::AcslControl> control;
  if (!TryControl(wishes, work, reporter, control)) return std::nullopt;
  PutInValues(work, compilation.options);
  transform::Eliminated eliminated;
  transform::BeginSteps(work, eliminated);
  constexpr size_t kMaxPutIn = 12;
  if (!EliminateAll(work, transform::OutputRule::Keep, compilation.options, reporter, kMaxPutIn))
    return std::nullopt;
  if (!SolveLoops(work, compilation.options, reporter)) return std::nullopt;
  const auto layout = wishes.is_procedural ? emit::AcslLayout::Procedural : emit::AcslLayout::Plain;
  return emit::TryWriteAcsl({work, eliminated}, control ? &*control : nullptr, layout, emitter);
}

}  // namespace kerf::driver
