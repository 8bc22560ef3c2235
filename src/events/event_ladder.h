// The far future of a calendar: nodes in buckets of time, not ordered within them. A bucket is handed out
// when all before it are done; who takes it orders it.
//
// After Tang, Goh & Thng, "Ladder queue: an O(1) priority queue structure for large-scale discrete event
// simulation" (2005): new nodes gather in `top`. When everything earlier is done, top is distributed over the
// buckets of a rung; a bucket that is too full is distributed over a finer rung. Buckets are found by a
// monotone function of the time alone, so simultaneous events always meet in one bucket.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "events/event_node.h"

namespace kerf::events {

class EventLadder {
 public:
  // False if the node belongs to what has been handed out already.
  auto Take(const EventNode& node) -> bool {
    if (node.time > top_limit_) {
      top_.push_back(node);
      return true;
    }
    return n_rungs_ > 0 && TakeIntoRung(node);
  }
  // Appends the next bucket to `nodes`, in any order; false if there are none.
  auto HandOut(std::vector<EventNode>& nodes) -> bool;
  // Appends all nodes, and forgets them.
  void TakeAll(std::vector<EventNode>& nodes);
  void Clear();
  // Appends all nodes, and keeps them.
  void List(std::vector<EventNode>& nodes) const;

 private:
  static constexpr size_t kMaxRungs = 10;
  static constexpr uint32_t kChunk = 16;
  // A bucket is handed out if it has at most so many nodes; a rung is made for a quarter of them in each.
  static constexpr size_t kMaxBucket = 32;
  // The places at which so many buckets grow stay in the cache.
  static constexpr size_t kMaxBuckets = 1024;

  struct Chunk {
    std::array<EventNode, kChunk> nodes;
    uint32_t next;
  };
  struct Bucket {
    uint32_t chunk = UINT32_MAX;
    uint32_t n_nodes = 0;
  };
  struct Rung {
    double start = 0;
    // Buckets per unit of time.
    double density = 0;
    std::vector<Bucket> buckets;
    size_t n_buckets = 0;
    // The first bucket that has not been handed out.
    size_t next = 0;
    [[nodiscard]] auto IndexOf(double time) const -> size_t {
      const double index = (time - start) * density;
      if (!(index < static_cast<double>(n_buckets))) return n_buckets - 1;
      return index > 0 ? static_cast<size_t>(static_cast<int64_t>(index)) : 0;
    }
  };

  auto TakeIntoRung(const EventNode& node) -> bool;
  auto AddRung(const std::vector<EventNode>& nodes) -> bool;
  void Append(Bucket& bucket, const EventNode& node);
  void Empty(Bucket& bucket, std::vector<EventNode>& nodes);

  std::vector<EventNode> top_;
  // Later nodes than that go to the top.
  double top_limit_ = -std::numeric_limits<double>::infinity();
  std::array<Rung, kMaxRungs> rungs_;
  size_t n_rungs_ = 0;
  std::vector<Chunk> chunks_;
  std::vector<uint32_t> free_chunks_;
  std::vector<EventNode> scratch_;
};

}  // namespace kerf::events
