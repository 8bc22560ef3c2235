// Each model runs by some of the solvers, drawn at random, and one in some dozens as a program in C. All are
// compared with what the parts do by their closed forms.
#include "hybrid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "hybrid_model.h"
#include "hybrid_program.h"
#include "run_text.h"

namespace kerf::torture {

namespace {

constexpr double kRunTolerance = 1e-8;
// Of values, and of instants.
constexpr double kSameHybrid = 5e-5;
constexpr int kRunsPerModel = 3;
constexpr uint32_t kModelsPerProgram = 40;

struct Way {
  bool is_program = false;
  std::string solver = "cvode";
  runtime::Location location = runtime::Location::Default;
  bool is_jit = false;
  bool seeks_short = false;
  uint32_t intervals = 1;
  // All of the model happens so much later.
  int start = 0;
};

auto Command(const Way& way, double stop) -> std::string {
  const char* const locations[] = {"",       "interpolation", "bisection", "regula-falsi", "generalised",
                                   "hermite"};
  if (way.is_program)
    return fmt::format("kerf translate hybrid.mo --to c --stop {} --tolerance {} --intervals {}", stop,
                       kRunTolerance, way.intervals);
  std::string command =
      fmt::format("kerf simulate hybrid.mo --solver {} --start {} --stop {} --tolerance {} --intervals {}",
                  way.solver, way.start, way.start + stop, kRunTolerance, way.intervals);
  if (way.location != runtime::Location::Default)
    command += fmt::format(" --location {}", locations[static_cast<size_t>(way.location)]);
  if (way.seeks_short) command += " --short-crossings";
  if (!way.is_jit) command += " --interpret";
  return command;
}

auto RandomWay(Rng& rng) -> Way {
  const char* const solvers[] = {"cvode", "adams",   "ida",        "radau",      "dopri5", "rks",
                                 "auto",  "england", "fehlberg56", "fehlberg89", "erk",    "dirk"};
  Way way;
  const uint32_t solver = rng.Below(12);
  way.solver = solvers[solver];
  const bool repeats = solver == 4 || solver == 5 || (solver >= 7 && solver <= 9);
  if (repeats) way.location = static_cast<runtime::Location>(rng.Below(6));
  way.is_jit = rng.Chance(0.1);
  way.seeks_short = rng.Chance(0.2);
  way.intervals = rng.Chance(0.3) ? 100 : 1;
  return way;
}

// The same model, told by a clock that is ahead by `start`.
auto Shifted(const std::string& text, int start) -> std::string {
  const std::string later =
      std::regex_replace(text, std::regex("\\btime\\b"), fmt::format("(time - ({}))", start));
  return std::regex_replace(later, std::regex("\\bsample\\("), fmt::format("sample({} + ", start));
}

// By another clock rounding errors are others, so that what falls together need not do so any more.
auto CanBeShifted(const HybridModel& model, const PartRun& expected) -> bool {
  constexpr double kShiftApart = 1e-5;
  for (const Part& part : model.parts)
    if (part.kind == PartKind::Clocks || part.kind == PartKind::Counter) return false;
  for (size_t k = 1; k < expected.events.size(); ++k)
    if (expected.events[k] - expected.events[k - 1] < kShiftApart) return false;
  return expected.events.empty() || expected.events.back() < model.stop - kShiftApart;
}

class Hybrid : public Kind {
 public:
  [[nodiscard]] auto Name() const -> std::string override { return "hybrid"; }
  [[nodiscard]] auto Summary() const -> std::string override {
    return fmt::format(", {} of them not judged, {} as programs, {} from another time on", n_unclear_,
                       n_programs_, n_shifted_);
  }

  auto RunOne(Rng& rng) -> std::optional<Disagreement> override {
    HybridModel model = RandomModel(rng);
    const auto expected = TryRun(model);
    if (!expected) ++n_unclear_;
    std::vector<Way> ways(kRunsPerModel);
    for (Way& way : ways) way = RandomWay(rng);
    if (rng.Below(kModelsPerProgram) == 0 && HasCompiler()) {
      ++n_programs_;
      ways.push_back({.is_program = true, .intervals = rng.Chance(0.5) ? 1U : 100U});
    }
    if (!expected) return std::nullopt;
    if (rng.Chance(0.3) && CanBeShifted(model, *expected)) {
      ++n_shifted_;
      ways.front().start = static_cast<int>(rng.Below(7)) - 3;
    }
    for (const Way& way : ways) {
      if (ProblemOf(model, way).empty()) continue;
      const std::function<bool(const std::vector<Part>&)> fails = [&](const std::vector<Part>& parts) {
        return !ProblemOf({parts, model.stop}, way).empty();
      };
      model.parts = Minimise(model.parts, fails);
      const std::string text = way.start == 0 ? TextOf(model) : Shifted(TextOf(model), way.start);
      return Disagreement{{{"hybrid.mo", text}}, ProblemOf(model, way) + Command(way, model.stop)};
    }
    return std::nullopt;
  }

