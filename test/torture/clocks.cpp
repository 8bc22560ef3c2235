// Clocked partitions against the tick-by-tick values of clocks_values.cpp.
#include "clocks.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "clocks_model.h"
#include "run_text.h"

namespace kerf::torture {

namespace {

constexpr double kTolerance = 1e-6;

class ClocksKind : public Kind {
 public:
  [[nodiscard]] auto Name() const -> std::string override { return "clocks"; }

  auto RunOne(Rng& rng) -> std::optional<Disagreement> override {
    static constexpr std::array kSolvers = {"cvode", "dopri5", "radau", "rks", "adams"};
    solver_ = kSolvers[rng.Below(kSolvers.size())];
    is_jit_ = rng.Chance(0.2);
    ClockedModel model = RandomClocks(rng);
    if (Compare(model).empty()) return std::nullopt;
    for (ClockedVariable& variable : model.variables) {
      variable.terms = Minimise<ClockTerm>(variable.terms, [&](const std::vector<ClockTerm>& fewer) {
        const std::vector<ClockTerm> all = std::exchange(variable.terms, fewer);
        const bool is_wrong = !Compare(model).empty();
        variable.terms = all;
        return is_wrong;
      });
    }
    return Disagreement{{{"clocks.mo", TextOf(model)}},
                        Compare(model) + fmt::format("kerf simulate clocks.mo --stop {} --solver {}{}",
                                                     model.stop, solver_, is_jit_ ? "" : " --interpret")};
  }

 private:
  auto Compare(const ClockedModel& model) -> std::string {
    TextRequest request;
    request.model = {"clocks.mo", TextOf(model)};
    request.settings.solver = solver_;
    request.settings.engine = is_jit_ ? sim::Engine::Jit : sim::Engine::Interpreter;
    request.settings.run.stop = model.stop;
    request.settings.run.intervals = 1;
    request.settings.run.tolerance = 1e-9;
    const TextRun run = RunText(request);
    if (!run.ok) return "it does not run:\n" + run.messages;
    const std::vector<double> expected = ValuesAtEnd(model);
    std::string text;
    for (size_t k = 0; k < expected.size(); ++k) {
      const std::string name = k + 1 < expected.size() ? fmt::format("v{}", k) : "x";
      const double found = run.final_values.at(name);
      if (std::abs(found - expected[k]) <= kTolerance * std::max(1.0, std::abs(expected[k]))) continue;
      text += fmt::format("{} is {:.9g}, not {:.9g}\n", name, found, expected[k]);
    }
    return text;
  }

  std::string solver_;
  bool is_jit_ = false;
};

}  // namespace

auto MakeClocks() -> std::unique_ptr<Kind> { return std::make_unique<ClocksKind>(); }

}  // namespace kerf::torture
