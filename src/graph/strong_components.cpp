// Tarjan's algorithm of 1972 with an explicit stack.
#include "graph/strong_components.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace kerf::graph {

namespace {

constexpr uint32_t kUnvisited = 0;
// Greater than all numbers, so that a node already emitted never lowers another.
constexpr uint32_t kEmitted = kNone;

// SuccessorsOf maps a node to the span of its successors.
template <typename SuccessorsOf>
class TarjanSearch {
 public:
  TarjanSearch(uint32_t n, SuccessorsOf successors_of)
      : successors_of_(successors_of), number_(n, kUnvisited), low_(n, 0) {}

  // Makes the search pass the node over.
  void Exclude(uint32_t node) { number_[node] = kEmitted; }

  void SearchFrom(uint32_t start) {
    if (number_[start] != kUnvisited) return;
    Enter(start);
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.next == step.successors.size()) {
        Leave();
        continue;
      }
      const uint32_t to = step.successors[step.next++];
      if (number_[to] == kUnvisited) {
        Enter(to);
      } else {
        low_[step.node] = std::min(low_[step.node], number_[to]);
      }
    }
  }

  auto Take() -> Lists { return std::move(components_); }

 private:
  struct Step {
    uint32_t node;
    uint32_t next;
    std::span<const uint32_t> successors;
  };

  void Enter(uint32_t node) {
    number_[node] = low_[node] = ++n_visited_;
    waiting_.push_back(node);
    path_.push_back({node, 0, successors_of_(node)});
  }

  void Leave() {
    const uint32_t node = path_.back().node;
    path_.pop_back();
    if (!path_.empty()) {
      uint32_t& parent_low = low_[path_.back().node];
      parent_low = std::min(parent_low, low_[node]);
    }
    if (low_[node] == number_[node]) EmitFrom(node);
  }

  // The component is all that waits from its first node on.
  void EmitFrom(uint32_t first) {
    size_t begin = waiting_.size();
    do {
      number_[waiting_[--begin]] = kEmitted;
    } while (waiting_[begin] != first);
    AppendList(components_, std::span(waiting_).subspan(begin));
    waiting_.resize(begin);
  }

  SuccessorsOf successors_of_;
  // The order of first visits, from 1, or one of the two marks above.
  std::vector<uint32_t> number_;
  // The least number of a waiting node known to be reachable.
  std::vector<uint32_t> low_;
  std::vector<uint32_t> waiting_;
  std::vector<Step> path_;
  uint32_t n_visited_ = 0;
  Lists components_;
};

}  // namespace

auto StrongComponents(const Lists& successors) -> Lists {
  TarjanSearch search(successors.size(), [&](uint32_t node) { return successors[node]; });
  for (uint32_t node = 0; node < successors.size(); ++node) search.SearchFrom(node);
  return search.Take();
}

auto StrongComponents(const Lists& successors, std::span<const uint32_t> starts) -> Lists {
  TarjanSearch search(successors.size(), [&](uint32_t node) { return successors[node]; });
  for (const uint32_t node : starts) search.SearchFrom(node);
  return search.Take();
}

auto SolutionBlocks(const Bipartite& graph, const Matching& matching) -> Lists {
  TarjanSearch search(graph.n_cols, [&](uint32_t col) { return graph.row(matching.row_of_col[col]); });
  for (uint32_t col = 0; col < graph.n_cols; ++col) {
    if (matching.row_of_col[col] == kNone) search.Exclude(col);
  }
  for (uint32_t col = 0; col < graph.n_cols; ++col) search.SearchFrom(col);
  return search.Take();
}

}  // namespace kerf::graph
