// The coarse decomposition of Dulmage and Mendelsohn (1958) by two searches along alternating paths.
#include "graph/dulmage_mendelsohn.h"

#include "base/check.h"

namespace kerf::graph {

namespace {

struct Reached {
  std::vector<bool> rows;
  std::vector<bool> cols;
};

// What is reached from the unassigned rows by going from a row to all its columns, and from a column to its
// own row.
auto ReachFromUnassigned(const Bipartite& graph, const std::vector<uint32_t>& col_of_row,
                         const std::vector<uint32_t>& row_of_col) -> Reached {
  Reached reached{std::vector<bool>(graph.n_rows), std::vector<bool>(graph.n_cols)};
  std::vector<uint32_t> open_rows;
  for (uint32_t row = 0; row < graph.n_rows; ++row) {
    if (col_of_row[row] != kNone) continue;
    reached.rows[row] = true;
    open_rows.push_back(row);
  }
  while (!open_rows.empty()) {
    const uint32_t from = open_rows.back();
    open_rows.pop_back();
    for (const uint32_t col : graph.row(from)) {
      if (reached.cols[col]) continue;
      reached.cols[col] = true;
      const uint32_t row = row_of_col[col];
      // An unassigned column here would end an augmenting path, and the matching would not be maximum.
      KERF_CHECK(row != kNone);
      if (reached.rows[row]) continue;
      reached.rows[row] = true;
      open_rows.push_back(row);
    }
  }
  return reached;
}

// Distributes 0 … n-1 to the three lists.
void Split(const std::vector<bool>& is_over, const std::vector<bool>& is_under, std::vector<uint32_t>& over,
           std::vector<uint32_t>& well, std::vector<uint32_t>& under) {
  for (uint32_t i = 0; i < is_over.size(); ++i) {
    std::vector<uint32_t>& list = is_over[i] ? over : is_under[i] ? under : well;
    list.push_back(i);
  }
}

}  // namespace

auto DulmageMendelsohn(const Bipartite& graph, const Matching& matching) -> Determinacy {
  const Reached over = ReachFromUnassigned(graph, matching.col_of_row, matching.row_of_col);
  // The under-determined part is the over-determined one of the transposed graph.
  const Reached under = ReachFromUnassigned(Transpose(graph), matching.row_of_col, matching.col_of_row);
  Determinacy parts;
  Split(over.rows, under.cols, parts.over.rows, parts.well.rows, parts.under.rows);
  Split(over.cols, under.rows, parts.over.cols, parts.well.cols, parts.under.cols);
  return parts;
}

}  // namespace kerf::graph
