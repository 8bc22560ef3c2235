// A rod of 1 000 cells simulated by Kerf, by the program of heat_rod_cvode.c and by the C program that `kerf
// translate` makes, in turn, several times. Ends with 1 if Kerf's integration takes more than twice as long
// as the written program, or the generated one more than 1.5 times.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "compile/make_model.h"
#include "diag/consumers.h"
#include "emit/target.h"
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
constexpr double kMaxGeneratedRatio = 1.5;

auto CompileRod(source::Buffers& buffers, diag::Emitter& emitter, const std::string& stop_after = "")
    -> session::Compilation {
  session::Request request;
  request.run.stop_after = stop_after;
  request.file = fmt::format("/tmp/kerf_bench_{}.dym", getpid());
  std::ofstream(request.file) << HeatRod(kCells);
  session::Compilation compilation = session::Compile(request, buffers, emitter);
  std::remove(request.file.c_str());
  return compilation;
}

auto RunKerf(const std::shared_ptr<transform::Work>& work, diag::Emitter& emitter) -> sim::Outcome {
  sim::Settings settings;
  settings.run.stop = kStop;
  settings.run.tolerance = kTolerance;
  settings.run.intervals = kIntervals;
  sim::Functions functions;
  return sim::Simulate(*compile::MakeModel(work), functions, settings, emitter);
}

// The rod as a C program on CVODE, translated and compiled; "" if that fails.
auto MakeGenerated(source::Buffers& buffers, diag::Emitter& emitter) -> std::string {
  session::Compilation compilation = CompileRod(buffers, emitter, "build_initial");
  if (compilation.status != transform::Status::Ok) return "";
  pipeline::Runner runner;
  transform::PassContext context{emitter, buffers, compilation.options, runner};
  auto program = emit::BuildProgram(*compilation.work, context);
  emit::TranslateOptions options;
  options.solver = emit::TranslateOptions::Solver::Cvode;
  const auto text =
      program ? emit::WriteTarget(*program, *emit::FindTarget("c"), options, context) : std::nullopt;
  if (!text) return "";
  const std::string path = fmt::format("/tmp/kerf_bench_{}", getpid());
  std::ofstream(path + ".c") << *text;
  const std::string command =
      fmt::format("gcc -O2 {0} {1}.c -o {1} {2}", KERF_BENCH_INCLUDES, path,
                  "-lsundials_cvode -lsundials_sunlinsolklu -lsundials_sunmatrixsparse "
                  "-lsundials_nvecserial -lklu -lm");
  const int status = std::system(command.c_str());
  std::filesystem::remove(path + ".c");
  return status == 0 ? path : "";
}

// The processor time that the program says it took, and the largest difference of its states.
auto RunGenerated(const std::string& path, const std::vector<double>& reference, double& difference)
    -> double {
  const std::string result = path + ".txt";
  const std::string command =
      fmt::format("{} {} {} {} silent > {}", path, kStop, kIntervals, kTolerance, result);
  if (std::system(command.c_str()) != 0) return HUGE_VAL;
  std::ifstream in(result);
  double seconds = HUGE_VAL;
  in >> seconds;
  difference = 0;
  for (const double expected : reference) {
    double value = HUGE_VAL;
    in >> value;
    difference = std::max(difference, std::abs(value - expected));
  }
  in.close();
  std::filesystem::remove(result);
  return seconds;
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
  double best_generated = HUGE_VAL;
  double best_reference_cpu = HUGE_VAL;
  double difference = HUGE_VAL;
  const std::string generated = MakeGenerated(buffers, emitter);
  if (generated.empty()) return false;
  sim::Outcome outcome;
  fmt::print("\nheat_rod, {} cells, tolerance {}, {} output points, {} repetitions\n", kCells, kTolerance,
             kIntervals, kRepetitions);
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    outcome = RunKerf(compilation.work, emitter);
    const std::clock_t begin = std::clock();
    if (!outcome.ok || !RunReference(reference)) return false;
    best_reference_cpu =
        std::min(best_reference_cpu, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    best_generated = std::min(best_generated, RunGenerated(generated, reference_state, difference));
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
  std::filesystem::remove(generated);
  const double generated_ratio = best_generated / best_reference_cpu;
  const bool is_generated_met = generated_ratio <= kMaxGeneratedRatio;
  fmt::print(
      "  generated C: {:.4f} s of processor time, the written program {:.4f} s; largest difference {:.1e}\n",
      best_generated, best_reference_cpu, difference);
  fmt::print("  {:<44}{:>10.2f}  limit {:>7.1f}  {}\n", "ratio of generated to written C", generated_ratio,
             kMaxGeneratedRatio, is_generated_met ? "met" : "MISSED");
  return is_met && is_generated_met;
}

}  // namespace kerf::bench

auto main() -> int { return kerf::bench::RunHeatRod() ? EXIT_SUCCESS : EXIT_FAILURE; }
