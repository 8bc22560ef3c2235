// Columns of a sparse matrix that do not depend on each other, chosen greedily in the order in which they are
// offered (elimination by columns with the largest pivot).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kerf::transform {

class IndependentColumns {
 public:
  using Entry = std::pair<uint32_t, double>;

  explicit IndependentColumns(uint32_t n_rows) : is_pivot_(n_rows, false), x_(n_rows, 0.0) {}

  // Takes the column if it is independent of those taken. Entries are (row, value), each row once.
  auto TryAdd(std::span<const Entry> column) -> bool;
  [[nodiscard]] auto size() const -> uint32_t { return static_cast<uint32_t>(pivots_.size()); }

 private:
  // What is left of a column below its pivot, relative to it.
  struct Pivot {
    uint32_t row;
    std::vector<Entry> below;
  };
  std::vector<Pivot> pivots_;
  std::vector<bool> is_pivot_;
  // The column at hand, dense, and the rows in which it may not be zero.
  std::vector<double> x_;
  std::vector<uint32_t> touched_;
};

}  // namespace kerf::transform
