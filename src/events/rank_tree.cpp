// See rank_tree.h. A parent's hash is never smaller than its children's.
#include "events/rank_tree.h"

namespace kerf::events {

namespace {

auto HashOf(const Entry& entry) -> uint64_t {
  // The finaliser of SplitMix64 (Steele, Lea & Flood 2014).
  uint64_t z = static_cast<uint64_t>(entry.order) + 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

auto RanksBefore(const Entry& a, const Entry& b) -> bool {
  return a.key != b.key ? a.key < b.key : a.order < b.order;
}

void ReplaceChild(std::vector<Entry>& entries, uint32_t& root, uint32_t parent, uint32_t old_child,
                  uint32_t new_child) {
  if (new_child != kNone) entries[new_child].parent = parent;
  if (parent == kNone) {
    root = new_child;
  } else {
    (entries[parent].left == old_child ? entries[parent].left : entries[parent].right) = new_child;
  }
}

// Lifts a node above its parent and keeps the order.
void RotateUp(std::vector<Entry>& entries, uint32_t& root, uint32_t node) {
  const uint32_t parent = entries[node].parent;
  ReplaceChild(entries, root, entries[parent].parent, parent, node);
  if (entries[parent].left == node) {
    entries[parent].left = entries[node].right;
    if (entries[node].right != kNone) entries[entries[node].right].parent = parent;
    entries[node].right = parent;
  } else {
    entries[parent].right = entries[node].left;
    if (entries[node].left != kNone) entries[entries[node].left].parent = parent;
    entries[node].left = parent;
  }
  entries[parent].parent = node;
}

}  // namespace

auto InsertRanked(std::vector<Entry>& entries, uint32_t& root, uint32_t entry) -> uint32_t {
  Entry& own = entries[entry];
  own.left = kNone;
  own.right = kNone;
  own.parent = kNone;
  uint32_t before = kNone;
  uint32_t at = root;
  bool is_left = false;
  while (at != kNone) {
    own.parent = at;
    is_left = RanksBefore(own, entries[at]);
    if (!is_left) before = at;
    at = is_left ? entries[at].left : entries[at].right;
  }
  if (own.parent == kNone) {
    root = entry;
    return before;
  }
  (is_left ? entries[own.parent].left : entries[own.parent].right) = entry;
  const uint64_t hash = HashOf(own);
  while (own.parent != kNone && hash > HashOf(entries[own.parent])) RotateUp(entries, root, entry);
  return before;
}

void EraseRanked(std::vector<Entry>& entries, uint32_t& root, uint32_t entry) {
  Entry& own = entries[entry];
  while (own.left != kNone && own.right != kNone) {
    const bool lifts_left = HashOf(entries[own.left]) > HashOf(entries[own.right]);
    RotateUp(entries, root, lifts_left ? own.left : own.right);
  }
  ReplaceChild(entries, root, own.parent, entry, own.left != kNone ? own.left : own.right);
}

}  // namespace kerf::events
