// Which variables (columns) occur in which equations (rows), in compressed rows: the input of most algorithms
// here.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/lists.h"

namespace kerf::graph {

struct Bipartite {
  uint32_t n_rows = 0;
  uint32_t n_cols = 0;
  // Row r is cols[row_begin[r]] … cols[row_begin[r + 1] - 1]: each column once, in the order of occurrence,
  // which decides between equally good results and therefore shows in printed output.
  std::vector<uint32_t> row_begin{0};
  std::vector<uint32_t> cols;

  [[nodiscard]] auto row(uint32_t r) const -> std::span<const uint32_t> {
    return {cols.data() + row_begin[r], cols.data() + row_begin[r + 1]};
  }
};

// Appends a row whose columns are known to differ and to be less than n_cols.
void AppendRow(Bipartite& graph, std::span<const uint32_t> distinct_cols);

// Builds a graph from rows as they occur in a model, where a column may be named more than once.
class BipartiteBuilder {
 public:
  explicit BipartiteBuilder(uint32_t n_cols);

  // Appends a row and returns its number. Of equal columns the first stays.
  auto AddRow(std::span<const uint32_t> cols) -> uint32_t;
  auto Take() -> Bipartite;

 private:
  Bipartite graph_;
  // The last row in which a column was named, plus one.
  std::vector<uint32_t> last_row_;
};

// Rows become columns and columns rows; the rows of each column stand in ascending order.
auto Transpose(const Bipartite& graph) -> Bipartite;

}  // namespace kerf::graph
