// A sink that keeps the run in memory as a table, for tests, plots and comparisons.
#pragma once

#include <vector>

#include "results/table.h"
#include "results/writer.h"

namespace kerf::results {

class MemoryWriter : public Writer {
 public:
  explicit MemoryWriter(Layout layout, WriterOptions options = {});

  auto Append(std::span<const double> row) -> bool override;
  auto Finish() -> bool override;

  // What has been appended so far: `time` first, then the signals with aliases in the order of the layout.
  [[nodiscard]] auto table() const -> const Table& { return table_; }

 private:
  Layout layout_;
  std::vector<Signal> shown_;
  Table table_;
};

}  // namespace kerf::results
