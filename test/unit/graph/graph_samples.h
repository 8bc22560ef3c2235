// Graphs for the tests of this folder: written out by hand, random, and large.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "graph/bipartite.h"
#include "graph/lists.h"

namespace kerf::graph {

using Numbers = std::vector<uint32_t>;

inline auto MakeGraph(uint32_t n_cols, const std::vector<Numbers>& rows) -> Bipartite {
  BipartiteBuilder builder(n_cols);
  for (const Numbers& row : rows) builder.AddRow(row);
  return builder.Take();
}

inline auto MakeLists(const std::vector<Numbers>& lists) -> Lists {
  Lists result;
  for (const Numbers& list : lists) AppendList(result, list);
  return result;
}

inline auto AsVectors(const Lists& lists) -> std::vector<Numbers> {
  std::vector<Numbers> result;
  for (uint32_t i = 0; i < lists.size(); ++i) result.emplace_back(lists[i].begin(), lists[i].end());
  return result;
}

// Rows of 0 to `max_row` columns in random order.
inline auto RandomGraph(std::mt19937& random, uint32_t n_rows, uint32_t n_cols, uint32_t max_row)
    -> Bipartite {
  BipartiteBuilder builder(n_cols);
  for (uint32_t r = 0; r < n_rows; ++r) {
    Numbers row(random() % (max_row + 1));
    for (uint32_t& col : row) col = static_cast<uint32_t>(random() % n_cols);
    builder.AddRow(row);
  }
  return builder.Take();
}

// The five-point pattern on a grid of k times k points.
inline auto GridGraph(uint32_t k) -> Bipartite {
  BipartiteBuilder builder(k * k);
  for (uint32_t i = 0; i < k; ++i) {
    for (uint32_t j = 0; j < k; ++j) {
      Numbers row{i * k + j};
      if (i > 0) row.push_back((i - 1) * k + j);
      if (i + 1 < k) row.push_back((i + 1) * k + j);
      if (j > 0) row.push_back(i * k + j - 1);
      if (j + 1 < k) row.push_back(i * k + j + 1);
      builder.AddRow(row);
    }
  }
  return builder.Take();
}

// The same graph with rows, columns and the columns within rows in random order.
inline auto Shuffled(std::mt19937& random, const Bipartite& graph) -> Bipartite {
  Numbers rows(graph.n_rows);
  Numbers new_cols(graph.n_cols);
  std::iota(rows.begin(), rows.end(), 0U);
  std::iota(new_cols.begin(), new_cols.end(), 0U);
  std::ranges::shuffle(rows, random);
  std::ranges::shuffle(new_cols, random);
  BipartiteBuilder builder(graph.n_cols);
  for (const uint32_t r : rows) {
    Numbers row;
    for (const uint32_t col : graph.row(r)) row.push_back(new_cols[col]);
    std::ranges::shuffle(row, random);
    builder.AddRow(row);
  }
  return builder.Take();
}

inline auto TridiagonalGraph(uint32_t n) -> Bipartite {
  BipartiteBuilder builder(n);
  for (uint32_t i = 0; i < n; ++i) {
    Numbers row{i};
    if (i > 0) row.push_back(i - 1);
    if (i + 1 < n) row.push_back(i + 1);
    builder.AddRow(row);
  }
  return builder.Take();
}

// Row i holds columns i and i + 1, the last row column 0 alone: the last row moves all earlier assignments
// along.
inline auto LongPathGraph(uint32_t n) -> Bipartite {
  BipartiteBuilder builder(n);
  for (uint32_t i = 0; i + 1 < n; ++i) builder.AddRow(Numbers{i, i + 1});
  builder.AddRow(Numbers{0});
  return builder.Take();
}

}  // namespace kerf::graph
