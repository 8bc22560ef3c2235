// A balanced tree over the entries of a ranked file, so that a place in a long queue is found in O(log n).
//
// A treap (Seidel & Aragon, "Randomized search trees", 1996) whose random numbers are a hash of the order of
// insertion: the same calls give the same tree.
#pragma once

#include <cstdint>
#include <vector>

#include "events/ids.h"

namespace kerf::events {

// One entry of a file: which entity, since when, and its neighbours in the list and in the tree.
struct Entry {
  EntityId entity;
  // Smaller ones stand first; equal ones by their order.
  double key = 0;
  int64_t order = 0;
  double since = 0;
  uint32_t generation = 0;
  uint32_t file = kNone;
  uint32_t previous = kNone;
  uint32_t next = kNone;
  uint32_t parent = kNone;
  uint32_t left = kNone;
  uint32_t right = kNone;
  uint32_t next_of_entity = kNone;
  // For the queues of facilities and stores: how much is wanted, and whether it had it before an interrupt.
  double amount = 0;
  bool is_regain = false;
};

// Puts an entry that has a key and an order into the tree. Returns the entry before it, kNone if it is first.
auto InsertRanked(std::vector<Entry>& entries, uint32_t& root, uint32_t entry) -> uint32_t;
void EraseRanked(std::vector<Entry>& entries, uint32_t& root, uint32_t entry);

}  // namespace kerf::events
