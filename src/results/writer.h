// Where a run sends its rows. A sink streams: its memory does not grow with the number of rows, and a file
// that is cut short because the run was killed can be read up to the last flush, which is at most about a
// second old when a row arrives. Two rows with equal time are normal: the values before and after an event.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "results/signals.h"

namespace kerf::results {

class Writer {
 public:
  Writer() = default;
  Writer(const Writer&) = delete;
  auto operator=(const Writer&) -> Writer& = delete;
  virtual ~Writer() = default;

  // Takes one row of Layout::n_columns values, time first. False means that error() says what went wrong; it
  // stays so.
  virtual auto Append(std::span<const double> row) -> bool = 0;
  // Writes what is left and closes. Must be called once, after the last row; destruction alone also closes
  // but cannot report.
  virtual auto Finish() -> bool = 0;

  [[nodiscard]] auto error() const -> const std::string& { return error_; }

 protected:
  // Keeps the first error and returns false.
  auto Fail(std::string text) -> bool;
  // True if nothing failed so far and the row has the right length.
  auto Accepts(std::span<const double> row, const Layout& layout) -> bool;
  // True for the first call of Finish, if nothing failed so far.
  auto BeginsToFinish() -> bool;

 private:
  std::string error_;
  bool is_finished_ = false;
};

struct WriterOptions {
  // Whether parameters become columns of a CSV file or a table in memory. A MAT file always has them: they
  // cost nothing.
  bool parameters = false;
};

// Each returns a sink whose error() is set already if the file cannot be written.
auto OpenCsvWriter(const std::string& path, Layout layout, WriterOptions options = {})
    -> std::unique_ptr<Writer>;
auto OpenMatWriter(const std::string& path, Layout layout) -> std::unique_ptr<Writer>;
// Picks by extension: .mat, else CSV for .csv; another extension is an error.
auto OpenWriter(const std::string& path, Layout layout, WriterOptions options = {})
    -> std::unique_ptr<Writer>;

}  // namespace kerf::results
