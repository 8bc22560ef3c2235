// Preparing, experiments in order, routines and their failures.
#include "combined/engine.h"

#include <algorithm>

namespace kerf::combined {

using process::Flow;

namespace {

KERF_DIAG(ProgramFailed, Error, "{}", std::string);
KERF_NOTE(InRoutine, "in `{}`", std::string);
KERF_NOTE(InTransaction, "in `{}`, {}", std::string, std::string);

constexpr uint32_t kFirstRegisters = 64;

}  // namespace

Engine::Engine(process::Program& program, const Options& options, source::Buffers& buffers, diag::Emitter& emitter)
    : program_(program), options_(options), buffers_(buffers), emitter_(emitter), cells_(program.n_cells, 0.0) {
  context_.cells = cells_.data();
  registers_.resize(kFirstRegisters);
  SetUpWorld();
}

Engine::~Engine() = default;

auto Engine::Prepare() -> bool {
  if (program_.system == nullptr) return true;
  system_ = Part::Compile(*program_.system, options_.engine, buffers_, emitter_);
  return system_ != nullptr;
}

auto Engine::Run() -> bool {
  for (const uint32_t frame : program_.frames) {
    ++frame_;
    for (std::vector<double>& list : lists_) list.clear();
    if (!RunPlain(frame)) return false;
  }
  return !has_failed_;
}

// Routines may run inside of each other: a frame runs a system, which creates copies.
auto Engine::RunRoutine(uint32_t routine, uint32_t begin) -> process::Progress {
  const process::Routine& code = program_.routines[routine];
  const size_t base = register_top_;
  register_top_ += code.n_registers;
  if (registers_.size() < register_top_) registers_.resize(2 * register_top_);
  const process::Progress progress = process::Interpret(program_, code, begin, context_, *this, registers_.data() + base);
  register_top_ = base;
  return progress;
}

auto Engine::RunPlain(uint32_t routine) -> bool {
  const events::EntityId outer = entity_;
  double* fields = context_.fields;
  const process::Progress progress = RunRoutine(routine);
  entity_ = outer;
  context_.fields = fields;
  if (progress.flow == Flow::Fail) ReportFailure(routine, progress.at);
  return progress.flow != Flow::Fail;
}

auto Engine::Fail(std::string text) -> Flow {
  if (failure_text_.empty()) failure_text_ = fmt::format("time {:.9g}: {}", cells_[0], text);
  return Flow::Fail;
}

// The innermost routine knows best where it was.
void Engine::ReportFailure(uint32_t routine, uint32_t at) {
  if (has_failed_) return;
  has_failed_ = true;
  const process::Routine& code = program_.routines[routine];
  const std::string& text = world_.fault.IsSet() ? world_.fault.text : failure_text_;
  const diag::Span span = at < code.spans.size() ? code.spans[at] : diag::Span{};
  if (entity_.IsNone()) {
    emitter_.Emit(span, ProgramFailed, text).Note({}, InRoutine, code.name);
  } else {
    emitter_.Emit(span, ProgramFailed, text).Note({}, InTransaction, code.name, world_.entities.NameOf(entity_));
  }
}

auto Engine::BadSubscript(double subscript, uint32_t size) -> Flow {
  return Fail(fmt::format("element {} of an array of {}", subscript, size));
}

auto Engine::ShouldStop() -> bool { return options_.should_stop && options_.should_stop(); }

}  // namespace kerf::combined
