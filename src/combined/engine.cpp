// Preparing, experiments in order, routines and their failures.
#include "combined/engine.h"

#include <algorithm>

namespace kerf::combined {

using process::Flow;

namespace {

KERF_DIAG(ProgramFailed, Error, "{}", std::string);
KERF_DIAG(ProcessWithoutCall, Error, "the process `{}` is declared, but the system does not call it",
          std::string);
KERF_NOTE(InRoutine, "in `{}`", std::string);
KERF_NOTE(InTransaction, "in `{}`, {}", std::string, std::string);

}  // namespace

Engine::Engine(process::Program& program, const Options& options, source::Buffers& buffers,
               diag::Emitter& emitter)
    : program_(program),
      options_(options),
      buffers_(buffers),
      diagnostics_(emitter),
      emitter_(diagnostics_),
      cells_(program.n_cells, 0.0),
      routines_(program, services(), options.engine, options.compile_after) {
  context_.cells = cells_.data();
  n_replications_ = options_.n_replications;
  is_antithetic_ = options_.is_antithetic;
  SetUpWorld();
}

Engine::~Engine() = default;

auto Engine::Prepare() -> bool {
  if (program_.system != nullptr) {
    system_ = Part::Compile(*program_.system, options_.engine, buffers_, emitter_);
    if (system_ == nullptr) return false;
    main_ = system_->model();
    main_.relations = system_->relations().data();
    main_start_.assign(main_.start, main_.start + main_.n_slots);
  } else if (!program_.copyables.empty()) {
    // Nothing but the time.
    main_.n_slots = 1;
    main_start_.assign(1, 0.0);
  }
  main_.start = main_start_.data();
  return PrepareCopyables();
}

auto Engine::PrepareCopyables() -> bool {
  for (process::Copyable& copyable : program_.copyables) {
    if (copyable.part == nullptr) {
      emitter_.Emit(copyable.span, ProcessWithoutCall, copyable.name);
      return false;
    }
    auto part = Part::Compile(*copyable.part, options_.engine, buffers_, emitter_);
    if (part == nullptr) return false;
    std::vector<runtime::SlotPair> inputs, outputs;
    std::vector<Link> cells;
    // What varies comes from the main model, the rest from cells.
    const std::vector<Link> links = part->LinksOf(copyable.inputs);
    for (const Link& link : links) {
      const uint32_t slot = link.role == process::Role::Computed ? SlotOfCell(link.cell) : process::kNone;
      if (slot != process::kNone) {
        inputs.push_back({slot, link.slot});
      } else {
        cells.push_back(link);
      }
    }
    for (const Link& link : part->LinksOf(copyable.outputs)) {
      const uint32_t slot =
          system_ == nullptr ? process::kNone : system_->TrySlotOf(process::CellName(program_, link.cell));
      if (slot != process::kNone) outputs.push_back({slot, link.slot});
    }
    part_locals_.push_back(part->LinksOf(copyable.locals));
    parts_.push_back(std::move(part));
    part_inputs_.push_back(std::move(inputs));
    part_outputs_.push_back(std::move(outputs));
    part_cells_.push_back(std::move(cells));
  }
  CountSums();
  return true;
}

// The slot of the main model that has the value of a cell, kNone if none has.
auto Engine::SlotOfCell(uint32_t cell) const -> uint32_t {
  if (system_ == nullptr) return process::kNone;
  for (const Link& link : system_->links()) {
    if (link.cell == cell && link.role != process::Role::Given) return link.read_slot;
  }
  return process::kNone;
}

auto Engine::Run() -> bool {
  for (const uint32_t frame : program_.frames) {
    ++frame_;
    integration_ = {};
    for (std::vector<double>& list : lists_) list.clear();
    if (!RunPlain(frame)) return false;
  }
  return !has_failed_;
}

auto Engine::RunPlain(uint32_t routine) -> bool {
  const events::EntityId outer = entity_;
  double* fields = context_.fields;
  const process::Progress progress = routines_.Run(routine, 0, context_, *this);
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
  // Reports of what was gathered tell it as well.
  if (!world_.fault.IsSet()) world_.fault = {events::FaultKind::Raised, world_.now, failure_text_};
  const std::string& text = world_.fault.text;
  const diag::Span span = at < code.spans.size() ? code.spans[at] : diag::Span{};
  if (entity_.IsNone()) {
    emitter_.Emit(span, ProgramFailed, text).Note({}, InRoutine, code.name);
  } else {
    emitter_.Emit(span, ProgramFailed, text)
        .Note({}, InTransaction, code.name, world_.entities.NameOf(entity_));
  }
}

auto Engine::BadSubscript(double subscript, uint32_t size) -> Flow {
  return Fail(fmt::format("element {} of an array of {}", subscript, size));
}

auto Engine::GoneRound(uint64_t n) -> Flow {
  if (ShouldStop()) {
    has_failed_ = true;
    return Flow::Fail;
  }
  if (n < options_.most_rounds) return Flow::Go;
  return Fail(fmt::format("a loop has gone round {} times without an end", n));
}

auto Engine::HasAllEvents() const -> bool {
  return options_.most_events > 0 && record_.n_events + record_.n_moves >= options_.most_events;
}

auto Engine::ShouldStop() -> bool {
  return HasAllEvents() || (options_.should_stop && options_.should_stop());
}

auto Engine::StopReason() const -> std::string {
  if (HasAllEvents()) return fmt::format("--max-events {} is reached", options_.most_events);
  return options_.why_stopped ? options_.why_stopped() : "";
}

}  // namespace kerf::combined
