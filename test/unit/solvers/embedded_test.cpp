// The tables of Runge-Kutta pairs against the order conditions, and the orders that their integrators show.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "../runtime/test_models.h"
#include "runtime/embedded_pair.h"
#include "runtime/executive.h"
#include "solvers/factory.h"

namespace kerf::solvers {
namespace {

using runtime::EmbeddedPair;
using runtime::RunOptions;
using runtime::RunResult;
using runtime::StepStatus;
using runtime::testing::CodeStep;
using runtime::testing::Recorder;
using runtime::testing::TestModel;

// A rooted tree: its number of nodes, the trees at its root by index (ascending), and its density.
struct Tree {
  uint32_t order = 1;
  std::vector<size_t> branches;
  double density = 1;
};

// All rooted trees of up to `order` nodes: multisets of smaller trees on a root.
auto Trees(uint32_t order) -> std::vector<Tree> {
  std::vector<Tree> all = {{}};
  for (uint32_t n = 2; n <= order; ++n) {
    const size_t n_smaller = all.size();
    // Extends multisets of branches in ascending order until they have n - 1 nodes.
    std::vector<Tree> open = {{}};
    while (!open.empty()) {
      const Tree tree = open.back();
      open.pop_back();
      for (size_t k = tree.branches.empty() ? 0 : tree.branches.back(); k < n_smaller; ++k) {
        Tree larger = tree;
        larger.order += all[k].order;
        if (larger.order > n) continue;
        larger.branches.push_back(k);
        larger.density *= all[k].density;
        (larger.order == n ? all : open).push_back(larger);
        if (larger.order == n) all.back().density *= n;
      }
    }
  }
  return all;
}

// The largest residual of the conditions up to `order` for these weights (J. C. Butcher 1963).
auto WorstCondition(const EmbeddedPair& pair, const std::vector<double>& weights, uint32_t order) -> double {
  const std::vector<Tree> trees = Trees(order);
  const size_t n = pair.n_stages();
  // For each tree what A times its stages' elementary weights gives.
  std::vector<std::vector<double>> inner(trees.size(), std::vector<double>(n, 0));
  double worst = 0;
  for (size_t k = 0; k < trees.size(); ++k) {
    std::vector<double> stage(n, 1);
    for (const size_t branch : trees[k].branches) {
      for (size_t i = 0; i < n; ++i) stage[i] *= inner[branch][i];
    }
    double sum = 0;
    for (size_t i = 0; i < n; ++i) {
      sum += weights[i] * stage[i];
      for (size_t j = 0; j < i; ++j) inner[k][i] += pair.Row(i)[j] * stage[j];
    }
    worst = std::max(worst, std::abs(sum - 1 / trees[k].density));
  }
  return worst;
}

struct Case {
  std::string name;
  const EmbeddedPair& pair;
  // Of the other of the two results.
  uint32_t other_order;
};

auto Cases() -> std::vector<Case> {
  return {{"dopri5", runtime::DormandPrince54(), 4},
          {"england", runtime::England45(), 5},
          {"fehlberg56", runtime::Fehlberg56(), 6},
          {"fehlberg89", runtime::Fehlberg89(), 9}};
}

TEST(Trees, AreAsManyAsKnown) { EXPECT_EQ(Trees(9).size(), 486U); }

TEST(EmbeddedPairs, SatisfyTheConditionsOfBothOrdersAndNoMore) {
  for (const Case& each : Cases()) {
    std::vector<double> weights(each.pair.weights.begin(), each.pair.weights.end());
    std::vector<double> other = weights;
    for (size_t k = 0; k < other.size(); ++k) other[k] -= each.pair.error[k];
    EXPECT_LT(WorstCondition(each.pair, weights, each.pair.order), 1e-13) << each.name;
    EXPECT_GT(WorstCondition(each.pair, weights, each.pair.order + 1), 1e-9) << each.name;
    EXPECT_LT(WorstCondition(each.pair, other, each.other_order), 1e-13) << each.name;
    EXPECT_GT(WorstCondition(each.pair, other, each.other_order + 1), 1e-9) << each.name;
  }
  // Simpson's rule on computed states is no Runge-Kutta result of its own; the difference is of order 5.
  const EmbeddedPair& rks = runtime::RungeKuttaSimpson();
  std::vector<double> weights(rks.weights.begin(), rks.weights.end());
  EXPECT_LT(WorstCondition(rks, weights, 4), 1e-14);
  EXPECT_GT(WorstCondition(rks, weights, 5), 1e-6);
}

TEST(EmbeddedPairs, RowsSumUpToTheirNodes) {
  std::vector<Case> cases = Cases();
  cases.push_back({"rks", runtime::RungeKuttaSimpson(), 4});
  for (const Case& each : cases) {
    for (size_t stage = 1; stage < each.pair.n_stages(); ++stage) {
      double sum = 0;
      for (const double a : each.pair.Row(stage)) sum += a;
      EXPECT_NEAR(sum, each.pair.nodes[stage], 1e-14) << each.name << " " << stage;
    }
  }
}

// A planet on an ellipse of excentricity 0.3 from its perihelion; slots 1, 2: position, 3, 4: velocity.
constexpr double kExcentricity = 0.3;

auto Planet() -> TestModel {
  TestModel m({1 - kExcentricity, 0, 0, std::sqrt((1 + kExcentricity) / (1 - kExcentricity))}, 0);
  m.derivative = {CodeStep([](const void*, double* w) {
    const double r3 = std::pow(std::hypot(w[1], w[2]), 3);
    w[5] = w[3];
    w[6] = w[4];
    w[7] = -w[1] / r3;
    w[8] = -w[2] / r3;
  })};
  return m;
}

// How far the planet is from where Kepler's equation puts it.
auto ErrorOf(const runtime::testing::Sample& sample) -> double {
  double anomaly = sample.t;
  for (int k = 0; k < 50; ++k) anomaly = sample.t + kExcentricity * std::sin(anomaly);
  const double y = std::sqrt(1 - kExcentricity * kExcentricity) * std::sin(anomaly);
  return std::hypot(sample.w[1] - std::cos(anomaly) + kExcentricity, sample.w[2] - y);
}

struct Measured {
  double steps = 0;
  double error_at_ends = 0;
  double error_between = 0;
};

// Two revolutions, once with points between the ends of steps and once with the ends themselves.
auto Measure(const std::string& name, double tolerance) -> Measured {
  Measured measured;
  for (const bool is_between : {false, true}) {
    TestModel m = Planet();
    Recorder recorder(9);
    const auto integrator = MakeIntegrator(name);
    const RunOptions options{.stop = 4 * std::numbers::pi,
                             .tolerance = tolerance,
                             .intervals = is_between ? 999U : 1U,
                             .every_step = !is_between};
    const RunResult result = runtime::Simulate(m.Finish(), *integrator, MakeLinearSolver, options, recorder);
    EXPECT_EQ(result.status, StepStatus::Ok);
    measured.steps = static_cast<double>(result.statistics.steps);
    double& error = is_between ? measured.error_between : measured.error_at_ends;
    for (const auto& sample : recorder.samples) error = std::max(error, ErrorOf(sample));
  }
  return measured;
}

class Order : public ::testing::TestWithParam<std::pair<const char*, double>> {};

TEST_P(Order, ShowsInTheErrorAtTheEnd) {
  const auto [name, order] = GetParam();
  const double fine = order > 6 ? 1e-12 : order > 1 ? 1e-9 : 1e-7;
  const Measured a = Measure(name, 100 * fine);
  const Measured b = Measure(name, fine);
  const double measured = std::log(a.error_at_ends / b.error_at_ends) / std::log(b.steps / a.steps);
  EXPECT_GT(measured, 0.85 * order - 0.1) << a.steps << " " << b.steps;
  // Of few and long steps the higher terms have their part.
  EXPECT_LT(measured, 1.3 * order + 0.1) << a.steps << " " << b.steps;
}

TEST_P(Order, BetweenTheEndsOfStepsTheErrorIsNoneTheWorse) {
  const auto [name, order] = GetParam();
  for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
    // Of order 1 the last would take a million steps.
    if (order < 2 && tolerance < 1e-8) continue;
    const Measured measured = Measure(name, tolerance);
    EXPECT_LT(measured.error_between, 1.5 * measured.error_at_ends + 2 * tolerance) << tolerance;
  }
}

TEST_P(Order, ToleranceIsRespected) {
  const auto [name, order] = GetParam();
  for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
    TestModel m = runtime::testing::Oscillator();
    Recorder recorder(5);
    const auto integrator = MakeIntegrator(name);
    const RunOptions options{.stop = 12, .tolerance = tolerance, .intervals = 10};
    const RunResult result = runtime::Simulate(m.Finish(), *integrator, MakeLinearSolver, options, recorder);
    ASSERT_EQ(result.status, StepStatus::Ok);
    // The errors of all steps add up in the worst case; absolute and relative tolerance are allowed both.
    const auto steps = static_cast<double>(result.statistics.steps);
    EXPECT_NEAR(recorder.last().w[1], std::cos(12), 2 * steps * tolerance) << tolerance;
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, Order,
                         ::testing::Values(std::pair{"dopri5", 5.0}, std::pair{"rks", 4.0},
                                           std::pair{"england", 4.0}, std::pair{"fehlberg56", 5.0},
                                           std::pair{"fehlberg89", 8.0}, std::pair{"ieuler", 1.0}),
                         [](const auto& each) { return each.param.first; });

TEST(ImplicitEuler, TheFastTransientDoesNotDictateTheSteps) {
  TestModel m({0}, 0);
  m.derivative = {
      CodeStep([](const void*, double* w) { w[2] = -1e6 * (w[1] - std::cos(w[0])) - std::sin(w[0]); },
               [](const void*, double* w) { w[3 + 2] = -1e6 * w[3 + 1]; })};
  Recorder recorder(3);
  const auto integrator = MakeIntegrator("ieuler");
  const RunResult result = runtime::Simulate(m.Finish(), *integrator, MakeLinearSolver,
                                             {.stop = 2, .tolerance = 1e-3, .intervals = 10}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok);
  EXPECT_LT(result.statistics.steps, 200U);
  EXPECT_NEAR(recorder.last().w[1], std::cos(2.0), 1e-3);
}

TEST(Unseen, OnlyFehlbergIsBlindToTimeAlone) {
  for (const char* name : {"dopri5", "rks", "england", "fehlberg56", "fehlberg89"}) {
    TestModel m({1, 0}, 0);
    m.derivative = {CodeStep([](const void*, double* w) {
      w[3] = -w[1];
      w[4] = std::cos(w[0]);
    })};
    Recorder recorder(5);
    const auto integrator = MakeIntegrator(name);
    const RunResult result =
        runtime::Simulate(m.Finish(), *integrator, MakeLinearSolver, {.stop = 5}, recorder);
    ASSERT_EQ(result.status, StepStatus::Ok);
    const bool is_blind = std::string(name).starts_with("fehlberg");
    EXPECT_EQ(result.unseen, is_blind ? std::vector<uint32_t>{1} : std::vector<uint32_t>{}) << name;
  }
}

TEST(Violations, NameTheStateThatMadeTheStepsFail) {
  // The second state gets a kick at time 1 that no step foresees; the first is smooth.
  for (const char* name : {"dopri5", "rks", "england", "fehlberg56", "fehlberg89", "ieuler", "cvode", "adams",
                           "ida", "erk", "dirk", "radau"}) {
    TestModel m({1, 1}, 0);
    m.derivative = {CodeStep(
        [](const void*, double* w) {
          w[3] = 1e-3 * w[1];
          w[4] = -300 * std::exp(-1e4 * (w[0] - 1) * (w[0] - 1)) * w[2];
        },
        [](const void*, double* w) {
          w[5 + 3] = 1e-3 * w[5 + 1];
          w[5 + 4] = -300 * std::exp(-1e4 * (w[0] - 1) * (w[0] - 1)) * w[5 + 2];
        })};
    Recorder recorder(5);
    const auto integrator = MakeIntegrator(name);
    const RunOptions options{.stop = 2, .tolerance = 1e-5, .intervals = 10, .max_step = 0.05};
    ASSERT_EQ(runtime::Simulate(m.Finish(), *integrator, MakeLinearSolver, options, recorder).status,
              StepStatus::Ok);
    ASSERT_EQ(integrator->violations().size(), 2U) << name;
    EXPECT_EQ(integrator->violations()[0], 0U) << name;
    EXPECT_GT(integrator->violations()[1], 0U) << name;
  }
}

}  // namespace
}  // namespace kerf::solvers
