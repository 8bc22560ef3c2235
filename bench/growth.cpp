// How compile time and memory grow with the size of a model: an RC ladder of submodels and a chain of
// nonlinear blocks, in three sizes each. Ends with 1 if a target is missed.
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "measure.h"
#include "models.h"

namespace kerf::bench {

namespace {

constexpr uint32_t kSizes[] = {1'000, 10'000, 100'000};
// Targets: growth for ten times the size; time [s] and memory [MB] of the largest ladder.
constexpr double kMaxGrowth = 12;
constexpr double kMaxSeconds = 20;
constexpr double kMaxMemory = 6 * 1024;

struct Case {
  std::string name;
  std::string (*text)(uint32_t);
};

void PrintRow(const std::string& name, const std::vector<double>& values, int digits) {
  fmt::print("  {:<20}", name);
  for (const double value : values) fmt::print("{:>12.{}f}", value, digits);
  if (values.size() == std::size(kSizes) && values[1] > 0) fmt::print("{:>10.1f}x", values[2] / values[1]);
  fmt::print("\n");
}

template <typename Get>
auto Row(const std::vector<Measurement>& runs, Get get) -> std::vector<double> {
  std::vector<double> row;
  for (const Measurement& run : runs) row.push_back(static_cast<double>(get(run)));
  return row;
}

void PrintTable(const Case& bench_case, const std::vector<Measurement>& runs) {
  fmt::print("\n{}\n  {:<20}", bench_case.name, "sections");
  for (const uint32_t n : kSizes) fmt::print("{:>12}", n);
  fmt::print("{:>11}\n", "growth");
  PrintRow("equations", Row(runs, [](const Measurement& m) { return m.n_equations; }), 0);
  PrintRow("states", Row(runs, [](const Measurement& m) { return m.n_states; }), 0);
  PrintRow("nonlinear blocks", Row(runs, [](const Measurement& m) { return m.n_blocks; }), 0);
  for (size_t k = 0; k < runs[0].phases.size(); ++k) {
    PrintRow(runs[0].phases[k].name + " [s]",
             Row(runs, [k](const Measurement& m) { return m.phases[k].seconds; }), 3);
  }
  PrintRow("all [s]", Row(runs, [](const Measurement& m) { return m.seconds; }), 3);
  PrintRow("processor time [s]", Row(runs, [](const Measurement& m) { return m.processor_seconds; }), 3);
  PrintRow("peak memory [MB]", Row(runs, [](const Measurement& m) { return m.peak_memory; }), 1);
}

auto Verdict(const std::string& what, double value, double limit) -> bool {
  const bool is_met = value <= limit;
  fmt::print("  {:<44}{:>10.2f}  limit {:>7.0f}  {}\n", what, value, limit, is_met ? "met" : "MISSED");
  return is_met;
}

auto RunCase(const Case& bench_case) -> bool {
  std::vector<Measurement> runs;
  for (const uint32_t n : kSizes) {
    runs.push_back(Measure(bench_case.text(n)));
    if (runs.back().error.empty()) continue;
    fmt::print("{} with {} sections: {}\n", bench_case.name, n, runs.back().error);
    return false;
  }
  PrintTable(bench_case, runs);
  bool good = Verdict("growth of time, 10 000 to 100 000", runs[2].seconds / runs[1].seconds, kMaxGrowth);
  good =
      Verdict("growth of memory, 10 000 to 100 000", runs[2].peak_memory / runs[1].peak_memory, kMaxGrowth) &&
      good;
  good = Verdict("text to first step, 100 000 [s]", runs[2].seconds, kMaxSeconds) && good;
  return Verdict("peak memory, 100 000 [MB]", runs[2].peak_memory, kMaxMemory) && good;
}

}  // namespace

auto RunAll(const std::string& wanted) -> bool {
  bool good = true;
  for (const Case& bench_case : {Case{"rc_ladder", RcLadder}, Case{"nonlinear_chain", NonlinearChain}}) {
    if (wanted.empty() || wanted == bench_case.name) good = RunCase(bench_case) && good;
  }
  return good;
}

}  // namespace kerf::bench

auto main(int argc, char** argv) -> int {
  return kerf::bench::RunAll(argc > 1 ? argv[1] : "") ? EXIT_SUCCESS : EXIT_FAILURE;
}
