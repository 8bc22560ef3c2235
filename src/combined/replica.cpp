// See replica.h. One list of members serves for writing and reading.
#include "combined/replica.h"

#include <type_traits>
#include <utility>

namespace kerf::combined {

namespace {

class Writer {
 public:
  static constexpr bool kReads = false;
  template <typename T>
  void Raw(T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void Chars(std::string& text) { bytes += text; }
  auto Size(size_t n) -> size_t {
    Raw(n);
    return n;
  }
  std::string bytes;
};

class Reader {
 public:
  static constexpr bool kReads = true;
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  template <typename T>
  void Raw(T& value) {
    if (!Has(sizeof value)) return;
    bytes_.copy(reinterpret_cast<char*>(&value), sizeof value);
    bytes_.remove_prefix(sizeof value);
  }
  void Chars(std::string& text) {
    if (!Has(text.size())) return;
    text.assign(bytes_.substr(0, text.size()));
    bytes_.remove_prefix(text.size());
  }
  // Nothing has more elements than there are bytes left.
  auto Size(size_t) -> size_t {
    size_t n = 0;
    Raw(n);
    if (n > bytes_.size() + 1) is_good_ = false;
    return is_good_ ? n : 0;
  }
  [[nodiscard]] auto IsGood() const -> bool { return is_good_ && bytes_.empty(); }

 private:
  auto Has(size_t n) -> bool {
    is_good_ = is_good_ && n <= bytes_.size();
    return is_good_;
  }

  std::string_view bytes_;
  bool is_good_ = true;
};

template <typename T>
inline constexpr bool kIsRaw = std::is_trivially_copyable_v<T>;

template <typename Archive, typename T>
  requires kIsRaw<T>
void Exchange(Archive& archive, T& value) {
  archive.Raw(value);
}

template <typename Archive>
void Exchange(Archive& archive, std::string& text) {
  text.resize(archive.Size(text.size()));
  archive.Chars(text);
}

template <typename Archive, typename T>
void Exchange(Archive& archive, std::vector<T>& all);

template <typename Archive>
void Exchange(Archive& archive, EventRecord& one) {
  Exchange(archive, one.time);
  Exchange(archive, one.name);
}

template <typename Archive>
void Exchange(Archive& archive, CollectRecord& one) {
  Exchange(archive, one.name);
  Exchange(archive, one.values);
  Exchange(archive, one.interval);
}

template <typename Archive>
void Exchange(Archive& archive, TimeRecord& one) {
  Exchange(archive, one.name);
  for (double* value : {&one.mean, &one.deviation, &one.least, &one.most}) Exchange(archive, *value);
}

template <typename Archive>
void Exchange(Archive& archive, FileRecord& one) {
  Exchange(archive, one.name);
  for (double* value : {&one.mean_length, &one.most, &one.mean_wait}) Exchange(archive, *value);
  Exchange(archive, one.n_now);
}

template <typename Archive>
void Exchange(Archive& archive, ResourceRecord& one) {
  Exchange(archive, one.name);
  Exchange(archive, one.capacity);
  Exchange(archive, one.mean_use);
  Exchange(archive, one.mean_holding);
  Exchange(archive, one.n_seized);
}

template <typename Archive>
void Exchange(Archive& archive, std::pair<std::string, events::Histogram>& one) {
  Exchange(archive, one.first);
  double width = one.second.width();
  double first_limit = one.second.first_limit();
  std::vector<uint64_t> counts = one.second.counts();
  uint64_t n = one.second.n();
  uint64_t n_not_numbers = one.second.n_not_numbers();
  Exchange(archive, width);
  Exchange(archive, first_limit);
  Exchange(archive, counts);
  Exchange(archive, n);
  Exchange(archive, n_not_numbers);
  if constexpr (Archive::kReads)
    one.second = events::Histogram(width, first_limit, std::move(counts), n, n_not_numbers);
}

template <typename Archive>
void Exchange(Archive& archive, RunRecord& run) {
  Exchange(archive, run.frame);
  Exchange(archive, run.replication);
  Exchange(archive, run.ok);
  Exchange(archive, run.start);
  Exchange(archive, run.end);
  Exchange(archive, run.list_cells);
  Exchange(archive, run.list_values);
  Exchange(archive, run.rows);
  Exchange(archive, run.is_kept);
  Exchange(archive, run.cells);
  Exchange(archive, run.events);
  Exchange(archive, run.n_events);
  Exchange(archive, run.n_moves);
  Exchange(archive, run.collects);
  Exchange(archive, run.time_values);
  Exchange(archive, run.files);
  Exchange(archive, run.resources);
  Exchange(archive, run.histograms);
  Exchange(archive, run.grid_indicators);
  Exchange(archive, run.cell_peclets);
  Exchange(archive, run.statistics);
  Exchange(archive, run.solver);
}

template <typename Archive>
void Exchange(Archive& archive, PrintedLine& line) {
  Exchange(archive, line.is_trace);
  Exchange(archive, line.text);
}

template <typename Archive>
void Exchange(Archive& archive, diag::Note& note) {
  Exchange(archive, note.span);
  Exchange(archive, note.text);
}

// The text of the code is the same one in both processes.
template <typename Archive>
void Exchange(Archive& archive, diag::Diagnostic& one) {
  Exchange(archive, one.code);
  Exchange(archive, one.level);
  Exchange(archive, one.span);
  Exchange(archive, one.text);
  Exchange(archive, one.notes);
}

template <typename T>
auto Blank() -> T {
  return T{};
}
template <>
auto Blank<std::pair<std::string, events::Histogram>>() -> std::pair<std::string, events::Histogram> {
  return {"", events::Histogram(1, 1, 0)};
}

template <typename Archive, typename T>
void Exchange(Archive& archive, std::vector<T>& all) {
  all.resize(archive.Size(all.size()), Blank<T>());
  for (T& one : all) Exchange(archive, one);
}

template <typename Archive>
void Exchange(Archive& archive, Replica& replica) {
  Exchange(archive, replica.ok);
  Exchange(archive, replica.records);
  Exchange(archive, replica.cross_rows);
  Exchange(archive, replica.lines);
  Exchange(archive, replica.diagnostics);
}

}  // namespace

auto Pack(Replica& replica) -> std::string {
  Writer writer;
  Exchange(writer, replica);
  return std::move(writer.bytes);
}

auto Unpack(std::string_view bytes) -> std::optional<Replica> {
  Reader reader(bytes);
  Replica replica;
  Exchange(reader, replica);
  if (!reader.IsGood()) return std::nullopt;
  return replica;
}

}  // namespace kerf::combined
