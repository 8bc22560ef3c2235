// A rod of 1 000 cells simulated by Kerf and by the program of heat_rod_cvode.c, in turn, several times. Ends
// with 1 if Kerf's integration takes more than twice as long.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "diag/consumers.h"
#include "heat_rod_cvode.h"
#include "models.h"
#include "session/session.h"
#include "sim/simulate.h"

namespace kerf::bench {

namespace {

constexpr uint32_t kCells = 1'000;
constexpr double kStop = 100;
constexpr double kTolerance = 1e-6;
constexpr uint32_t kIntervals = 500;
constexpr int kRepetitions = 7;
constexpr double kMaxRatio = 2;

auto CompileRod(source::Buffers& buffers, diag::Emitter& emitter) -> session::Compilation {
  session::Request request;
  request.file = fmt::format("/tmp/kerf_bench_{}.dym", getpid());
  std::ofstream(request.file) << HeatRod(kCells);
  session::Compilation compilation = session::Compile(request, buffers, emitter);
  std::remove(request.file.c_str());
  return compilation;
}

auto RunKerf(const transform::Work& work, diag::Emitter& emitter) -> sim::Outcome {
  sim::Settings settings;
  settings.run.stop = kStop;
  settings.run.tolerance = kTolerance;
  settings.run.intervals = kIntervals;
  sim::Functions functions;
  return sim::Simulate(work, functions, settings, emitter);
}

auto RunReference(HeatRodRun& run) -> bool {
  run.n = kCells;
  run.k = 1000;
  run.stop = kStop;
  run.tolerance = kTolerance;
  run.intervals = kIntervals;
  return heat_rod_run(&run) == 0;
}

// States stand in the order of the cells, since they are one array.
auto LargestDifference(const transform::Work& work, const std::vector<double>& values,
                       const std::vector<double>& reference) -> double {
  double largest = 0;
  size_t cell = 0;
  for (const auto id : work.dae.vars.ids()) {
    const uint32_t slot = work.simcode.slot_of_var[id.index];
    if (slot < work.simcode.state_slot || slot >= work.simcode.state_slot + work.simcode.n_states) continue;
    largest = std::max(largest, std::abs(values[id.index] - reference[cell++]));
  }
  return cell == reference.size() ? largest : HUGE_VAL;
}

}  // namespace

auto RunHeatRod() -> bool {
  source::Buffers buffers;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  const session::Compilation compilation = CompileRod(buffers, emitter);
  if (compilation.status != transform::Status::Ok) return false;
  std::vector<double> reference_state(kCells);
  HeatRodRun reference{};
  reference.final_state = reference_state.data();
  double best_kerf = HUGE_VAL;
  double best_reference = HUGE_VAL;
  sim::Outcome outcome;
  fmt::print("\nheat_rod, {} cells, tolerance {}, {} output points, {} repetitions\n", kCells, kTolerance,
             kIntervals, kRepetitions);
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    outcome = RunKerf(*compilation.work, emitter);
    if (!outcome.ok || !RunReference(reference)) return false;
    const runtime::PhaseTimes& wall = outcome.run.statistics.wall;
    best_kerf = std::min(best_kerf, wall.integrate + wall.events + wall.output);
    best_reference = std::min(best_reference, reference.seconds);
  }
  const runtime::RunStatistics& s = outcome.run.statistics;
  fmt::print("  {:<16}{:>14}{:>10}{:>14}{:>12}\n", "", "seconds (best)", "steps", "evaluations", "Jacobians");
  fmt::print("  {:<16}{:>14.4f}{:>10}{:>14}{:>12}\n", "Kerf", best_kerf, s.steps, s.rhs_evaluations,
             s.jacobian_evaluations);
  fmt::print("  {:<16}{:>14.4f}{:>10}{:>14}{:>12}\n", "C on CVODE", best_reference, reference.steps,
             reference.evaluations, reference.jacobians);
  fmt::print("  largest difference of the final states: {:.1e}\n",
             LargestDifference(*compilation.work, outcome.final_values, reference_state));
  const double ratio = best_kerf / best_reference;
  const bool is_met = ratio <= kMaxRatio;
  fmt::print("  {:<44}{:>10.2f}  limit {:>7.0f}  {}\n", "ratio of the integration times", ratio, kMaxRatio,
             is_met ? "met" : "MISSED");
  return is_met;
}

}  // namespace kerf::bench

auto main() -> int { return kerf::bench::RunHeatRod() ? EXIT_SUCCESS : EXIT_FAILURE; }
