// A heap of event nodes with four children each, after LaMarca & Ladner, "The influence of caches on the
// performance of heaps" (1996).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "events/event_node.h"

namespace kerf::events {

class EventHeap {
 public:
  void Push(const EventNode& node) {
    nodes_.push_back(node);
    SiftUp(node, nodes_.size() - 1);
  }
  void Pop() {
    const EventNode last = nodes_.back();
    nodes_.pop_back();
    if (!nodes_.empty()) SiftDown(last, 0);
  }
  [[nodiscard]] auto IsEmpty() const -> bool { return nodes_.empty(); }
  [[nodiscard]] auto First() const -> const EventNode& { return nodes_[0]; }
  [[nodiscard]] auto nodes() -> std::vector<EventNode>& { return nodes_; }
  [[nodiscard]] auto nodes() const -> const std::vector<EventNode>& { return nodes_; }

 private:
  static constexpr size_t kChildren = 4;

  void SiftUp(const EventNode& node, size_t at) {
    for (; at > 0 && IsBefore(node, nodes_[(at - 1) / kChildren]); at = (at - 1) / kChildren) {
      nodes_[at] = nodes_[(at - 1) / kChildren];
    }
    nodes_[at] = node;
  }
  void SiftDown(const EventNode& node, size_t at) {
    while (true) {
      const size_t begin = at * kChildren + 1;
      if (begin >= nodes_.size()) break;
      const size_t end = std::min(begin + kChildren, nodes_.size());
      size_t best = begin;
      for (size_t child = begin + 1; child < end; ++child) {
        if (IsBefore(nodes_[child], nodes_[best])) best = child;
      }
      if (!IsBefore(nodes_[best], node)) break;
      nodes_[at] = nodes_[best];
      at = best;
    }
    nodes_[at] = node;
  }

  std::vector<EventNode> nodes_;
};

}  // namespace kerf::events
