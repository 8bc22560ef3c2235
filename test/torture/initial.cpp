// Each model is asked for its start: by a run that is very short, with several solvers, or by `steady` and
// `solve`. The values are compared with those planted, at the start and at the end of the run.
#include "initial.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "initial_model.h"
#include "run_text.h"

namespace kerf::torture {

namespace {

constexpr double kShortRun = 1e-6;
constexpr double kLongerRun = 0.01;
// Errors at the start, and at the end of the short run, where it is not known exactly how values change.
constexpr double kSameStart = 1e-6;
constexpr double kSameSoon = 1e-3;
// Derivatives change faster.
constexpr double kSameSlopeSoon = 0.01;

struct StartWay {
  std::string solver = "cvode";
  bool is_jit = false;
  double length = kShortRun;
};

auto CommandOf(const PlantedModel& model, const PieceText& text, const StartWay& way) -> std::string {
  const std::string file = WholeText(model, text).name;
  std::string command;
  for (const auto& [name, value] : text.guesses) {
    if (model.is_dymola || model.way == PlantedWay::Solve)
      command += fmt::format(" --init '{}={}'", name, value);
  }
  if (!way.is_jit) command += " --interpret";
  if (model.way == PlantedWay::Simulate)
    return fmt::format("kerf simulate {} --start {} --stop {} --solver {} --intervals 2{}", file, model.time,
                       model.time + way.length, way.solver, command);
  command += fmt::format(" --time {}", model.time);
  if (model.way == PlantedWay::Steady) return fmt::format("kerf steady {}{}", file, command);
  for (const auto& [name, value] : text.known) command += fmt::format(" --known '{}={}'", name, value);
  for (const std::string& name : text.unknown) command += fmt::format(" --unknown '{}'", name);
  return fmt::format("kerf solve {}{}", file, command);
}

auto RequestOf(const PlantedModel& model, const PieceText& text, const StartWay& way) -> TextRequest {
  TextRequest request;
  request.model = WholeText(model, text);
  request.settings.solver = way.solver;
  request.settings.engine = way.is_jit ? sim::Engine::Jit : sim::Engine::Interpreter;
  request.settings.run.start = model.time;
  request.settings.run.stop = model.time + way.length;
  request.settings.run.intervals = 2;
  request.settings.keep_all = true;
  // Between the ends of long steps the integrator's tolerance shows.
  request.checks_flat = std::abs(way.length) == kShortRun;
  // Sides of equations between large numbers are not as exact as others.
  constexpr double kLarge = 1e4;
  request.checks_start = std::ranges::none_of(model.pieces, [&](const PlantedPiece& piece) {
    const auto is_large = [&](const PlantedUnknown& unknown) { return unknown.scale > kLarge; };
    return std::ranges::any_of(piece.system.unknowns, is_large);
  });
  if (model.is_dymola || model.way == PlantedWay::Solve) {
    for (const auto& [name, value] : text.guesses) request.starts.push_back({name, value});
  }
  if (model.way == PlantedWay::Steady) request.problem = transform::Problem::Steady;
  if (model.way != PlantedWay::Solve) return request;
  request.problem = transform::Problem::Instant;
  for (const auto& [name, value] : text.known) {
    request.known.push_back(name);
    request.values.push_back({name, value});
  }
  request.unknown = text.unknown;
  return request;
}

// "" if all is as planted.
auto CompareStart(const PlantedModel& model, const PieceText& text, const StartWay& way, const TextRun& run)
    -> std::string {
  const results::Table& table = run.outcome.table;
  const auto differs = [](const PlantedValue& value, double given, double same) {
    return !(std::abs(given - value.value) <= same * value.scale);
  };
  for (const PlantedValue& value : text.values) {
    const auto found = run.final_values.find(value.name);
    double last = found == run.final_values.end() ? NAN : found->second;
    double first = last;
    if (model.way == PlantedWay::Simulate) {
      const std::vector<double>* column = results::FindSignal(table, value.name);
      if (column != nullptr && !column->empty()) first = column->front();
    } else if (found == run.final_values.end()) {
      // Known variables are not among those sought.
      continue;
    }
    if (differs(value, first, kSameStart))
      return fmt::format("{} starts at {:.12g} and should at {:.12g}\n", value.name, first, value.value);
    if (!std::isnan(value.slope) && model.way == PlantedWay::Simulate) last -= value.slope * way.length;
    if (std::abs(way.length) == kShortRun && differs(value, last, value.is_real ? kSameSoon : kSameSlopeSoon))
      return fmt::format("{} is {:.12g} at the end and should be {:.12g}\n", value.name, last, value.value);
  }
  return run.flat_problem;
}

class Initial : public Kind {
 public:
  [[nodiscard]] auto Name() const -> std::string override { return "initial"; }
  [[nodiscard]] auto Summary() const -> std::string override {
    return fmt::format(", {} of them have no solution, {} several", n_refused_, n_open_);
  }

