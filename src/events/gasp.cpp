// See gasp.h. Entries are entities of one class; an event's entry lives from SCHED to the event, that of a
// file from FILEM to RMOVE.
#include "events/gasp.h"

#include <cmath>

#include <fmt/format.h>

#include "events/conditions.h"
#include "events/process.h"
#include "events/schedule.h"
#include "events/statistics.h"

namespace kerf::events {

GaspProgram::GaspProgram(std::string title, int n_attributes) : title_(std::move(title)) {
  std::vector<std::string> names;
  for (int k = 1; k <= std::max(2, n_attributes); ++k) names.push_back(fmt::format("ATRIB({})", k));
  attributes_.resize(names.size());
  entry_class_ = AddClass(world_, "entry", std::move(names));
}

auto GaspProgram::AddFILE(const std::string& name, Ranking ranking, int attribute, size_t capacity) -> int {
  const uint32_t index = attribute >= 1 ? static_cast<uint32_t>(attribute - 1) : 0;
  return static_cast<int>(IndexOf(AddFile(world_, name, ranking, index, capacity))) + 2;
}

auto GaspProgram::AddCOLCT(const std::string& name) -> int {
  return static_cast<int>(IndexOf(AddCollect(world_, name))) + 1;
}

auto GaspProgram::AddTIMST(const std::string& name, double initial) -> int {
  return static_cast<int>(IndexOf(AddTimeStatistic(world_, name, initial))) + 1;
}

auto GaspProgram::AddHISTO(const std::string& name, int n_cells, double width, double first_limit) -> int {
  const auto cells = static_cast<uint32_t>(std::max(0, n_cells));
  return static_cast<int>(IndexOf(AddHistogram(world_, name, cells, width, first_limit))) + 1;
}

void GaspProgram::NameEVNT(int code, const std::string& name) {
  NameEvent(world_, static_cast<uint32_t>(code), name);
}

auto GaspProgram::GASP(const RunOptions& options) -> RunOutcome { return RunProgram(*this, world_, options); }

auto GaspProgram::GASP(const ReplicationOptions& options) -> Replications {
  return Replicate(*this, world_, options);
}

void GaspProgram::Initialise(World&) {
  std::ranges::fill(attributes_, 0.0);
  INTLC();
}

void GaspProgram::Handle(World& world, const Event& event) {
  Load(event.entity);
  (void)Leave(world, event.entity);
  EVNTS(static_cast<int>(event.code));
}

void GaspProgram::Finish(World&) { OTPUT(); }

auto GaspProgram::HandleEvents(double time) -> Status {
  Event event;
  const auto handle = [&](const Event& again) {
    Handle(world_, again);
    return true;
  };
  while (NextEvent(world_, time, event) == Next::Event) {
    Handle(world_, event);
    if (HasConditions(world_) && LookAtConditions(world_, handle) == Status::Failed) break;
  }
  return world_.fault.IsSet() ? Status::Failed : Status::Ok;
}

auto GaspProgram::ATRIB(int k) -> double& {
  if (k >= 1 && static_cast<size_t>(k) <= attributes_.size()) return attributes_[static_cast<size_t>(k) - 1];
  (void)Fail(world_, FaultKind::UnknownAttribute,
             fmt::format("ATRIB({}) is used, but entries have {} attributes", k, attributes_.size()));
  return nowhere_;
}

auto GaspProgram::NewEntry() -> EntityId {
  const EntityId entry = Create(world_, entry_class_);
  std::ranges::copy(attributes_, world_.entities.AttributesOf(world_.entities[entry]));
  return entry;
}

void GaspProgram::Load(EntityId entry) {
  const Entity* found = FindAlive(world_, entry, "is asked for its attributes");
  if (found == nullptr) return;
  std::copy_n(world_.entities.AttributesOf(*found), attributes_.size(), attributes_.begin());
}

auto GaspProgram::SCHED() -> EventId {
  if (!(attributes_[1] >= 0)) {
    (void)Fail(world_, FaultKind::BadParameter, fmt::format("{} is no code of an event", attributes_[1]));
    return {};
  }
  const EntityId entry = NewEntry();
  const EventId event = Schedule(world_, attributes_[0], static_cast<uint32_t>(attributes_[1]), entry);
  if (event.IsNone()) (void)Leave(world_, entry);
  return event;
}

auto GaspProgram::SCHED(double time, int code) -> EventId {
  attributes_[0] = time;
  attributes_[1] = code;
  return SCHED();
}

auto GaspProgram::CANCL(EventId event) -> bool {
  if (!world_.calendar.IsPending(event)) return false;
  const EntityId entry = world_.calendar.At(event).entity;
  return Cancel(world_, event) == Status::Ok && Leave(world_, entry) == Status::Ok;
}

// File 1 is the calendar. A number that is none is told as the program wrote it.
auto GaspProgram::FileOf(int number) -> FileId {
  const size_t n = world_.files.all().size();
  if (number >= 2 && static_cast<size_t>(number) < n + 2) return static_cast<FileId>(number - 2);
  (void)Fail(world_, FaultKind::UnknownObject, fmt::format("there is no file {}", number));
  return static_cast<FileId>(kNone);
}

void GaspProgram::FILEM(int file) {
  const EntityId entry = NewEntry();
  if (InsertInto(world_, FileOf(file), entry) == Status::Failed) (void)Leave(world_, entry);
}

void GaspProgram::RMOVE(int file) {
  const EntityId entry = RemoveFirst(world_, FileOf(file));
  if (entry.IsNone()) return;
  Load(entry);
  (void)Leave(world_, entry);
}

void GaspProgram::RMOVE(EntityId entry, int file) {
  if (RemoveFrom(world_, FileOf(file), entry) == Status::Failed) return;
  Load(entry);
  (void)Leave(world_, entry);
}

void GaspProgram::COPY(EntityId entry) { Load(entry); }

auto GaspProgram::NFIND(double x, int code, int file, int attribute, double tolerance) -> EntityId {
  if (code < 1 || code > 5 || attribute < 1) {
    (void)Fail(world_, FaultKind::BadParameter,
               fmt::format("NFIND knows no code {} for attribute {}", code, attribute));
    return {};
  }
  Search search{static_cast<uint32_t>(attribute - 1), Relation::Equal, x, tolerance, Choice::First};
  if (code <= 4) {
    search.relation = code <= 2 ? Relation::Greater : Relation::Less;
    search.choice = code % 2 == 1 ? Choice::Largest : Choice::Smallest;
  }
  return FindIn(world_, FileOf(file), search);
}

auto GaspProgram::NNQ(int file) -> int {
  return static_cast<int>(file == 1 ? world_.calendar.size() : LengthOf(world_, FileOf(file)));
}

auto GaspProgram::MMAXQ(int file) -> int {
  const FileId id = FileOf(file);
  return IndexOf(id) == kNone ? 0 : static_cast<int>(world_.files[id].length.max());
}

}  // namespace kerf::events
