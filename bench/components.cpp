// Modelica component models from text to a finished simulation with its result file, translation and run
// apart, in sizes that grow tenfold. Ends with 1 if a target is missed.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "compile/make_model.h"
#include "component_models.h"
#include "diag/consumers.h"
#include "session/session.h"
#include "sim/simulate.h"

namespace kerf::bench {

namespace {

constexpr uint32_t kSizes[] = {10, 100, 1'000, 10'000};
// For ten times the size.
constexpr double kMaxGrowth = 13;

struct Case {
  std::string name;
  std::string (*text)(uint32_t);
  double stop;
  // A size of which others have published times, and the target for it [s].
  uint32_t published;
  double limit;
};

struct Timing {
  std::string error;
  size_t n_states = 0;
  uint64_t steps = 0;
  // Text to program, and its run [s].
  double translate = 0;
  double run = 0;
};

auto FirstError(const diag::CollectingConsumer& collected) -> std::string {
  for (const diag::Diagnostic& diagnostic : collected.all) {
    if (diagnostic.level == diag::Level::Error) return diagnostic.text;
  }
  return "failed without a message";
}

auto RunOne(const Case& bench_case, uint32_t n) -> Timing {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::filesystem::path file = folder / "kerf_components.mo";
  const std::filesystem::path result = folder / "kerf_components.mat";
  std::ofstream(file) << bench_case.text(n);
  diag::CollectingConsumer collected;
  diag::Emitter emitter(collected);
  source::Buffers buffers;
  session::Request request;
  request.file = file.string();
  Timing timing;
  const session::Compilation compilation = session::Compile(request, buffers, emitter);
  if (!compilation.work || compilation.status != transform::Status::Ok) {
    timing.error = FirstError(collected);
    return timing;
  }
  sim::Functions functions;
  sim::Settings settings;
  settings.run.stop = bench_case.stop;
  settings.outputs = {result.string()};
  const sim::Outcome outcome =
      sim::Simulate(*compile::MakeModel(compilation.work), functions, settings, emitter);
  if (!outcome.ok) timing.error = FirstError(collected);
  for (const session::Phase& phase : compilation.phases) timing.translate += phase.seconds;
  timing.translate += outcome.compile_seconds;
  timing.run = outcome.run_seconds;
  timing.steps = outcome.run.statistics.steps;
  timing.n_states = compilation.work->simcode.n_states;
  std::filesystem::remove(file);
  std::filesystem::remove(result);
  return timing;
}

auto Verdict(const std::string& what, double value, double limit) -> bool {
  const bool is_met = value <= limit;
  fmt::print("  {:<52}{:>8.2f}  limit {:>5.0f}  {}\n", what, value, limit, is_met ? "met" : "MISSED");
  return is_met;
}

auto PrintRow(uint32_t n, const Timing& timing) -> bool {
  if (!timing.error.empty()) {
    fmt::print("  {:>8}  {}\n", n, timing.error);
    return false;
  }
  fmt::print("  {:>8}{:>10}{:>10}{:>16.3f}{:>12.3f}\n", n, timing.n_states, timing.steps, timing.translate,
             timing.run);
  return true;
}

auto RunCase(const Case& bench_case) -> bool {
  fmt::print("\n{}\n  {:>8}{:>10}{:>10}{:>16}{:>12}\n", bench_case.name, "n", "states", "steps",
             "translate [s]", "run [s]");
  std::vector<Timing> timings;
  for (const uint32_t n : kSizes) {
    timings.push_back(RunOne(bench_case, n));
    if (!PrintRow(n, timings.back())) return false;
  }
  const Timing published = RunOne(bench_case, bench_case.published);
  if (!PrintRow(bench_case.published, published)) return false;
  const Timing& small = timings[2];
  const Timing& large = timings[3];
  // The finer the grid, the more steps the same physics takes.
  const auto per_step = [](const Timing& timing) { return timing.run / static_cast<double>(timing.steps); };
  bool good =
      Verdict("growth of translation, 1 000 to 10 000", large.translate / small.translate, kMaxGrowth);
  good = Verdict("growth of a step, 1 000 to 10 000", per_step(large) / per_step(small), kMaxGrowth) && good;
  return Verdict(fmt::format("text to finished simulation, {} [s]", bench_case.published),
                 published.translate + published.run, bench_case.limit) &&
         good;
}

}  // namespace

auto RunAll() -> bool {
  const bool ladder = RunCase({"RC ladder", ModelicaLadder, 1, 9'000, 10});
  return RunCase({"thermal-fluid pipe", ModelicaPipe, 60, 2'560, 10}) && ladder;
}

}  // namespace kerf::bench

auto main() -> int { return kerf::bench::RunAll() ? EXIT_SUCCESS : EXIT_FAILURE; }
