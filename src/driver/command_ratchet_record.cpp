// kerf ratchet: recorded files. Tab-separated and sorted by name, with the library and its version in the
// first line, so that a change of the compiler shows as a change of a few lines.
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <map>

#include <fmt/format.h>

#include "driver/command_ratchet.h"

namespace kerf::driver {

namespace {

constexpr std::string_view kTitle = "# kerf ratchet ";
constexpr std::string_view kHeader = "example\tstage\tunknowns\tequations\tfirst error";

auto SplitTabs(std::string_view line) -> std::vector<std::string_view> {
  std::vector<std::string_view> fields;
  while (true) {
    const size_t tab = line.find('\t');
    fields.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return fields;
    line.remove_prefix(tab + 1);
  }
}

auto TryCount(std::string_view text) -> std::optional<uint64_t> {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

auto TryRow(std::string_view line) -> std::optional<ExampleRow> {
  const std::vector<std::string_view> fields = SplitTabs(line);
  if (fields.size() != 5 || fields[0].empty()) return std::nullopt;
  const auto stage = TryStage(fields[1]);
  const auto unknowns = TryCount(fields[2]);
  const auto equations = TryCount(fields[3]);
  if (!stage || !unknowns || !equations) return std::nullopt;
  return ExampleRow{std::string(fields[0]), *stage, *unknowns, *equations, std::string(fields[4])};
}

}  // namespace

auto ReadRecord(const std::string& path) -> Record {
  Record record;
  errno = 0;
  std::ifstream file(path);
  if (!file) return record.error = fmt::format("cannot read: {}", std::strerror(errno)), record;
  std::string line;
  for (size_t number = 1; std::getline(file, line); ++number) {
    if (number == 1 && line.starts_with(kTitle)) {
      record.library = line.substr(kTitle.size());
      continue;
    }
    if (line == kHeader) continue;
    auto row = TryRow(line);
    if (!row) return record.error = fmt::format("line {} is not a row of a record", number), record;
    record.rows.push_back(std::move(*row));
  }
  std::ranges::sort(record.rows, {}, &ExampleRow::name);
  return record;
}

auto WriteRecord(const std::string& path, const Record& record) -> std::string {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << kTitle << record.library << '\n' << kHeader << '\n';
  for (const ExampleRow& row : record.rows) {
    file << fmt::format("{}\t{}\t{}\t{}\t{}\n", row.name, StageName(row.stage), row.unknowns, row.equations,
                        row.error);
  }
  file.close();
  return file ? "" : std::strerror(errno);
}

void Merge(const std::vector<ExampleRun>& runs, Stage last_stage, Record& record) {
  std::map<std::string, ExampleRow> rows;
  for (const ExampleRow& row : record.rows) rows[row.name] = row;
  for (const ExampleRun& run : runs) {
    ExampleRow& row = rows[run.row.name];
    const bool stays = run.row.stage >= last_stage && row.stage >= last_stage;
    if (!stays) row = run.row;
  }
  record.rows.clear();
  for (auto& [name, row] : rows) record.rows.push_back(std::move(row));
}

auto CheckRecord(const std::vector<ExampleRun>& runs, Stage last_stage, const Record& record) -> RecordCheck {
  RecordCheck check;
  for (const ExampleRun& run : runs) {
    const auto row = std::ranges::lower_bound(record.rows, run.row.name, {}, &ExampleRow::name);
    if (row == record.rows.end() || row->name != run.row.name) {
      ++check.n_new;
      continue;
    }
    // A run that is not asked to go further cannot fall back further.
    const Stage before = std::min(row->stage, last_stage);
    if (run.row.stage < before) check.falls.push_back({*row, run.row.stage, run.row.error});
    if (run.row.stage > before) ++check.n_better;
  }
  return check;
}

auto WriteDetails(const std::string& path, const std::vector<ExampleRun>& runs) -> std::string {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << "example\tstage\tseconds\tMB\tfirst error\ttext\n";
  for (const ExampleRun& run : runs) {
    file << fmt::format("{}\t{}\t{:.3f}\t{:.1f}\t{}\t{}\n", run.row.name, StageName(run.row.stage),
                        run.seconds, run.megabytes, run.row.error, run.text);
  }
  file.close();
  return file ? "" : std::strerror(errno);
}

}  // namespace kerf::driver
