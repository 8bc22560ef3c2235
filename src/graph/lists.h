// Lists of integers end to end (compressed rows): successors of nodes, nodes of blocks, predecessors of
// blocks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kerf::graph {

// Stands for "no row", "no column", "no derivative".
inline constexpr uint32_t kNone = 0xFFFF'FFFF;

struct Lists {
  // List i is items[begin[i]] … items[begin[i + 1] - 1].
  std::vector<uint32_t> begin{0};
  std::vector<uint32_t> items;

  [[nodiscard]] auto size() const -> uint32_t { return static_cast<uint32_t>(begin.size() - 1); }
  auto operator[](uint32_t i) const -> std::span<const uint32_t> {
    return {items.data() + begin[i], items.data() + begin[i + 1]};
  }
};

inline void AppendList(Lists& lists, std::span<const uint32_t> list) {
  lists.items.insert(lists.items.end(), list.begin(), list.end());
  lists.begin.push_back(static_cast<uint32_t>(lists.items.size()));
}

}  // namespace kerf::graph
