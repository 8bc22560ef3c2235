// A sink that keeps the run in memory as a table.
#include "results/memory_writer.h"

#include <utility>

namespace kerf::results {

MemoryWriter::MemoryWriter(Layout layout, WriterOptions options) : layout_(std::move(layout)) {
  if (const std::string wrong = CheckLayout(layout_); !wrong.empty()) Fail(wrong);
  table_.names.emplace_back("time");
  for (const Signal& signal : layout_.signals) {
    if (IsTime(signal) || (signal.constant && !options.parameters)) continue;
    shown_.push_back(signal);
    table_.names.push_back(signal.name);
  }
  table_.columns.resize(table_.names.size());
}

auto MemoryWriter::Append(std::span<const double> row) -> bool {
  if (!Accepts(row, layout_)) return false;
  table_.columns[0].push_back(row[0]);
  for (size_t i = 0; i < shown_.size(); ++i) {
    table_.columns[i + 1].push_back(ValueOf(shown_[i], layout_, row));
  }
  return true;
}

auto MemoryWriter::Finish() -> bool {
  BeginsToFinish();
  return error().empty();
}

}  // namespace kerf::results
