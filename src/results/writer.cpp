// What all sinks share, and the choice of one by file name.
#include "results/writer.h"

#include <fmt/format.h>

#include <utility>

#include "results/extension.h"

namespace kerf::results {

namespace {

// Stands for a file whose kind is not known: every call fails with the same text.
class RefusingWriter : public Writer {
 public:
  explicit RefusingWriter(std::string text) { Fail(std::move(text)); }
  auto Append(std::span<const double> /*row*/) -> bool override { return false; }
  auto Finish() -> bool override { return false; }
};

}  // namespace

auto Writer::Fail(std::string text) -> bool {
  if (error_.empty()) error_ = std::move(text);
  return false;
}

auto Writer::Accepts(std::span<const double> row, const Layout& layout) -> bool {
  if (!error_.empty()) return false;
  if (is_finished_) return Fail("a row was given after the last one");
  if (row.size() == layout.n_columns) return true;
  return Fail(
      fmt::format("a row of {} values was given where {} are expected", row.size(), layout.n_columns));
}

auto Writer::BeginsToFinish() -> bool {
  if (is_finished_ || !error_.empty()) return false;
  return is_finished_ = true;
}

auto OpenWriter(const std::string& path, Layout layout, WriterOptions options) -> std::unique_ptr<Writer> {
  const std::string extension = LowerExtension(path);
  if (extension == ".mat") return OpenMatWriter(path, std::move(layout));
  if (extension == ".csv") return OpenCsvWriter(path, std::move(layout), options);
  return std::make_unique<RefusingWriter>(UnknownExtensionText(path));
}

}  // namespace kerf::results
