// The discrete part: what happens at an instant, and runs without equations.
#include <algorithm>
#include <cmath>

#include "combined/engine.h"
#include "events/deadlock.h"
#include "events/process.h"
#include "events/queue.h"
#include "events/schedule.h"

namespace kerf::combined {

using process::Flow;

namespace {

KERF_DIAG(RunFailed, Error, "{}", std::string);
KERF_DIAG(NothingScheduled, Warning,
          "time {}: nothing more is going to happen, so the run ends before FINISH", std::string);

}  // namespace

void Engine::NoteEvent(std::string_view name) {
  constexpr size_t kMostKept = 100'000;
  ++record_.n_events;
  if (record_.events.size() < kMostKept) record_.events.push_back({world_.now, std::string(name)});
  if (options_.trace) options_.trace(fmt::format("{:>14.9g}  {}", world_.now, name));
}

auto Engine::Handle(const events::Event& event) -> bool {
  cells_[0] = world_.now;
  const uint32_t process = event.entity.IsNone()
                               ? process::kNone
                               : process_of_class_[events::IndexOf(world_.entities[event.entity].class_id)];
  if (process == process::kNone) return RunEntry(event.code, event.entity);
  resume_base_ = code_base_[process];
  if (options_.trace)
    options_.trace(fmt::format("{:>14.9g}  {}", world_.now, world_.entities.NameOf(event.entity)));
  return RunTransaction(event.entity, event.code - resume_base_);
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

auto Engine::RunTransaction(events::EntityId entity, uint32_t begin) -> bool {
  const uint32_t number = process_of_class_[events::IndexOf(world_.entities[entity].class_id)];
  const process::Process& process = program_.processes[number];
  entity_ = entity;
  context_.fields = world_.entities.AttributesOf(world_.entities[entity]);
  const process::Progress progress = RunRoutine(process.routine, begin);
  if (progress.flow == Flow::Fail) {
    ReportFailure(process.routine, progress.at);
    return false;
  }
  if (progress.flow == Flow::Wait) {
    if (process.block_field != process::kNone) context_.fields[process.block_field] = progress.next;
    return true;
  }
  if (progress.flow == Flow::Stop) return true;
  // The end of its life.
  const bool has_left = (process.file == process::kNone ||
                         events::RemoveFrom(world_, files_[process.file], entity) == events::Status::Ok) &&
                        events::Leave(world_, entity) == events::Status::Ok;
  if (!has_left) ReportFailure(process.routine, progress.at);
  entity_ = {};
  return has_left;
}

// All that the calendar has up to t.
auto Engine::HandleCalendar(double t) -> bool {
  events::Event event;
  while (!is_finished_ && world_.calendar.NextTime() <= t) {
    if (events::NextEvent(world_, t, event) != events::Next::Event) break;
    if (!Handle(event)) return false;
  }
  if (world_.fault.IsSet() && !has_failed_) {
    has_failed_ = true;
    emitter_.Emit({}, RunFailed, world_.fault.text);
  }
  return !has_failed_;
}

// The calendar alone moves the clock.
auto Engine::RunDiscrete() -> bool {
  events::Event event;
  for (uint64_t n = 0;; ++n) {
    constexpr uint64_t kAskEvery = 4096;
    if (n % kAskEvery == 0 && ShouldStop()) return false;
    switch (events::NextEvent(world_, to_, event)) {
      case events::Next::Event:
        if (!Handle(event)) return false;
        if (is_storing_ && !program_.stored.empty())
          Point(world_.now, nullptr, runtime::PointKind::AfterEvent);
        if (is_finished_) return true;
        break;
      case events::Next::Stop:     cells_[0] = to_; return true;
      case events::Next::Finished: return true;
      case events::Next::Empty:
        if (events::CheckDeadlock(world_) != events::Status::Ok) {
          has_failed_ = true;
          emitter_.Emit({}, RunFailed, world_.fault.text);
          return false;
        }
        if (!std::isfinite(to_)) emitter_.Emit({}, NothingScheduled, fmt::format("{:.9g}", world_.now));
        return true;
      case events::Next::Fault:
        has_failed_ = true;
        emitter_.Emit({}, RunFailed, world_.fault.text);
        return false;
    }
  }
}

}  // namespace kerf::combined
