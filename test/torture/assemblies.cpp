// Each assembly runs as a DYMOLA text and as a Modelica text, by a solver drawn at random.
#include "assemblies.h"

#include <fmt/format.h>

#include <cmath>

#include "assembly.h"
#include "run_text.h"

namespace kerf::torture {

namespace {

class Assemblies : public Kind {
 public:
  [[nodiscard]] auto Name() const -> std::string override { return "assemblies"; }
  [[nodiscard]] auto Summary() const -> std::string override {
    return fmt::format(", {} of them singular and refused, {} not judged", n_singular_, n_skipped_);
  }

  auto RunOne(Rng& rng) -> std::optional<Disagreement> override {
    const Assembly assembly = RandomAssembly(rng);
    const char* const solvers[] = {"cvode", "cvode", "radau", "dopri5", "auto"};
    solver_ = solvers[rng.Below(5)];
    engine_ = rng.Chance(0.1) ? sim::Engine::Jit : sim::Engine::Interpreter;
    start_seed_ = rng.Below(1U << 30);
    const std::string problem = ProblemOf(assembly, true);
    if (problem.empty()) return std::nullopt;
    Assembly smaller = assembly;
    const bool is_refused = problem.find("refused") != std::string::npos;
    smaller.parts = Minimise<PhysicalPart>(assembly.parts, [&](const std::vector<PhysicalPart>& parts) {
      const std::string other = ProblemOf({assembly.domain, parts, assembly.frequency}, false);
      // A wrong number is not made into a refusal.
      return !other.empty() && (other.find("refused") != std::string::npos) == is_refused;
    });
    return Disagreement{{{"assembly.dym", DymolaText(smaller)}, {"assembly.mo", ModelicaText(smaller)}},
                        ProblemOf(smaller, false)};
  }

 private:
  // "" if all agree.
  auto ProblemOf(const Assembly& assembly, bool is_counted) -> std::string {
    constexpr double kStop = 1.5;
    // Assemblies of this size take some hundreds of steps.
    constexpr uint64_t kMaxSteps = 500'000;
    if (assembly.parts.empty()) return "";
    Rng start_rng(start_seed_);
    const auto solution = TrySolve(assembly, kStop, start_rng);
    if (is_counted && !solution) ++n_skipped_;
    if (is_counted && solution && solution->is_singular) ++n_singular_;
    if (!solution) return "";
    TextRequest request;
    request.settings.solver = solver_;
    request.settings.engine = engine_;
    request.settings.run.stop = kStop;
    request.settings.run.intervals = 1;
    // Bond graphs with gyrators magnify the errors of fast oscillations.
    request.settings.run.tolerance = 1e-10;
    uint64_t n_steps = 0;
    request.settings.should_stop = [&] { return ++n_steps > kMaxSteps; };
    std::string command = fmt::format("--solver {} --stop {} --tolerance 1e-10", solver_, kStop);
    for (const NamedValue& value : solution->values) {
      if (!value.is_state) continue;
      request.starts.push_back({value.name, value.start});
      command += fmt::format(" --init {}={:.17g}", value.name, value.start);
    }
    for (const bool is_dymola : {true, false}) {
      request.model = is_dymola ? ModelText{"assembly.dym", DymolaText(assembly)}
                                : ModelText{"assembly.mo", ModelicaText(assembly)};
      const std::string problem = Compare(*solution, RunText(request));
      if (!problem.empty())
        return fmt::format("{}\nkerf simulate {} {}", problem, request.model.name, command);
    }
    return "";
  }

  static auto Compare(const AssemblySolution& solution, const TextRun& run) -> std::string {
    constexpr double kTolerance = 2e-5;
    // One of many solutions is taken only if that is told.
    if (solution.is_singular)
      return run.ok && run.messages.find("leave open") == std::string::npos
                 ? "the equations are singular, and Kerf gives a solution\n" + run.messages
                 : "";
    if (!run.ok) return "refused:\n" + run.messages;
    double scale = 1;
    for (const NamedValue& value : solution.values)
      scale = std::max({scale, std::abs(value.start), std::abs(value.end)});
    for (const NamedValue& exact : solution.values) {
      const auto found = run.final_values.find(exact.name);
      const double value = found == run.final_values.end() ? NAN : found->second;
      if (std::abs(value - exact.end) <= kTolerance * scale) continue;
      return fmt::format("{} is {:.9g} and should be {:.9g}\n{}", exact.name, value, exact.end, run.messages);
    }
    return "";
  }

  std::string solver_;
  sim::Engine engine_ = sim::Engine::Interpreter;
  uint64_t start_seed_ = 0;
  uint64_t n_singular_ = 0;
  uint64_t n_skipped_ = 0;
};

}  // namespace

auto MakeAssemblies() -> std::unique_ptr<Kind> { return std::make_unique<Assemblies>(); }

}  // namespace kerf::torture
