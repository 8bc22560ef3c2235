// See acsl_steps.h.
#include "driver/acsl_steps.h"

#include "emit/acsl_program.h"

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
                  Reporter& reporter) -> bool {
  do {
    transform::EliminateEquations(work, rule);
    if (!PartitionSteps(work, options, reporter)) return false;
  } while (transform::EliminateLoopVariables(work));
  return true;
}

auto TranslateToAcsl(const session::Request& given, const std::string& experiment, bool is_procedural,
                     Reporter& reporter) -> std::optional<std::string> {
  session::Request request = given;
  request.keeps_calls = true;
  request.options.reduce_index = true;
  request.options.dynamic_states = false;
  request.run.stop_after = "reduce_index";
  diag::Emitter& emitter = reporter.emitter();
  session::Compilation compilation = session::Compile(request, reporter.buffers(), emitter);
  if (!compilation.work || compilation.status != transform::Status::Ok) return std::nullopt;
  transform::Work& work = *compilation.work;
  std::optional<emit::AcslControl> control;
  if (!experiment.empty()) {
    const source::BufferId buffer = reporter.buffers().Load(experiment, emitter);
    if (!buffer.has_value()) return std::nullopt;
    control = emit::TryReadControl(buffer, reporter.buffers(), emit::AcslInputs(work.dae), emitter);
    if (!control) return std::nullopt;
  }
  transform::Eliminated eliminated;
  transform::BeginSteps(work, eliminated);
  if (!EliminateAll(work, transform::OutputRule::Keep, compilation.options, reporter)) return std::nullopt;
  transform::SolveLinearLoops(work);
  const auto layout = is_procedural ? emit::AcslLayout::Procedural : emit::AcslLayout::Plain;
  return emit::TryWriteAcsl({work, eliminated}, control ? &*control : nullptr, layout, emitter);
}

}  // namespace kerf::driver
