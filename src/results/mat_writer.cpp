// Trajectories as MAT v4 in the manner of Dymola ("Atrajectory" 1.1, "binTrans"): text and data transposed,
// so that one point in time is one run of bytes and rows can be appended. The matrix of trajectories comes
// last in the file; its column count in the header is patched after its data at each flush, so the file is
// whole at every moment.
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "results/mat_format.h"
#include "results/open_files.h"
#include "results/output_file.h"
#include "results/writer.h"

namespace kerf::results {

namespace {

class MatWriter final : public Writer, private OpenFile {
 public:
  MatWriter(const std::string& path, Layout layout) : path_(path), layout_(std::move(layout)), file_(path) {
    if (!file_.error().empty()) Fail(file_.error());
    if (const std::string wrong = CheckLayout(layout_); !wrong.empty()) Fail(path + ": " + wrong);
    if (error().empty()) WriteHead();
    Register();
  }

  ~MatWriter() override {
    Unregister();
    Finish();
  }

  auto Append(std::span<const double> row) -> bool override {
    const auto lock = Lock();
    if (!Accepts(row, layout_)) return false;
    // Columns are counted in 32 bits by the format.
    if (n_points_ == std::numeric_limits<int32_t>::max())
      return Fail(path_ + ": too many points for a MAT file");
    if (n_points_ == 0) start_time_ = row[0];
    stop_time_ = row[0];
    file_.Put({reinterpret_cast<const char*>(row.data()), row.size_bytes()});
    ++n_points_;
    if (++n_unflushed_ >= kRowsPerFlush || file_.IsFlushDue()) WriteRows();
    return !file_.has_failed() || Fail(file_.error());
  }

  auto Finish() -> bool override {
    const auto lock = Lock();
    if (!BeginsToFinish()) return error().empty();
    WriteRows();
    return file_.Close() || Fail(file_.error());
  }

 private:
  void WriteHead();
  void PutHeader(const char* name, int32_t type, size_t n_rows, size_t n_columns);
  // One text per column, padded with blanks.
  void PutTexts(const char* name, const std::vector<std::string>& texts);
  void PutKind();
  void PutDataInfo();
  void PutConstants();
  [[nodiscard]] auto IsDue() const -> bool override { return file_.IsFlushDue(); }
  void WriteRows() noexcept override;

  std::string path_;
  Layout layout_;
  OutputFile file_;
  int32_t n_points_ = 0;
  uint32_t n_unflushed_ = 0;
  double start_time_ = 0;
  double stop_time_ = 0;
  // Places that WriteRows patches.
  off_t start_time_offset_ = 0;
  off_t stop_time_offset_ = 0;
  off_t n_points_offset_ = 0;
};

void MatWriter::PutHeader(const char* name, int32_t type, size_t n_rows, size_t n_columns) {
  PutMatrixHeader(file_, name, type, n_rows, n_columns);
}

void MatWriter::PutTexts(const char* name, const std::vector<std::string>& texts) {
  size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  PutHeader(name, kTextType, longest, texts.size());
  for (std::string text : texts) {
    text.resize(longest, ' ');
    file_.Put(text);
  }
}

// The one matrix that is not transposed: four lines of text, stored column by column.
void MatWriter::PutKind() {
  const std::vector<std::string> lines{"Atrajectory", "1.1", "", "binTrans"};
  const size_t width = lines[0].size();
  PutHeader("Aclass", kTextType, lines.size(), width);
  for (size_t column = 0; column < width; ++column) {
    for (const std::string& line : lines) file_.Put({column < line.size() ? &line[column] : " ", 1});
  }
}

// Per signal: which matrix (0 is time), which row of it counted from 1 with the sign of the alias, linear
// interpolation, no extrapolation.
void MatWriter::PutDataInfo() {
  PutHeader("dataInfo", kInt32Type, 4, layout_.signals.size());
  for (const Signal& signal : layout_.signals) {
    // Row 1 of either matrix is time.
    const int32_t index = static_cast<int32_t>(signal.column) + (signal.constant ? 2 : 1);
    const int32_t matrix = IsTime(signal) ? 0 : signal.constant ? 1 : 2;
    for (const int32_t entry : {matrix, signal.negated ? -index : index, 0, -1}) file_.Put(BytesOf(entry));
  }
}

// Time and the parameters at start and stop.
void MatWriter::PutConstants() {
  PutHeader("data_1", kDoubleType, layout_.constants.size() + 1, 2);
  for (off_t* offset : {&start_time_offset_, &stop_time_offset_}) {
    *offset = static_cast<off_t>(file_.size());
    file_.Put(BytesOf(0.0));
    for (const double value : layout_.constants) file_.Put(BytesOf(value));
  }
}

void MatWriter::WriteHead() {
  // Readers expect time as the first signal.
  const auto time = std::ranges::find_if(layout_.signals, IsTime);
  Signal first{.name = "time", .description = "Time", .unit = "s"};
  if (time != layout_.signals.end()) {
    first = *time;
    layout_.signals.erase(time);
  }
  layout_.signals.insert(layout_.signals.begin(), first);

  std::vector<std::string> names;
  std::vector<std::string> descriptions;
  for (const Signal& signal : layout_.signals) {
    names.push_back(signal.name);
    descriptions.push_back(DescriptionText(signal));
  }
  PutKind();
  PutTexts("name", names);
  PutTexts("description", descriptions);
  PutDataInfo();
  PutConstants();
  n_points_offset_ = static_cast<off_t>(file_.size() + offsetof(MatrixHeader, n_columns));
  PutHeader("data_2", kDoubleType, layout_.n_columns, 0);
  // Names are needed no more; a model may have a million.
  layout_.signals = {};
  if (!file_.Flush()) Fail(file_.error());
}

void MatWriter::WriteRows() noexcept {
  n_unflushed_ = 0;
  if (!file_.Flush()) return;
  file_.Patch(n_points_offset_, BytesOf(n_points_));
  file_.Patch(start_time_offset_, BytesOf(start_time_));
  file_.Patch(stop_time_offset_, BytesOf(stop_time_));
}

}  // namespace

auto OpenMatWriter(const std::string& path, Layout layout) -> std::unique_ptr<Writer> {
  return std::make_unique<MatWriter>(path, std::move(layout));
}

}  // namespace kerf::results
