// Building and transposing compressed rows in one sweep each (Gustavson, Two fast algorithms for sparse
// matrices: multiplication and permuted transposition, ACM TOMS 4, 1978).
#include "graph/bipartite.h"

#include <utility>

#include "base/check.h"

namespace kerf::graph {

void AppendRow(Bipartite& graph, std::span<const uint32_t> distinct_cols) {
  KERF_CHECK(graph.cols.size() + distinct_cols.size() < kNone);
  for (const uint32_t col : distinct_cols) {
    KERF_CHECK(col < graph.n_cols);
    graph.cols.push_back(col);
  }
  graph.row_begin.push_back(static_cast<uint32_t>(graph.cols.size()));
  ++graph.n_rows;
}

BipartiteBuilder::BipartiteBuilder(uint32_t n_cols) : last_row_(n_cols, 0) { graph_.n_cols = n_cols; }

auto BipartiteBuilder::AddRow(std::span<const uint32_t> cols) -> uint32_t {
  KERF_CHECK(graph_.cols.size() + cols.size() < kNone);
  const uint32_t row = graph_.n_rows++;
  for (const uint32_t col : cols) {
    KERF_CHECK(col < graph_.n_cols);
    if (last_row_[col] == row + 1) continue;
    last_row_[col] = row + 1;
    graph_.cols.push_back(col);
  }
  graph_.row_begin.push_back(static_cast<uint32_t>(graph_.cols.size()));
  return row;
}

auto BipartiteBuilder::Take() -> Bipartite {
  const uint32_t n_cols = graph_.n_cols;
  last_row_.assign(n_cols, 0);
  Bipartite taken = std::exchange(graph_, Bipartite{});
  graph_.n_cols = n_cols;
  return taken;
}

auto Transpose(const Bipartite& graph) -> Bipartite {
  Bipartite result;
  result.n_rows = graph.n_cols;
  result.n_cols = graph.n_rows;
  result.row_begin.assign(graph.n_cols + size_t{1}, 0);
  result.cols.resize(graph.cols.size());
  for (const uint32_t col : graph.cols) ++result.row_begin[col + size_t{1}];
  for (uint32_t col = 0; col < graph.n_cols; ++col)
    result.row_begin[col + size_t{1}] += result.row_begin[col];
  std::vector<uint32_t> next(result.row_begin.begin(), result.row_begin.end() - 1);
  for (uint32_t row = 0; row < graph.n_rows; ++row) {
    for (const uint32_t col : graph.row(row)) result.cols[next[col]++] = row;
  }
  return result;
}

}  // namespace kerf::graph
