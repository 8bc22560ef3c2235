// Files: queues and sets of entities, ranked first in first out, last in first out, or by a value, low or
// high first, equal ones first in first out. Each keeps statistics of its length and of the times its entries
// have stayed. An entity may stand in several files at a time, and once in each.
//
// Insertion and removal: O(1) for FIFO and LIFO, O(log n) for files ranked by a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "events/collect.h"
#include "events/entities.h"
#include "events/rank_tree.h"
#include "events/time_statistic.h"

namespace kerf::events {

enum class Ranking : uint8_t { Fifo, Lifo, LowFirst, HighFirst };

struct File {
  std::string name;
  Ranking ranking = Ranking::Fifo;
  // Which attribute ranks, for LowFirst and HighFirst; the value at insertion counts.
  uint32_t attribute = 0;
  // An insertion beyond it is a fault.
  size_t capacity = SIZE_MAX;
  // The queue of a facility, gate …, which reports it.
  bool is_internal = false;

  uint32_t first = kNone;
  uint32_t last = kNone;
  uint32_t root = kNone;
  size_t n_entries = 0;
  int64_t n_inserted = 0;
  int64_t n_put_in_front = 0;
  TimeStatistic length;
  Collect wait;
};

class Files {
 public:
  auto Add(File file) -> FileId;
  // `value` ranks the entry where the file is ranked by a value; it must be a number then.
  // in_front: before those of equal value.
  auto Insert(FileId file_id, Entities& entities, EntityId entity, double value, double now,
              bool in_front = false) -> EntryId;
  // Takes an entry out and returns its entity.
  auto Remove(uint32_t entry, Entities& entities, double now) -> EntityId;
  void Clear(double now);

  // The entry of an entity in a file, kNone if it is not in it.
  [[nodiscard]] auto EntryOf(FileId file_id, const Entity& entity) const -> uint32_t;
  [[nodiscard]] auto entry(uint32_t index) -> Entry& { return entries_[index]; }
  [[nodiscard]] auto entry(uint32_t index) const -> const Entry& { return entries_[index]; }
  [[nodiscard]] auto operator[](FileId file_id) -> File& { return all_[IndexOf(file_id)]; }
  [[nodiscard]] auto operator[](FileId file_id) const -> const File& { return all_[IndexOf(file_id)]; }
  [[nodiscard]] auto all() const -> const std::vector<File>& { return all_; }
  [[nodiscard]] auto all() -> std::vector<File>& { return all_; }

 private:
  auto TakeEntry() -> uint32_t;
  void LinkAfter(File& file, uint32_t entry, uint32_t before);

  std::vector<File> all_;
  std::vector<Entry> entries_;
  std::vector<uint32_t> free_;
};

}  // namespace kerf::events
