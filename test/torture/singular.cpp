// Half of the models are equations that become dependent, half are chains of pendulums.
#include "singular.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "dependent_system.h"
#include "pendulum_chain.h"
#include "run_text.h"

namespace kerf::torture {

namespace {

class Singular : public Kind {
 public:
  [[nodiscard]] auto Name() const -> std::string override { return "singular"; }
  [[nodiscard]] auto Summary() const -> std::string override {
    return fmt::format(", {} systems, {} chains, {} of them ended where their states are singular",
                       n_systems_, n_chains_, n_ended_);
  }

  auto RunOne(Rng& rng) -> std::optional<Disagreement> override {
    return rng.Chance(0.5) ? RunSystem(rng) : RunChain(rng);
  }

 private:
  auto RunSystem(Rng& rng) -> std::optional<Disagreement> {
    ++n_systems_;
    const DependentSystem system = RandomDependentSystem(rng);
    TextRequest request;
    request.settings.engine = sim::Engine::Interpreter;
    request.settings.run.stop = 1;
    request.settings.run.intervals = 4;
    for (const bool is_dymola : {true, false}) {
      request.model = TextOf(system, is_dymola);
      const TextRun run = RunText(request);
      std::string problem = torture::ProblemOf(system, run);
      // Who comes along the only solution that goes on has it to the last bit, and nothing looks open. Who
      // begins there does not.
      if (!problem.empty() && run.ok && system.is_consistent && IsLimit(system, run)) {
        TextRequest fresh = request;
        fresh.settings.run.start = 1;
        fresh.settings.run.stop = 1.5;
        problem = torture::ProblemOf(system, RunText(fresh));
      }
      if (!problem.empty())
        return Disagreement{{request.model},
                            fmt::format("{}kerf simulate {} --stop 1", problem, request.model.name)};
    }
    return std::nullopt;
  }

  auto RunChain(Rng& rng) -> std::optional<Disagreement> {
    ++n_chains_;
    PendulumChain chain = RandomPendulumChain(rng);
    const char* const solvers[] = {"cvode", "radau", "dopri5", "auto"};
    const std::string solver = solvers[rng.Below(4)];
    const std::string problem = ProblemOf(chain, solver, true);
    if (problem.empty()) return std::nullopt;
    // What does not matter goes: twins, and wishes.
    for (size_t k = 0; k < chain.has_twin.size(); ++k) {
      const bool before = chain.has_twin[k];
      chain.has_twin[k] = false;
      if (before && ProblemOf(chain, solver, false).empty()) chain.has_twin[k] = true;
    }
    for (WantedStates& wanted : chain.wanted) {
      const WantedStates before = std::exchange(wanted, WantedStates::None);
      if (before != WantedStates::None && ProblemOf(chain, solver, false).empty()) wanted = before;
    }
    return Disagreement{{TextOf(chain)}, ProblemOf(chain, solver, false)};
  }

  auto ProblemOf(const PendulumChain& chain, const std::string& solver, bool is_counted) -> std::string {
    // The chain shakes: errors grow.
    constexpr double kTolerance = 1e-3;
    // A run that ends does so where a part that the states leave open is next to nothing.
    constexpr double kNearlyNothing = 0.02;
    TextRequest request;
    request.model = TextOf(chain);
    request.settings.engine = sim::Engine::Interpreter;
    request.settings.solver = solver;
    request.settings.run.stop = chain.stop;
    request.settings.run.intervals = 1;
    request.settings.run.tolerance = 1e-8;
    const TextRun run = RunText(request);
    const ChainMotion motion = MotionOf(chain);
    const std::string command =
        fmt::format("kerf simulate chain.mo --solver {} --stop {:.17g} --tolerance 1e-8", solver, chain.stop);
    if (!run.ok) {
      const bool is_told = run.messages.find("the states do not determine") != std::string::npos;
      const bool is_due = *std::ranges::min_element(motion.least) < kNearlyNothing;
      if (is_counted) ++n_ended_;
      return is_told && is_due ? "" : fmt::format("refused:\n{}{}", run.messages, command);
    }
    for (size_t k = 0; k < chain.angle.size(); ++k) {
      const double x = run.final_values.at(fmt::format("x{}", k + 1));
      const double y = run.final_values.at(fmt::format("y{}", k + 1));
      if (std::abs(x - motion.x[k]) + std::abs(y - motion.y[k]) > kTolerance)
        return fmt::format("link {} is at {:.6g}, {:.6g} and should be at {:.6g}, {:.6g}\n{}{}", k + 1, x, y,
                           motion.x[k], motion.y[k], run.messages, command);
    }
    return "";
  }

  uint64_t n_systems_ = 0;
  uint64_t n_chains_ = 0;
  uint64_t n_ended_ = 0;
};

}  // namespace

auto MakeSingular() -> std::unique_ptr<Kind> { return std::make_unique<Singular>(); }

}  // namespace kerf::torture
