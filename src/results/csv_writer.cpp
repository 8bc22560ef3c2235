// CSV as spreadsheets and scripts read it: comma, one header line, `time` first, one column per signal.
#include <utility>
#include <vector>

#include "base/spreadsheet_text.h"
#include "results/number_text.h"
#include "results/open_files.h"
#include "results/output_file.h"
#include "results/writer.h"

namespace kerf::results {

namespace {

auto QuotedIfNeeded(const std::string& given) -> std::string {
  const std::string name = base::WithoutFormulas(given);
  const bool is_plain = !name.empty() && name.find_first_of(" \t\r\n\",;#'") == std::string::npos;
  if (is_plain) return name;
  std::string quoted = "\"";
  for (const char c : name) {
    quoted += c;
    if (c == '"') quoted += '"';
  }
  return quoted + "\"";
}

class CsvWriter final : public Writer, private OpenFile {
 public:
  CsvWriter(const std::string& path, Layout layout, WriterOptions options)
      : layout_(std::move(layout)), file_(path) {
    if (!file_.error().empty()) Fail(file_.error());
    if (const std::string wrong = CheckLayout(layout_); !wrong.empty()) Fail(path + ": " + wrong);
    if (error().empty()) WriteHeader(options);
    Register();
  }

  ~CsvWriter() override {
    Unregister();
    Finish();
  }

  auto Append(std::span<const double> row) -> bool override {
    const auto lock = Lock();
    if (!Accepts(row, layout_)) return false;
    line_.clear();
    AppendNumber(line_, row[0]);
    for (const Signal& signal : shown_) {
      line_ += ',';
      AppendNumber(line_, ValueOf(signal, layout_, row));
    }
    line_ += '\n';
    file_.Put(line_);
    if (++n_rows_ >= kRowsPerFlush || file_.IsFlushDue()) WriteRows();
    return !file_.has_failed() || Fail(file_.error());
  }

  auto Finish() -> bool override {
    const auto lock = Lock();
    if (!BeginsToFinish()) return error().empty();
    return file_.Close() || Fail(file_.error());
  }

 private:
  [[nodiscard]] auto IsDue() const -> bool override { return file_.IsFlushDue(); }
  void WriteRows() noexcept override {
    n_rows_ = 0;
    file_.Flush();
  }

  void WriteHeader(WriterOptions options) {
    std::string header = "time";
    for (const Signal& signal : layout_.signals) {
      if (IsTime(signal) || (signal.constant && !options.parameters)) continue;
      header += ',' + QuotedIfNeeded(signal.name);
      shown_.push_back(signal);
    }
    // A model may have a million names; the header was the last to need them all.
    layout_.signals = {};
    file_.Put(header + '\n');
    if (!file_.Flush()) Fail(file_.error());
  }

  Layout layout_;
  std::vector<Signal> shown_;
  OutputFile file_;
  std::string line_;
  uint32_t n_rows_ = 0;
};

}  // namespace

auto OpenCsvWriter(const std::string& path, Layout layout, WriterOptions options) -> std::unique_ptr<Writer> {
  return std::make_unique<CsvWriter>(path, std::move(layout), options);
}

}  // namespace kerf::results
