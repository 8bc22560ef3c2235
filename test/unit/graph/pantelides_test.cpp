// Index reduction on textbook systems, against an independent assignment method, and its end on singular
// ones.
#include "graph/pantelides.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "graph/match.h"
#include "graph_samples.h"

namespace kerf::graph {
namespace {

// The signature matrix of a system: the order to which unknown j occurs in equation i, or -1.
using Signature = std::vector<std::vector<int>>;

struct System {
  Bipartite graph;
  Numbers derivative_of_var;
  // The number of the variable that is derivative d of unknown j.
  std::vector<Numbers> var_of;
};

auto MakeSystem(const Signature& signature) -> System {
  System system;
  uint32_t n_vars = 0;
  for (size_t j = 0; j < signature[0].size(); ++j) {
    int order = 0;
    for (const auto& eqn : signature) order = std::max(order, eqn[j]);
    system.var_of.emplace_back(order + 1);
    for (uint32_t& var : system.var_of[j]) {
      var = n_vars++;
      system.derivative_of_var.push_back(n_vars);
    }
    system.derivative_of_var.back() = kNone;
  }
  system.graph.n_cols = n_vars;
  for (const auto& eqn : signature) {
    Numbers row;
    for (size_t j = 0; j < eqn.size(); ++j) {
      if (eqn[j] >= 0) row.push_back(system.var_of[j][eqn[j]]);
    }
    AppendRow(system.graph, row);
  }
  return system;
}

// J. Pryce, A simple structural analysis method for DAEs, BIT 41, 2001: a permutation s of greatest sum of
// orders, and the least c with d[j] - c[i] ≥ order(i, j), with equality on s. Empty if no permutation is
// finite.
auto PryceOffsets(const Signature& signature) -> Numbers {
  const size_t n = signature.size();
  std::vector<size_t> s(n);
  std::vector<size_t> best;
  int best_sum = -1;
  std::iota(s.begin(), s.end(), size_t{0});
  do {
    int sum = 0;
    for (size_t i = 0; i < n && sum >= 0; ++i) sum = signature[i][s[i]] < 0 ? -1 : sum + signature[i][s[i]];
    if (sum > best_sum) best_sum = sum, best = s;
  } while (std::ranges::next_permutation(s).found);
  if (best.empty()) return {};
  std::vector<int> c(n, 0);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t i = 0; i < n; ++i) {
      int d = 0;
      for (size_t k = 0; k < n; ++k) {
        if (signature[k][best[i]] >= 0) d = std::max(d, signature[k][best[i]] + c[k]);
      }
      if (d - signature[i][best[i]] == c[i]) continue;
      c[i] = d - signature[i][best[i]];
      has_changed = true;
    }
  }
  return {c.begin(), c.end()};
}

TEST(Pantelides, AnOrdinaryDifferentialEquationNeedsNothing) {
  const System system = MakeSystem({{1, 0}, {0, 1}});
  const PantelidesResult result = Pantelides(system.graph, system.derivative_of_var);
  EXPECT_TRUE(result.singular_eqns.empty());
  EXPECT_EQ(result.n_differentiations, (Numbers{0, 0}));
  EXPECT_TRUE(result.new_eqns.empty());
  EXPECT_TRUE(result.steps.empty());
}

TEST(Pantelides, TheSecondOrderPendulumNeedsItsConstraintTwice) {
  // x'' = T x;  y'' = T y - g;  x² + y² = L²  with unknowns x, y, T.
  const System system = MakeSystem({{2, -1, 0}, {-1, 2, 0}, {0, 0, -1}});
  const PantelidesResult result = Pantelides(system.graph, system.derivative_of_var);
  EXPECT_EQ(result.n_differentiations, (Numbers{0, 0, 2}));
  EXPECT_EQ(result.new_eqns, (Numbers{2, 3}));
  EXPECT_TRUE(result.new_vars.empty());
  ASSERT_EQ(result.steps.size(), 2U);
  EXPECT_EQ(result.steps[0].failing_eqn, 2U);
  EXPECT_EQ(result.steps[0].eqns, Numbers{2});
  EXPECT_EQ(result.derivative_of_eqn, (Numbers{kNone, kNone, 3, 4, kNone}));
}