  auto RunOne(Rng& rng) -> std::optional<Disagreement> override {
    const PlantedModel model = RandomPlanted(rng);
    const Outcome outcome = TextOf(model).outcome;
    n_refused_ += outcome == Outcome::Refused ? 1 : 0;
    n_open_ += outcome == Outcome::NotSilent || outcome == Outcome::AnySolution ? 1 : 0;
    const char* const solvers[] = {"cvode", "radau", "dopri5", "auto", "adams", "ida"};
    std::vector<StartWay> ways(model.way == PlantedWay::Simulate ? 2 : 1);
    // ida differentiates no constraint twice, and says so.
    const bool is_high_index = std::ranges::any_of(model.pieces, [](const PlantedPiece& piece) {
      // Nor does it know which of two tied states is meant, where nothing but start values say it.
      const bool is_loose = piece.form == PieceForm::Tied && piece.variant % 7 == 6;
      return piece.form == PieceForm::Pendulum || piece.form == PieceForm::Rod || is_loose;
    });
    for (StartWay& way : ways) way = {solvers[rng.Below(is_high_index ? 5 : 6)], rng.Chance(0.1), kShortRun};
    // The implicit form finds derivatives of constrained states by steps, whose size follows from the run.
    for (StartWay& way : ways) {
      const auto is_tied = [](const PlantedPiece& piece) {
        return piece.form == PieceForm::Tied || piece.form == PieceForm::Derived;
      };
      if (way.solver == "ida" && std::ranges::any_of(model.pieces, is_tied))
        way.length = kLongerRun;
      else if (rng.Chance(0.1))
        way.length = -way.length;
    }
    for (const StartWay& way : ways) {
      const std::string problem = ProblemOf(model, way);
      if (problem.empty()) continue;
      const PlantedModel smaller = Smaller(model, way, problem);
      const PieceText text = TextOf(smaller);
      return Disagreement{{WholeText(smaller, text)},
                          ProblemOf(smaller, way) + CommandOf(smaller, text, way)};
    }
    return std::nullopt;
  }

 private:
  static auto ProblemOf(const PlantedModel& model, const StartWay& way) -> std::string {
    const PieceText text = TextOf(model);
    if (text.equations.empty()) return "";
    const TextRun run = RunText(RequestOf(model, text, way));
    const bool has_error = run.messages.find("error: ") != std::string::npos;
    if (!run.ok && !has_error) return "refused without a word\n";
    if (text.outcome == Outcome::Refused)
      return run.ok ? "there is no solution, and Kerf gives one:\n" + run.messages : "";
    if (text.outcome == Outcome::NotSilent) {
      if (run.ok && !run.has_warnings) return "one of many solutions is taken without a word\n";
      return run.ok && !run.flat_problem.empty() ? run.flat_problem + run.messages : "";
    }
    if (text.outcome == Outcome::AnySolution)
      return run.ok && !run.flat_problem.empty() ? run.flat_problem + run.messages : "";
    if (!run.ok) return "refused:\n" + run.messages;
    const std::string problem = CompareStart(model, text, way, run);
    return problem.empty() ? "" : problem + run.messages;
  }

  // Leaves out pieces, then unknowns of systems, then terms. A wrong number is not made into a refusal.
  static auto Smaller(PlantedModel model, const StartWay& way, const std::string& problem) -> PlantedModel {
    const bool is_refused = problem.starts_with("refused");
    const auto fails = [&](const PlantedModel& other) {
      const bool is_sound = std::ranges::all_of(other.pieces, [&](const PlantedPiece& piece) {
        return piece.form != PieceForm::System || IsWellPosed(piece.system, other.time);
      });
      if (!is_sound) return false;
      const std::string now = ProblemOf(other, way);
      return !now.empty() && now.starts_with("refused") == is_refused;
    };
    model.pieces = Minimise<PlantedPiece>(model.pieces, [&](const std::vector<PlantedPiece>& pieces) {
      PlantedModel other = model;
      other.pieces = pieces;
      return fails(other);
    });
    for (size_t p = 0; p < model.pieces.size(); ++p) {
      const size_t n = model.pieces[p].system.unknowns.size();
      for (size_t k = 0; k < n; ++k) {
        PlantedModel other = model;
        other.pieces[p].system.unknowns[k].is_gone = true;
        if (fails(other)) model = other;
      }
      for (size_t k = 0; k < n; ++k) {
        const auto terms = model.pieces[p].system.unknowns[k].others;
        if (model.pieces[p].system.unknowns[k].is_gone) continue;
        model.pieces[p].system.unknowns[k].others =
            Minimise<PlantedTerm>(terms, [&](const std::vector<PlantedTerm>& fewer) {
              PlantedModel other = model;
              other.pieces[p].system.unknowns[k].others = fewer;
              return fails(other);
            });
      }
    }
    return model;
  }

  uint64_t n_refused_ = 0;
  uint64_t n_open_ = 0;
};

}  // namespace

auto MakeInitial() -> std::unique_ptr<Kind> { return std::make_unique<Initial>(); }

}  // namespace kerf::torture
