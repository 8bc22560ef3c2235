// Structures that an event calendar could be built on, reduced to what the hold model needs: the time and
// the order of scheduling. bench_events compares them with the calendar of src/events.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kerf::bench {

struct Item {
  double time;
  uint64_t sequence;
  auto operator<(const Item& other) const -> bool {
    return time != other.time ? time < other.time : sequence < other.sequence;
  }
};

// An implicit heap with that many children a node.
template <size_t kChildren>
class ImplicitHeap {
 public:
  void Push(Item item) {
    items_.push_back(item);
    size_t at = items_.size() - 1;
    for (; at > 0 && item < items_[(at - 1) / kChildren]; at = (at - 1) / kChildren) {
      items_[at] = items_[(at - 1) / kChildren];
    }
    items_[at] = item;
  }
  auto Pop() -> Item {
    const Item first = items_[0];
    const Item last = items_.back();
    items_.pop_back();
    if (!items_.empty()) SiftDown(last);
    return first;
  }

 private:
  void SiftDown(Item item) {
    size_t at = 0;
    while (true) {
      const size_t begin = at * kChildren + 1;
      if (begin >= items_.size()) break;
      const size_t end = std::min(begin + kChildren, items_.size());
      size_t best = begin;
      for (size_t child = begin + 1; child < end; ++child) {
        if (items_[child] < items_[best]) best = child;
      }
      if (!(items_[best] < item)) break;
      items_[at] = items_[best];
      at = best;
    }
    items_[at] = item;
  }
  std::vector<Item> items_;
};

// Fredman, Sedgewick, Sleator & Tarjan, "The pairing heap" (1986), two passes.
class PairingHeap {
 public:
  void Push(Item item) {
    uint32_t node = static_cast<uint32_t>(nodes_.size());
    if (free_.empty()) {
      nodes_.push_back({item, kNoNode, kNoNode});
    } else {
      node = free_.back();
      free_.pop_back();
      nodes_[node] = {item, kNoNode, kNoNode};
    }
    root_ = root_ == kNoNode ? node : Link(root_, node);
  }
  auto Pop() -> Item {
    const Item first = nodes_[root_].item;
    free_.push_back(root_);
    pairs_.clear();
    for (uint32_t at = nodes_[root_].child; at != kNoNode;) {
      const uint32_t second = nodes_[at].sibling;
      const uint32_t rest = second == kNoNode ? kNoNode : nodes_[second].sibling;
      pairs_.push_back(second == kNoNode ? at : Link(at, second));
      at = rest;
    }
    root_ = kNoNode;
    for (size_t k = pairs_.size(); k-- > 0;) root_ = root_ == kNoNode ? pairs_[k] : Link(pairs_[k], root_);
    return first;
  }

 private:
  static constexpr uint32_t kNoNode = UINT32_MAX;
  struct Node {
    Item item;
    uint32_t child;
    uint32_t sibling;
  };
  auto Link(uint32_t a, uint32_t b) -> uint32_t {
    if (nodes_[b].item < nodes_[a].item) std::swap(a, b);
    nodes_[b].sibling = nodes_[a].child;
    nodes_[a].child = b;
    return a;
  }
  std::vector<Node> nodes_;
  std::vector<uint32_t> free_;
  std::vector<uint32_t> pairs_;
  uint32_t root_ = kNoNode;
};

// Brown, "Calendar queues" (1988): days of a year; their number follows that of the events, and their width
// is three times the mean distance of the events that are next.
class CalendarQueue {
 public:
  CalendarQueue() : days_(2) {}
  void Push(Item item) {
    Insert(item);
    if (++size_ > 2 * days_.size()) Resize(2 * days_.size());
  }
  auto Pop() -> Item {
    if (size_ < days_.size() / 2 && days_.size() > 2) Resize(days_.size() / 2);
    --size_;
    for (size_t n = 0; n < days_.size(); ++n) {
      std::vector<Item>& today = days_[day_];
      if (!today.empty() && today.back().time < day_end_) return Take(today);
      day_ = (day_ + 1) % days_.size();
      day_end_ += width_;
    }
    // A year without events: go to the first of all.
    auto first = days_.end();
    for (auto day = days_.begin(); day != days_.end(); ++day) {
      if (!day->empty() && (first == days_.end() || day->back() < first->back())) first = day;
    }
    StartAt(first->back().time);
    return Take(*first);
  }

 private:
  static auto Take(std::vector<Item>& day) -> Item {
    const Item item = day.back();
    day.pop_back();
    return item;
  }
  // Each day is sorted, its first event at the end.
  void Insert(Item item) {
    std::vector<Item>& day = days_[static_cast<uint64_t>(item.time / width_) % days_.size()];
    day.insert(
        std::upper_bound(day.begin(), day.end(), item, [](const Item& a, const Item& b) { return b < a; }),
        item);
  }
  void StartAt(double time) {
    const auto number = static_cast<uint64_t>(time / width_);
    day_ = number % days_.size();
    day_end_ = static_cast<double>(number + 1) * width_;
  }
  void Resize(size_t n_days) {
    std::vector<Item> all;
    for (const auto& day : days_) all.insert(all.end(), day.begin(), day.end());
    const size_t n_sampled = std::min<size_t>(all.size(), 25);
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n_sampled), all.end());
    const double span = n_sampled > 1 ? all[n_sampled - 1].time - all[0].time : 0;
    if (span > 0) width_ = 3 * span / static_cast<double>(n_sampled - 1);
    days_.assign(n_days, {});
    StartAt(all.empty() ? 0 : all[0].time);
    for (const Item& item : all) Insert(item);
  }
  std::vector<std::vector<Item>> days_;
  double width_ = 1;
  size_t day_ = 0;
  double day_end_ = 1;
  size_t size_ = 0;
};

}  // namespace kerf::bench
