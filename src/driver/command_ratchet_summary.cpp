// kerf ratchet: what is printed for people.
#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "driver/command_ratchet.h"

namespace kerf::driver {

namespace {

struct Counts {
  std::string name;
  size_t examples = 0;
  // How many got at least so far.
  std::array<size_t, kStages> reached{};
  double seconds = 0;
  double megabytes = 0;
};

void Add(const ExampleRun& run, Counts& counts) {
  ++counts.examples;
  for (size_t k = 0; k <= static_cast<size_t>(run.row.stage); ++k) ++counts.reached[k];
  counts.seconds += run.seconds;
  counts.megabytes = std::max(counts.megabytes, run.megabytes);
}

// "Modelica.Blocks" of "Modelica.Blocks.Examples.Filter".
auto PartOf(const std::string& name) -> std::string {
  return name.substr(0, name.find('.', name.find('.') + 1));
}

// Parts in the order in which they come.
auto CountParts(const std::vector<ExampleRun>& runs) -> std::vector<Counts> {
  std::vector<Counts> parts;
  for (const ExampleRun& run : runs) {
    const std::string name = PartOf(run.row.name);
    auto part = std::ranges::find(parts, name, &Counts::name);
    if (part == parts.end()) part = parts.insert(parts.end(), Counts{.name = name});
    Add(run, *part);
  }
  return parts;
}

void PrintCounts(const Counts& counts, size_t width, const Io& io) {
  std::string line = fmt::format("{:<{}}  {:>8}", counts.name, width, counts.examples);
  for (size_t k = 1; k < kStages; ++k) {
    const size_t column = std::max<size_t>(StageName(static_cast<Stage>(k)).size(), 5);
    line += fmt::format("  {:>{}}", counts.reached[k], column);
  }
  io.out(fmt::format("{}  {:>7.1f}  {:>6.0f}\n", line, counts.seconds, counts.megabytes));
}

void PrintErrors(const std::vector<ExampleRun>& runs, const Io& io) {
  constexpr size_t kMaxListed = 12;
  std::map<std::string, size_t> counts;
  for (const ExampleRun& run : runs) {
    if (!run.row.error.empty()) ++counts[run.row.error];
  }
  std::vector<std::pair<std::string, size_t>> list(counts.begin(), counts.end());
  std::ranges::stable_sort(list, std::ranges::greater(), &std::pair<std::string, size_t>::second);
  if (list.empty()) return;
  io.out("\nfirst errors\n");
  for (size_t k = 0; k < std::min(list.size(), kMaxListed); ++k)
    io.out(fmt::format("{:>6}  {}\n", list[k].second, list[k].first));
  if (list.size() > kMaxListed) io.out(fmt::format("        and {} more\n", list.size() - kMaxListed));
}

}  // namespace

void PrintStages(const std::vector<ExampleRun>& runs, const Io& io) {
  Counts total{.name = "total"};
  for (const ExampleRun& run : runs) Add(run, total);
  const std::vector<Counts> parts = CountParts(runs);
  size_t width = total.name.size();
  for (const Counts& part : parts) width = std::max(width, part.name.size());
  std::string header = fmt::format("{:<{}}  {:>8}", "", width, "examples");
  for (size_t k = 1; k < kStages; ++k) header += fmt::format("  {:>5}", StageName(static_cast<Stage>(k)));
  io.out(fmt::format("{}  {:>7}  {:>6}\n", header, "seconds", "MB"));
  for (const Counts& part : parts) PrintCounts(part, width, io);
  if (parts.size() > 1) PrintCounts(total, width, io);
  PrintErrors(runs, io);
}

auto PrintCheck(const RecordCheck& check, const std::vector<std::string>& missing, const std::string& path,
                const Io& io) -> bool {
  for (const RecordCheck::Fall& fall : check.falls) {
    io.out(fmt::format("fell back: {}: {}, now {}{}\n", fall.before.name, StageName(fall.before.stage),
                       StageName(fall.now), fall.error.empty() ? "" : fmt::format(" ({})", fall.error)));
  }
  for (const std::string& name : missing) io.out(fmt::format("gone: {}\n", name));
  if (check.n_better + check.n_new > 0) {
    io.out(fmt::format("{} further than recorded, {} not recorded; `--record {}` keeps this\n",
                       check.n_better, check.n_new, path));
  }
  const size_t n_worse = check.falls.size() + missing.size();
  if (n_worse > 0) io.out(fmt::format("{} fell back or gone\n", n_worse));
  return n_worse == 0;
}

}  // namespace kerf::driver
