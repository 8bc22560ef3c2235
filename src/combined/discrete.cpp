// The discrete part: what happens at an instant, and runs without equations.
#include <algorithm>
#include <cmath>

#include "combined/engine.h"
#include "events/conditions.h"
#include "events/deadlock.h"
#include "events/process.h"
#include "events/queue.h"
#include "events/schedule.h"

namespace kerf::combined {

using process::Flow;

namespace {

KERF_DIAG(RunFailed, Error, "{}", std::string);
KERF_DIAG(ProgramStopped, Error, "time {}: the run was stopped: {}", std::string, std::string);
KERF_NOTE(WaitsHere, "{} waits here", std::string);
KERF_DIAG(NothingScheduled, Warning,
          "time {}: nothing more is going to happen, so the run ends before FINISH", std::string);

}  // namespace

void Engine::NoteEvent(std::string_view name) {
  constexpr size_t kMostKept = 100'000;
  ++record_.n_events;
  if (record_.events.size() < kMostKept) record_.events.push_back({ModelTime(), std::string(name)});
  if (options_.trace) PrintLine(fmt::format("{:>14.9g}  {}", ModelTime(), name), true);
}

auto Engine::ReportStop(const std::string& reason) -> bool {
  has_failed_ = true;
  emitter_.Emit({}, ProgramStopped, fmt::format("{:.9g}", ModelTime()), reason);
  return false;
}

auto Engine::Handle(const events::Event& event) -> bool {
  if (HasAllEvents()) return ReportStop(StopReason());
  cells_[0] = ModelTime();
  if (event.entity.IsNone()) return RunEntry(event.code, event.entity);
  const Life& life = objects_.lives[events::IndexOf(world_.entities[event.entity].class_id)];
  if (life.process == process::kNone) return RunEntry(event.code, event.entity);
  ++record_.n_moves;
  if (options_.trace)
    PrintLine(fmt::format("{:>14.9g}  {}", ModelTime(), world_.entities.NameOf(event.entity)), true);
  if (event.code == life.first_code && !Arrive(life, event.entity)) return false;
  return RunTransaction(life, event);
}

auto Engine::Arrive(const Life& life, events::EntityId entity) -> bool {
  const uint32_t file = program_.processes[life.process].file;
  if (file == process::kNone) return true;
  if (events::InsertInto(world_, objects_.files[file], entity) == events::Status::Ok) return true;
  entity_ = entity;
  ReportFailure(life.routine, 0);
  return false;
}

auto Engine::LookAround() -> bool {
  if (!events::HasConditions(world_)) return true;
  const auto look = [&](const events::Event& event) {
    const events::Entity& entity = world_.entities[event.entity];
    return RunTransaction(objects_.lives[events::IndexOf(entity.class_id)], event);
  };
  const events::Status status = events::LookAtConditions(world_, look);
  entity_ = {};
  if (world_.fault.IsSet() && !has_failed_) ReportFault();
  return status == events::Status::Ok;
}

// The attributes that came with the event become those at work.
auto Engine::RunEntry(uint32_t event, events::EntityId entry) -> bool {
  if (!entry.IsNone()) {
    std::copy_n(world_.entities.AttributesOf(world_.entities[entry]), program_.attributes.size(),
                cells_.begin() + program_.first_attribute);
    if (events::Leave(world_, entry) != events::Status::Ok) return false;
  }
  NoteEvent(program_.events[event].name);
  entity_ = {};
  return RunPlain(program_.events[event].routine);
}

auto Engine::RunTransaction(const Life& life, const events::Event& event) -> bool {
  entity_ = event.entity;
  resume_base_ = life.first_code;
  context_.fields = world_.entities.AttributesOf(world_.entities[event.entity]);
  const process::Progress progress =
      routines_.Run(life.routine, event.code - life.first_code, context_, *this);
  switch (progress.flow) {
    case Flow::Wait:
      if (life.block_field != process::kNone) context_.fields[life.block_field] = progress.next;
      return true;
    case Flow::Go:
    case Flow::Stop: return is_finished_ || EndTransaction(program_.processes[life.process], progress.at);
    case Flow::Fail: ReportFailure(life.routine, progress.at); return false;
  }
  return false;
}

// The transaction at work has come to the end of its life.
auto Engine::EndTransaction(const process::Process& process, uint32_t at) -> bool {
  const bool has_left =
      (process.file == process::kNone ||
       events::RemoveFrom(world_, objects_.files[process.file], entity_) == events::Status::Ok) &&
      events::Leave(world_, entity_) == events::Status::Ok;
  if (!has_left) ReportFailure(process.routine, at);
  entity_ = {};
  return has_left;
}

// All that the calendar has up to t.
auto Engine::HandleCalendar(double t) -> bool {
  events::Event event;
  while (!is_finished_ && world_.calendar.NextTime() <= t) {
    if (events::NextEvent(world_, t, event) != events::Next::Event) break;
    if (!Handle(event) || !LookAround()) return false;
  }
  if (world_.fault.IsSet() && !has_failed_) ReportFault();
  return !has_failed_;
}

// The calendar alone moves the clock.
auto Engine::RunDiscrete() -> bool {
  events::Event event;
  const bool stores = !program_.stored.empty();
  if (stores) Point(ModelTime(), nullptr, runtime::PointKind::Regular);
  for (uint64_t n = 0;; ++n) {
    constexpr uint64_t kAskEvery = 4096;
    if (n % kAskEvery == 0 && ShouldStop()) return ReportStop(StopReason());
    switch (events::NextEvent(world_, OnClock(to_), event)) {
      case events::Next::Event:
        // Between events nothing changes: values jump there.
        if (stores) Point(ModelTime(), nullptr, runtime::PointKind::BeforeEvent);
        if (!Handle(event) || !LookAround()) return false;
        if (stores) Point(ModelTime(), nullptr, runtime::PointKind::AfterEvent);
        if (is_finished_) return true;
        break;
      case events::Next::Stop:
        cells_[0] = to_;
        if (stores) Point(to_, nullptr, runtime::PointKind::Regular);
        return true;
      case events::Next::Finished: return true;
      case events::Next::Empty:
        if (events::CheckDeadlock(world_) != events::Status::Ok) {
          ReportDeadlock();
          return false;
        }
        if (std::isfinite(to_)) {
          world_.now = std::max(world_.now, OnClock(to_));
          cells_[0] = ModelTime();
          if (stores) Point(ModelTime(), nullptr, runtime::PointKind::Regular);
        } else {
          emitter_.Emit({}, NothingScheduled, fmt::format("{:.9g}", ModelTime()));
        }
        return true;
      case events::Next::Fault: ReportFault(); return false;
    }
  }
}

// Where the program goes on with that code, or would.
auto Engine::PlaceOf(uint32_t code) const -> diag::Span {
  if (code < program_.events.size()) {
    const uint32_t routine = program_.events[code].routine;
    const bool has_code = routine != process::kNone && !program_.routines[routine].spans.empty();
    return has_code ? program_.routines[routine].spans[0] : program_.events[code].span;
  }
  for (const Life& life : objects_.lives) {
    if (life.routine == process::kNone || code < life.first_code) continue;
    const auto& spans = program_.routines[life.routine].spans;
    const uint32_t at = code - life.first_code;
    // What it waits at stands before what it goes on with.
    if (at < spans.size()) return spans[at == 0 ? 0 : at - 1];
  }
  return {};
}

void Engine::ReportFault() {
  has_failed_ = true;
  emitter_.Emit(PlaceOf(world_.fault.event_code), RunFailed, world_.fault.text);
}

// Who waits for what is in the text; where they wait follows.
void Engine::ReportDeadlock() {
  constexpr size_t kMostShown = 5;
  has_failed_ = true;
  auto message = emitter_.Emit({}, RunFailed, world_.fault.text);
  size_t n = 0;
  for (const events::EntityId id : world_.entities.Alive()) {
    const events::Entity& entity = world_.entities[id];
    if (entity.wait == events::WaitKind::None || n++ >= kMostShown) continue;
    message.Note(PlaceOf(entity.resume), WaitsHere, world_.entities.NameOf(id));
  }
}

}  // namespace kerf::combined
