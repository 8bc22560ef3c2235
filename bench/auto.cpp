// --solver auto against every fixed choice on ten problems, side by side: the work of each that meets the
// tolerance, in evaluations of the derivative (a Jacobian counts as many as the model has states). Ends with
// 1 if auto needs more than 1.5 times the least on more than two of them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "auto_problems.h"
#include "runtime/executive.h"
#include "solvers/factory.h"

namespace kerf::bench {
namespace {

constexpr double kMaxRatio = 1.5;
constexpr int kLeastGood = 8;
// The error at the end, relative to the tolerance, that still counts as met: steps add up their errors.
constexpr double kAllowedError = 300;
// What costs more than so many times the least found is not run to its end.
constexpr uint64_t kMaxSteps = 400'000;

class Silent final : public runtime::Observer {
 public:
  void Point(double, const double* w, runtime::PointKind) override { last = w; }
  const double* last = nullptr;
};

struct Outcome {
  bool ok = false;
  double work = 0;
  std::vector<double> states;
  std::vector<runtime::SolverChoice> choices;
};

auto Run(const Problem& problem, const std::string& solver, double tolerance) -> Outcome {
  auto model = problem.make();
  const KerfModel& finished = model.Finish();
  const auto integrator = solvers::MakeIntegrator(solver);
  Silent observer;
  runtime::RunOptions options;
  options.stop = problem.stop;
  options.tolerance = tolerance;
  options.intervals = 1;
  options.max_steps = kMaxSteps;
  runtime::Executive executive(finished, *integrator, solvers::MakeLinearSolver, options, observer);
  const runtime::RunResult result = executive.Run();
  Outcome outcome;
  outcome.ok = result.status == runtime::StepStatus::Ok;
  const auto jacobians = static_cast<double>(result.statistics.jacobian_evaluations);
  outcome.work = static_cast<double>(result.statistics.rhs_evaluations) + jacobians * finished.n_states;
  for (uint32_t i = 0; i < finished.n_states; ++i)
    outcome.states.push_back(executive.w()[finished.state_slot + i]);
  outcome.choices = result.choices;
  return outcome;
}

auto Error(const Outcome& outcome, const Outcome& reference) -> double {
  double worst = 0;
  for (size_t i = 0; i < reference.states.size(); ++i) {
    const double scale = 1 + std::abs(reference.states[i]);
    worst = std::max(worst, std::abs(outcome.states[i] - reference.states[i]) / scale);
  }
  return worst;
}

auto Compare(const Problem& problem) -> double {
  const Outcome reference = Run(problem, problem.reference, 1e-12);
  std::string best = "none";
  double least = 0;
  std::string others;
  for (const auto& entry : solvers::IntegratorNames()) {
    const std::string name(entry.name);
    if (name == "auto" || name == "bdf" || name == "rk4" || name == "euler") continue;
    const Outcome outcome = Run(problem, name, problem.tolerance);
    const bool is_met = outcome.ok && Error(outcome, reference) <= kAllowedError * problem.tolerance;
    others += " " + name + (is_met ? "=" + std::to_string(static_cast<long>(outcome.work)) : "=-");
    if (!is_met || (least > 0 && outcome.work >= least)) continue;
    least = outcome.work;
    best = name;
  }
  const Outcome chosen = Run(problem, "auto", problem.tolerance);
  const double error = Error(chosen, reference);
  const double ratio = chosen.ok && error <= kAllowedError * problem.tolerance ? chosen.work / least : 1e9;
  std::printf("%-22s best %-10s %8.0f  auto %8.0f  ratio %5.2f ", problem.name, best.c_str(), least,
              chosen.work, ratio);
  for (const auto& choice : chosen.choices) std::printf(" %s@%.3g", choice.solver.c_str(), choice.time);
  std::printf("\n   %s\n", others.c_str());
  return ratio;
}

}  // namespace
}  // namespace kerf::bench

auto main() -> int {
  int n_good = 0;
  const auto problems = kerf::bench::AutoProblems();
  for (const auto& problem : problems) n_good += kerf::bench::Compare(problem) <= kerf::bench::kMaxRatio;
  std::printf("auto within %.1f of the best fixed choice on %d of %zu problems\n", kerf::bench::kMaxRatio,
              n_good, problems.size());
  return n_good >= kerf::bench::kLeastGood ? 0 : 1;
}