TEST(Pantelides, TheFirstOrderPendulumNeedsItsVelocitiesOnceAndItsConstraintTwice) {
  // x' = u;  y' = v;  u' = T x;  v' = T y - g;  x² + y² = L²  (Pantelides' own example).
  enum : uint32_t { kX, kY, kU, kV, kT, kDx, kDy, kDu, kDv };
  const Bipartite graph = MakeGraph(9, {{kDx, kU}, {kDy, kV}, {kDu, kT, kX}, {kDv, kT, kY}, {kX, kY}});
  const PantelidesResult result =
      Pantelides(graph, Numbers{kDx, kDy, kDu, kDv, kNone, kNone, kNone, kNone, kNone});
  EXPECT_EQ(result.n_differentiations, (Numbers{1, 1, 0, 0, 2}));
  // The constraint alone, then with both velocities: their derivatives bring x'' and y''.
  EXPECT_EQ(result.new_eqns, (Numbers{4, 0, 1, 5}));
  EXPECT_EQ(result.new_vars, (Numbers{kDx, kDy}));
  ASSERT_EQ(result.steps.size(), 2U);
  EXPECT_EQ(result.steps[0].eqns, Numbers{4});
  EXPECT_EQ(result.steps[1].eqns, (Numbers{0, 1, 5}));
  EXPECT_EQ(result.steps[1].vars, (Numbers{kDx, kDy}));
  EXPECT_EQ(result.steps[1].failing_eqn, 5U);
}

TEST(Pantelides, TwoParallelCapacitorsNeedTheirVoltagesOnce) {
  // C1 u1' = i1;  C2 u2' = i2;  u1 = u2;  i1 + i2 = i;  u1 = R i.
  enum : uint32_t { kU1, kU2, kDu1, kDu2, kI1, kI2, kI };
  const Bipartite graph = MakeGraph(7, {{kDu1, kI1}, {kDu2, kI2}, {kU1, kU2}, {kI1, kI2, kI}, {kU1, kI}});
  const PantelidesResult result = Pantelides(graph, Numbers{kDu1, kDu2, kNone, kNone, kNone, kNone, kNone});
  EXPECT_EQ(result.n_differentiations, (Numbers{0, 0, 1, 0, 0}));
  ASSERT_EQ(result.steps.size(), 1U);
  EXPECT_EQ(result.steps[0].failing_eqn, 2U);
  EXPECT_EQ(result.steps[0].eqns, Numbers{2});
  EXPECT_EQ(result.derivative_of_eqn[2], 5U);
}

TEST(Pantelides, ASingularSystemIsReportedWithTheEquationsToBlame) {
  // Equations 1 and 3 both hold only x, once as x and once as x'.
  const Bipartite graph = MakeGraph(3, {{2, 0}, {0}, {2, 1}, {1}});
  const PantelidesResult result = Pantelides(graph, Numbers{1, kNone, kNone});
  EXPECT_EQ(result.singular_eqns, (Numbers{0, 1, 2}));
  EXPECT_TRUE(result.n_differentiations.empty());
  EXPECT_EQ(Pantelides(MakeGraph(2, {{0}, {1}}), Numbers{1, kNone}).singular_eqns, (Numbers{0, 1}));
  EXPECT_EQ(Pantelides(MakeGraph(1, {{0}, {}}), Numbers{kNone}).singular_eqns, Numbers{1});
}

