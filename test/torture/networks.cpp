// Each network runs as a DYMOLA text and as a Modelica text, by a solver drawn at random.
#include "networks.h"

#include <fmt/format.h>

#include <cmath>

#include "network.h"
#include "run_text.h"

namespace kerf::torture {

namespace {

constexpr double kTolerance = 2e-5;

class Networks : public Kind {
 public:
  [[nodiscard]] auto Name() const -> std::string override { return "networks"; }
  [[nodiscard]] auto Summary() const -> std::string override {
    return fmt::format(", {} of them singular and refused, {} not judged", n_singular_, n_skipped_);
  }

  auto RunOne(Rng& rng) -> std::optional<Disagreement> override {
    const Network network = RandomNetwork(rng);
    const char* const solvers[] = {"cvode", "cvode", "radau", "dopri5", "auto"};
    solver_ = solvers[rng.Below(5)];
    engine_ = rng.Chance(0.1) ? sim::Engine::Jit : sim::Engine::Interpreter;
    start_seed_ = rng.Below(1U << 30);
    const std::string problem = ProblemOf(network, true);
    if (problem.empty()) return std::nullopt;
    Network smaller = network;
    const bool is_refused = problem.find("refused") != std::string::npos;
    smaller.branches = Minimise<Branch>(network.branches, [&](const std::vector<Branch>& branches) {
      const std::string other = ProblemOf({branches, network.frequency}, false);
      // A wrong number is not made into a refusal.
      return !other.empty() && (other.find("refused") != std::string::npos) == is_refused;
    });
    return Disagreement{{{"network.dym", DymolaText(smaller)}, {"network.mo", ModelicaText(smaller)}},
                        ProblemOf(smaller, false)};
  }

 private:
  // "" if all agree.
  auto ProblemOf(const Network& network, bool is_counted) -> std::string {
    constexpr double kStop = 1.5;
    // Networks of this size take some hundreds of steps.
    constexpr uint64_t kMaxSteps = 500'000;
    if (!IsConnected(network)) return "";
    Rng start_rng(start_seed_);
    const auto solution = TrySolve(network, kStop, start_rng);
    if (is_counted && !solution) ++n_skipped_;
    if (is_counted && solution && solution->is_singular) ++n_singular_;
    if (!solution) return "";
    TextRequest request;
    request.settings.solver = solver_;
    request.settings.engine = engine_;
    request.settings.run.stop = kStop;
    request.settings.run.intervals = 1;
    request.settings.run.tolerance = 1e-8;
    uint64_t n_steps = 0;
    request.settings.should_stop = [&] { return ++n_steps > kMaxSteps; };
    std::string command = fmt::format("--solver {} --stop {} --tolerance 1e-8", solver_, kStop);
    for (size_t k = 0; k < solution->start.size(); ++k)
      AddStart(network.branches[k], solution->start[k], request, command);
    for (const bool is_dymola : {true, false}) {
      request.model = is_dymola ? ModelText{"network.dym", DymolaText(network)}
                                : ModelText{"network.mo", ModelicaText(network)};
      const std::string problem = Compare(network, *solution, RunText(request));
      if (!problem.empty())
        return fmt::format("{}\nkerf simulate {} {}", problem, request.model.name, command);
    }
    return "";
  }

  static void AddStart(const Branch& branch, const BranchValues& values, TextRequest& request,
                       std::string& command) {
    const bool is_voltage = branch.element == Element::Capacitor;
    if (!is_voltage && branch.element != Element::Inductor) return;
    const std::string name = NameOf(branch) + (is_voltage ? ".U" : ".I");
    const double value = is_voltage ? values.voltage : values.current;
    request.starts.push_back({name, value});
    command += fmt::format(" --init {}={:.17g}", name, value);
  }

  static auto Compare(const Network& network, const NetworkSolution& solution, const TextRun& run)
      -> std::string {
    // One of many solutions is taken only if that is told.
    if (solution.is_singular)
      return run.ok && run.messages.find("leave open") == std::string::npos
                 ? "the equations are singular, and Kerf gives a solution\n" + run.messages
                 : "";
    if (!run.ok) return "refused:\n" + run.messages;
    double scale = 1;
    for (const BranchValues& values : solution.end)
      scale = std::max({scale, std::abs(values.voltage), std::abs(values.current)});
    for (size_t k = 0; k < network.branches.size(); ++k) {
      const std::string name = NameOf(network.branches[k]);
      const auto differs = [&](const char* what, double exact) -> std::string {
        const auto found = run.final_values.find(name + what);
        const double value = found == run.final_values.end() ? NAN : found->second;
        if (std::abs(value - exact) <= kTolerance * scale) return "";
        return fmt::format("{}{} is {:.9g} and should be {:.9g}\n{}", name, what, value, exact, run.messages);
      };
      std::string problem = differs(".U", solution.end[k].voltage);
      if (problem.empty()) problem = differs(".I", solution.end[k].current);
      if (!problem.empty()) return problem;
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

auto MakeNetworks() -> std::unique_ptr<Kind> { return std::make_unique<Networks>(); }

}  // namespace kerf::torture
