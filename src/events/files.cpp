// See files.h.
#include "events/files.h"

namespace kerf::events {

namespace {

auto IsByValue(const File& file) -> bool {
  return file.ranking == Ranking::LowFirst || file.ranking == Ranking::HighFirst;
}

}  // namespace

auto Files::Add(File file) -> FileId {
  all_.push_back(std::move(file));
  return static_cast<FileId>(all_.size() - 1);
}

auto Files::TakeEntry() -> uint32_t {
  if (free_.empty()) {
    entries_.emplace_back();
    return static_cast<uint32_t>(entries_.size() - 1);
  }
  const uint32_t entry = free_.back();
  free_.pop_back();
  return entry;
}

void Files::LinkAfter(File& file, uint32_t entry, uint32_t before) {
  Entry& own = entries_[entry];
  own.previous = before;
  own.next = before == kNone ? file.first : entries_[before].next;
  (before == kNone ? file.first : entries_[before].next) = entry;
  (own.next == kNone ? file.last : entries_[own.next].previous) = entry;
}

auto Files::Insert(FileId file_id, Entities& entities, EntityId entity, double value, double now,
                   bool in_front) -> EntryId {
  File& file = all_[IndexOf(file_id)];
  const uint32_t entry = TakeEntry();
  Entry& own = entries_[entry];
  own.entity = entity;
  own.key = file.ranking == Ranking::HighFirst ? -value : value;
  own.order = in_front ? -++file.n_put_in_front : ++file.n_inserted;
  own.since = now;
  own.file = IndexOf(file_id);
  own.amount = 0;
  own.is_regain = false;
  if (IsByValue(file)) {
    LinkAfter(file, entry, InsertRanked(entries_, file.root, entry));
  } else {
    LinkAfter(file, entry, in_front || file.ranking == Ranking::Lifo ? kNone : file.last);
  }
  Entity& owner = entities[entity];
  own.next_of_entity = owner.first_entry;
  owner.first_entry = entry;
  ++file.n_entries;
  file.length.Set(now, static_cast<double>(file.n_entries));
  return {entry, own.generation};
}

auto Files::Remove(uint32_t entry, Entities& entities, double now) -> EntityId {
  Entry& own = entries_[entry];
  File& file = all_[own.file];
  if (IsByValue(file)) EraseRanked(entries_, file.root, entry);
  (own.previous == kNone ? file.first : entries_[own.previous].next) = own.next;
  (own.next == kNone ? file.last : entries_[own.next].previous) = own.previous;
  uint32_t* link = &entities[own.entity].first_entry;
  while (*link != entry) link = &entries_[*link].next_of_entity;
  *link = own.next_of_entity;
  --file.n_entries;
  file.length.Set(now, static_cast<double>(file.n_entries));
  file.wait.Add(now - own.since);
  own.file = kNone;
  ++own.generation;
  free_.push_back(entry);
  return own.entity;
}

void Files::Clear(double now) {
  for (File& file : all_) {
    file.first = kNone;
    file.last = kNone;
    file.root = kNone;
    file.n_entries = 0;
    file.n_inserted = 0;
    file.n_put_in_front = 0;
    file.length.Begin(now, 0);
    file.wait = Collect();
  }
  free_.clear();
  for (uint32_t k = static_cast<uint32_t>(entries_.size()); k-- > 0;) {
    if (entries_[k].file != kNone) ++entries_[k].generation;
    entries_[k].file = kNone;
    free_.push_back(k);
  }
}

auto Files::EntryOf(FileId file_id, const Entity& entity) const -> uint32_t {
  uint32_t entry = entity.first_entry;
  while (entry != kNone && entries_[entry].file != IndexOf(file_id)) entry = entries_[entry].next_of_entity;
  return entry;
}

}  // namespace kerf::events
