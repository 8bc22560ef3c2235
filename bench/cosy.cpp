// Combined programs: the hold model and M/M/1 written in COSY, with routines interpreted and as machine code,
// beside the same models in C++ on src/events and in SimPy. Ends with 1 if a target is missed: as machine
// code at least 20 times SimPy, and a loop of statements at least 5 times as fast as interpreted; the
// results of both ways must be the same.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <string>

#include "combined/engine.h"
#include "cosy_models.h"
#include "diag/consumers.h"
#include "event_models.h"
#include "lang/cosy/cosy.h"

namespace kerf::bench {

namespace {

constexpr double kMinRatio = 20;
constexpr double kMinLoopRatio = 5;
constexpr double kQueueStop = 300'000;
constexpr size_t kHolders = 1'000;
constexpr double kHoldStop = 1'000;
constexpr size_t kPasses = 1'000'000;

struct Run {
  double seconds = 0;
  double n_events = 0;
  std::vector<double> cells;
};

// Without reading the program.
auto RunProgram(const std::string& text, bool is_compiled) -> Run {
  source::Buffers buffers;
  diag::ConsoleConsumer console([](std::string_view line) { fmt::print("{}", line); }, buffers, false);
  diag::Emitter emitter(console);
  auto source = cosy::Parse(buffers.Add("program.cosy", text), {}, buffers, emitter);
  auto program = source ? cosy::Translate(*source, emitter) : std::nullopt;
  if (!program) return {};
  combined::Options options;
  options.compile_after = is_compiled ? 0 : std::numeric_limits<uint64_t>::max();
  const double begin = Now();
  combined::Engine engine(*program, options, buffers, emitter);
  if (!engine.Prepare() || !engine.Run()) return {};
  Run run;
  run.seconds = Now() - begin;
  run.n_events = static_cast<double>(engine.world().n_events);
  run.cells = engine.runs()[0].cells;
  return run;
}

struct Compared {
  Run interpreted;
  Run compiled;
  bool is_same = true;
};

// Both ways take turns, and the best of each counts.
auto Compare(const std::string& text) -> Compared {
  Compared best;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    const Run interpreted = RunProgram(text, false);
    const Run compiled = RunProgram(text, true);
    best.is_same = best.is_same && !compiled.cells.empty() && interpreted.cells == compiled.cells;
    if (repetition == 0 || interpreted.seconds < best.interpreted.seconds) best.interpreted = interpreted;
    if (repetition == 0 || compiled.seconds < best.compiled.seconds) best.compiled = compiled;
  }
  return best;
}

auto PrintRow(const char* name, const Compared& compared, double cpp, double simpy) -> bool {
  const double interpreted = compared.interpreted.n_events / compared.interpreted.seconds;
  const double compiled = compared.compiled.n_events / compared.compiled.seconds;
  fmt::print("{:<18} {:>11.2f} {:>9.2f} {:>9.2f} {:>9.3f}   {}\n", name, interpreted / 1e6, compiled / 1e6,
             cpp / 1e6, simpy / 1e6, compared.is_same ? "same results" : "DIFFERENT RESULTS");
  return compared.is_same;
}

auto Main() -> int {
  const Compared hold = Compare(HoldProgram(kHolders, kHoldStop));
  const Compared queue = Compare(QueueProgram(kQueueStop));
  const Compared events = Compare(QueueEventsProgram(kQueueStop));
  const double cpp_hold = HoldRate(kHolders);
  const Rate cpp_queue = QueueRate();
  const SimPyRates simpy = RunSimPy();
  fmt::print("[million events/s]  interpreted  compiled       C++     SimPy\n");
  bool is_met = PrintRow("hold, 1000", hold, cpp_hold, simpy.hold);
  // SimPy's model has two events for each customer.
  is_met = PrintRow("M/M/1, processes", queue, cpp_queue.events, simpy.queue) && is_met;
  is_met = PrintRow("M/M/1, events", events, cpp_queue.events, simpy.queue) && is_met;
  const double hold_ratio = hold.compiled.n_events / hold.compiled.seconds / simpy.hold;
  const double queue_ratio = 2 * kQueueStop / queue.compiled.seconds / simpy.queue;
  if (simpy.hold == 0) {
    fmt::print("SimPy: not installed (python3-simpy), not compared\n");
  } else {
    fmt::print(
        "compiled over SimPy, for the same number of delays and customers: {:.0f} and {:.0f} times as fast\n",
        hold_ratio, queue_ratio);
    is_met = is_met && hold_ratio >= kMinRatio && queue_ratio >= kMinRatio;
  }
  const Compared loop = Compare(LoopProgram(kPasses));
  const double loop_ratio = loop.interpreted.seconds / loop.compiled.seconds;
  fmt::print("a loop of statements [ns a pass]: interpreted {:.1f}, compiled {:.1f}: {:.1f} times as fast\n",
             loop.interpreted.seconds * 1e9 / kPasses, loop.compiled.seconds * 1e9 / kPasses, loop_ratio);
  is_met = is_met && loop.is_same && loop_ratio >= kMinLoopRatio;
  const Compared little = Compare(QueueProgram(1));
  fmt::print("making machine code of M/M/1: {:.1f} ms\n",
             (little.compiled.seconds - little.interpreted.seconds) * 1e3);
  fmt::print("{}\n", is_met ? "all targets met" : "a target is missed");
  return is_met ? 0 : 1;
}

// One model alone, for profilers: bench_cosy hold|queue|events|loop compiled|interpreted.
auto RunAlone(const std::string& name, bool is_compiled) -> int {
  const std::string text = name == "hold"     ? HoldProgram(kHolders, kHoldStop / 10)
                           : name == "queue"  ? QueueProgram(kQueueStop / 10)
                           : name == "events" ? QueueEventsProgram(kQueueStop / 10)
                                              : LoopProgram(kPasses / 10);
  const Run run = RunProgram(text, is_compiled);
  fmt::print("{}: {} events\n", name, run.n_events);
  return run.cells.empty() ? 1 : 0;
}

}  // namespace

}  // namespace kerf::bench

auto main(int argc, char** argv) -> int {
  if (argc == 3) return kerf::bench::RunAlone(argv[1], std::strcmp(argv[2], "compiled") == 0);
  return kerf::bench::Main();
}