TEST(Pantelides, AgreesWithPryce) {
  std::mt19937 random(1988);
  int n_singular = 0;
  int n_differentiated = 0;
  for (int run = 0; run < 3000; ++run) {
    const size_t n = 1 + random() % 5;
    Signature signature(n, std::vector<int>(n, -1));
    for (auto& eqn : signature) {
      for (int& order : eqn) order = random() % 2 == 0 ? -1 : static_cast<int>(random() % 3);
    }
    const System system = MakeSystem(signature);
    const PantelidesResult result = Pantelides(system.graph, system.derivative_of_var);
    const Numbers offsets = PryceOffsets(signature);
    ASSERT_EQ(result.singular_eqns.empty(), !offsets.empty());
    ASSERT_EQ(result.n_differentiations, offsets);
    n_singular += offsets.empty() ? 1 : 0;
    n_differentiated += result.new_eqns.empty() ? 0 : 1;
  }
  EXPECT_GT(n_singular, 100);
  EXPECT_GT(n_differentiated, 500);
}

TEST(Pantelides, EachStepIsAMinimalSingularSet) {
  std::mt19937 random(3);
  for (int run = 0; run < 300; ++run) {
    const auto n = static_cast<uint32_t>(2 + random() % 10);
    Bipartite graph = RandomGraph(random, n, 2 * n, 4);
    Numbers derivative_of_var(2 * n, kNone);
    for (uint32_t var = 0; var < n; ++var) derivative_of_var[var] = n + var;
    const PantelidesResult result = Pantelides(graph, derivative_of_var);
    if (result.steps.empty()) continue;
    // Only the first step is about equations as they were given.
    const PantelidesStep& step = result.steps[0];
    ASSERT_EQ(step.eqns.size(), step.vars.size() + 1);
    for (const uint32_t left_out : step.eqns) {
      Bipartite rest;
      rest.n_cols = 2 * n;
      for (const uint32_t eqn : step.eqns) {
        Numbers row;
        for (const uint32_t var : graph.row(eqn)) {
          if (derivative_of_var[var] == kNone) row.push_back(var);
        }
        for (const uint32_t var : row) ASSERT_TRUE(std::ranges::binary_search(step.vars, var));
        if (eqn != left_out) AppendRow(rest, row);
      }
      ASSERT_EQ(std::ranges::count(Match(rest).col_of_row, kNone), 0);
    }
  }
}

TEST(Pantelides, AChainOfIntegratorsDrivenFromItsEndIsDifferentiatedThrough) {
  // x(i)' = x(i+1) and x(0) given: the index grows with the chain, and the work with its square.
  constexpr uint32_t kN = 300;
  Bipartite graph;
  graph.n_cols = 2 * kN + 1;
  Numbers derivative_of_var(graph.n_cols, kNone);
  for (uint32_t i = 0; i < kN; ++i) {
    derivative_of_var[i] = kN + 1 + i;
    AppendRow(graph, Numbers{kN + 1 + i, i + 1});
  }
  AppendRow(graph, Numbers{0});
  const PantelidesResult result = Pantelides(graph, derivative_of_var);
  EXPECT_EQ(result.n_differentiations[kN], kN);
  EXPECT_EQ(result.n_differentiations[0], kN - 1);
  EXPECT_EQ(result.n_differentiations[kN - 1], 0U);
}

TEST(Pantelides, AMillionEquationsWithAConstraintEach) {
  // Many pairs of parallel capacitors: u1' = i1; u2' = i2; u1 = u2; i1 + i2 = 0.
  constexpr uint32_t kPairs = 250'000;
  Bipartite graph;
  graph.n_cols = 6 * kPairs;
  Numbers derivative_of_var(graph.n_cols, kNone);
  for (uint32_t p = 0; p < kPairs; ++p) {
    const uint32_t u = 6 * p;
    derivative_of_var[u] = u + 2;
    derivative_of_var[u + 1] = u + 3;
    AppendRow(graph, Numbers{u + 2, u + 4});
    AppendRow(graph, Numbers{u + 3, u + 5});
    AppendRow(graph, Numbers{u, u + 1});
    AppendRow(graph, Numbers{u + 4, u + 5});
  }
  const PantelidesResult result = Pantelides(graph, derivative_of_var);
  EXPECT_EQ(result.new_eqns.size(), kPairs);
  EXPECT_EQ(result.n_differentiations[4 * (kPairs - 1) + 2], 1U);
}

}  // namespace
}  // namespace kerf::graph
