// See event_ladder.h.
#include "events/event_ladder.h"

#include <algorithm>
#include <cmath>

namespace kerf::events {

void EventLadder::Append(Bucket& bucket, const EventNode& node) {
  const uint32_t place = bucket.n_nodes % kChunk;
  if (place == 0) {
    uint32_t chunk = static_cast<uint32_t>(chunks_.size());
    if (free_chunks_.empty()) {
      chunks_.emplace_back();
    } else {
      chunk = free_chunks_.back();
      free_chunks_.pop_back();
    }
    chunks_[chunk].next = bucket.chunk;
    bucket.chunk = chunk;
  }
  // Field by field, as the node was just written so.
  EventNode& own = chunks_[bucket.chunk].nodes[place];
  own.time = node.time;
  own.sequence = node.sequence;
  own.priority = node.priority;
  own.slot = node.slot;
  ++bucket.n_nodes;
}

void EventLadder::Empty(Bucket& bucket, std::vector<EventNode>& nodes) {
  size_t at = nodes.size();
  nodes.resize(at + bucket.n_nodes);
  // The newest chunk is the one that need not be full.
  uint32_t n_here = bucket.n_nodes == 0 ? 0 : (bucket.n_nodes - 1) % kChunk + 1;
  for (uint32_t chunk = bucket.chunk; chunk != UINT32_MAX; chunk = chunks_[chunk].next) {
    for (uint32_t k = 0; k < n_here; ++k) nodes[at++] = chunks_[chunk].nodes[k];
    free_chunks_.push_back(chunk);
    n_here = kChunk;
  }
  bucket = {};
}

auto EventLadder::TakeIntoRung(const EventNode& node) -> bool {
  for (size_t k = 0; k < n_rungs_; ++k) {
    Rung& rung = rungs_[k];
    const size_t index = rung.IndexOf(node.time);
    if (index < rung.next) continue;
    Append(rung.buckets[index], node);
    return true;
  }
  return false;
}

// Distributes the nodes over a new, finest rung. False if they cannot be told apart by buckets.
auto EventLadder::AddRung(const std::vector<EventNode>& nodes) -> bool {
  if (n_rungs_ == kMaxRungs) return false;
  double first = nodes[0].time;
  double last = first;
  for (const EventNode& node : nodes) {
    first = std::min(first, node.time);
    last = std::max(last, node.time);
  }
  const size_t n_buckets = std::min(nodes.size() / (kMaxBucket / 4), kMaxBuckets);
  const double density = static_cast<double>(n_buckets) / (last - first);
  if (!std::isfinite(density)) return false;
  Rung& rung = rungs_[n_rungs_++];
  rung.start = first;
  rung.density = density;
  rung.n_buckets = n_buckets;
  rung.next = 0;
  if (rung.buckets.size() < n_buckets) rung.buckets.resize(n_buckets);
  for (const EventNode& node : nodes) Append(rung.buckets[rung.IndexOf(node.time)], node);
  return true;
}

auto EventLadder::HandOut(std::vector<EventNode>& nodes) -> bool {
  while (true) {
    if (n_rungs_ == 0) {
      if (top_.empty()) return false;
      for (const EventNode& node : top_) top_limit_ = std::max(top_limit_, node.time);
      scratch_.swap(top_);
      top_.clear();
    } else {
      Rung& rung = rungs_[n_rungs_ - 1];
      while (rung.next < rung.n_buckets && rung.buckets[rung.next].n_nodes == 0) ++rung.next;
      if (rung.next == rung.n_buckets) {
        --n_rungs_;
        continue;
      }
      Bucket& bucket = rung.buckets[rung.next++];
      if (bucket.n_nodes <= kMaxBucket) {
        Empty(bucket, nodes);
        return true;
      }
      scratch_.clear();
      Empty(bucket, scratch_);
    }
    if (scratch_.size() > kMaxBucket && AddRung(scratch_)) continue;
    nodes.insert(nodes.end(), scratch_.begin(), scratch_.end());
    return true;
  }
}

void EventLadder::TakeAll(std::vector<EventNode>& nodes) {
  List(nodes);
  Clear();
}

void EventLadder::Clear() {
  top_.clear();
  top_limit_ = -std::numeric_limits<double>::infinity();
  for (Rung& rung : rungs_) std::ranges::fill(rung.buckets, Bucket());
  n_rungs_ = 0;
  chunks_.clear();
  free_chunks_.clear();
}

void EventLadder::List(std::vector<EventNode>& nodes) const {
  nodes.insert(nodes.end(), top_.begin(), top_.end());
  for (size_t k = 0; k < n_rungs_; ++k) {
    for (const Bucket& bucket : rungs_[k].buckets) {
      uint32_t n_here = bucket.n_nodes == 0 ? 0 : (bucket.n_nodes - 1) % kChunk + 1;
      for (uint32_t at = bucket.chunk; at != UINT32_MAX; at = chunks_[at].next) {
        nodes.insert(nodes.end(), chunks_[at].nodes.begin(), chunks_[at].nodes.begin() + n_here);
        n_here = kChunk;
      }
    }
  }
}

}  // namespace kerf::events