 private:
  static auto RandomModel(Rng& rng) -> HybridModel {
    const uint32_t n = 1 + rng.Below(6);
    HybridModel model;
    while (model.parts.size() < n) {
      Part part = RandomPart(rng, static_cast<PartKind>(rng.Below(kPartKinds)), model.stop);
      part.id = static_cast<int>(model.parts.size()) + 1;
      part.input = static_cast<int>(rng.Below(static_cast<uint32_t>(part.id)));
      model.parts.push_back(part);
      // What is not settled is left out, most of the time.
      if (!TryRun(model) && rng.Chance(0.95)) model.parts.pop_back();
    }
    return model;
  }

  // "" if it is as it should be.
  static auto ProblemOf(const HybridModel& model, const Way& way) -> std::string {
    const auto expected = TryRun(model);
    if (!expected || model.parts.empty()) return "";
    ModelText text{"hybrid.mo", TextOf(model)};
    if (way.start != 0) text.text = Shifted(text.text, way.start);
    if (way.is_program) {
      const ProgramRun run = RunProgram(text, model.stop, static_cast<int>(way.intervals), kRunTolerance);
      if (!run.ok) return "refused:\n" + run.messages;
      return Compare(*expected, run.times, run.final_values) + run.messages;
    }
    TextRequest request;
    request.model = text;
    request.settings.solver = way.solver;
    request.settings.engine = way.is_jit ? sim::Engine::Jit : sim::Engine::Interpreter;
    request.settings.run.start = way.start;
    request.settings.run.stop = way.start + model.stop;
    request.settings.run.intervals = way.intervals;
    request.settings.run.tolerance = kRunTolerance;
    request.settings.run.location = way.location;
    request.settings.run.seeks_short_crossings = way.seeks_short;
    constexpr uint64_t kMaxSteps = 200'000;
    uint64_t n_steps = 0;
    request.settings.should_stop = [&] { return ++n_steps > kMaxSteps; };
    request.settings.kept = {"time"};
    const TextRun run = RunText(request);
    // Formulas of Fehlberg say themselves what they cannot see: signals that bend between events, and kinks.
    for (const char* told : {"is blind to the error", "overlooks kinks"})
      if (run.messages.find(told) != std::string::npos) return "";
    if (!run.ok) return "refused:\n" + run.messages;
    const auto& columns = run.outcome.table.columns;
    std::vector<double> times = columns.empty() ? std::vector<double>{} : columns.front();
    for (double& t : times) t -= way.start;
    const std::string problem = Compare(*expected, times, run.final_values);
    return problem.empty() ? "" : problem + run.messages;
  }

  static auto Compare(const PartRun& expected, const std::vector<double>& times,
                      const std::map<std::string, double>& values) -> std::string {
    // Each start after an event costs a method its errors anew.
    constexpr double kMoreForEach = 0.05;
    const double same = kSameHybrid * (1 + kMoreForEach * static_cast<double>(expected.events.size()));
    // At an event the model is shown twice.
    std::vector<double> events;
    for (size_t k = 1; k < times.size(); ++k)
      if (times[k] == times[k - 1]) events.push_back(times[k]);
    for (const double t : expected.events) {
      const bool is_there = std::ranges::any_of(events, [&](double s) { return std::abs(s - t) < same; });
      if (!is_there) return fmt::format("no event at {:.9g}\n", t);
    }
    for (const auto& [name, value] : expected.values) {
      const auto found = values.find(name);
      const double given = found == values.end() ? NAN : found->second;
      if (!(std::abs(given - value) <= same * std::max(1.0, std::abs(value))))
        return fmt::format("{} is {:.9g} and should be {:.9g}\n", name, given, value);
    }
    return "";
  }

  uint64_t n_unclear_ = 0;
  uint64_t n_programs_ = 0;
  uint64_t n_shifted_ = 0;
};

}  // namespace

auto MakeHybrid() -> std::unique_ptr<Kind> { return std::make_unique<Hybrid>(); }

}  // namespace kerf::torture
