// How flattening of Modelica component arrays grows: instances of a small component alone, and connected in a
// chain. Ends with 1 if a target is missed.
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "diag/consumers.h"
#include "session/session.h"

namespace kerf::bench {

namespace {

constexpr uint32_t kSizes[] = {25'000, 50'000, 100'000};
// Targets: processor time [s] of the largest array alone, and growth for twice the size.
constexpr double kMaxSeconds = 2;
constexpr double kMaxGrowth = 2.6;

auto Alone(uint32_t n) -> std::string {
  return fmt::format(
      "model Alone\n  model Decay\n    parameter Real k = 1;\n    Real x(start = 1);\n  equation\n"
      "    der(x) = -k*x;\n  end Decay;\n  Decay part[{}];\nend Alone;\n",
      n);
}

auto Chain(uint32_t n) -> std::string {
  return fmt::format(
      "model Chain\n  connector Pin Real v; flow Real i; end Pin;\n  model Resistor\n    Pin p, n;\n"
      "    parameter Real r = 1;\n  equation\n    p.v - n.v = r*p.i;\n    p.i + n.i = 0;\n  end Resistor;\n"
      "  Resistor part[{0}](r = fill(2, {0}));\nequation\n  for k in 1:{0} - 1 loop\n"
      "    connect(part[k].n, part[k + 1].p);\n  end for;\nend Chain;\n",
      n);
}

auto ProcessorSeconds() -> double {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Processor time of flattening, destruction included; the number of variables comes back too.
auto Measure(const std::string& text, const std::filesystem::path& file, uint32_t& n_vars) -> double {
  std::ofstream(file) << text;
  session::Request request;
  request.file = file.string();
  diag::CollectingConsumer collected;
  diag::Emitter emitter(collected);
  source::Buffers buffers;
  const double before = ProcessorSeconds();
  {
    transform::Options options;
    std::vector<session::Phase> phases;
    const auto flat = session::MakeFlat(request, options, buffers, emitter, phases);
    n_vars = flat ? flat->vars.size() : 0;
  }
  return ProcessorSeconds() - before;
}

auto Run(const std::string& name, std::string (*text)(uint32_t), bool has_limit) -> bool {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "kerf_instances.mo";
  std::vector<double> seconds;
  fmt::print("\n{}\n  {:>10}{:>12}{:>14}\n", name, "instances", "variables", "processor [s]");
  for (const uint32_t n : kSizes) {
    uint32_t n_vars = 0;
    seconds.push_back(Measure(text(n), file, n_vars));
    fmt::print("  {:>10}{:>12}{:>14.2f}\n", n, n_vars, seconds.back());
    if (n_vars == 0) return false;
  }
  std::filesystem::remove(file);
  const double growth = seconds[2] / seconds[1];
  const bool is_met = growth <= kMaxGrowth && (!has_limit || seconds[2] <= kMaxSeconds);
  fmt::print("  growth for twice the size {:.2f}, limit {:.1f}{}: {}\n", growth, kMaxGrowth,
             has_limit ? fmt::format("; time limit {:.0f} s", kMaxSeconds) : "", is_met ? "met" : "MISSED");
  return is_met;
}

}  // namespace

}  // namespace kerf::bench

auto main() -> int {
  fmt::print("flattening of component arrays\n");
  const bool alone = kerf::bench::Run("a component with one state", kerf::bench::Alone, true);
  const bool chain = kerf::bench::Run("a resistor, connected in a chain", kerf::bench::Chain, true);
  return alone && chain ? EXIT_SUCCESS : EXIT_FAILURE;
}
