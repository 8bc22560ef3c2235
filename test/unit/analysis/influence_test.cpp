// Distances and decomposition on graphs made by hand.
#include "analysis/influence.h"

#include <gtest/gtest.h>

#include "analysis/subsystems.h"

namespace kerf::analysis {
namespace {

using graph::kNone;

// Variables only, with the arcs that say what each needs. `derivative` names the derivative of states.
auto MakeGraph(const std::vector<std::vector<uint32_t>>& needs, const std::vector<uint32_t>& derivative)
    -> Influence {
  Influence g;
  g.n_vars = static_cast<uint32_t>(needs.size());
  g.derivative = derivative;
  g.is_discrete.assign(needs.size(), false);
  g.is_input.assign(needs.size(), false);
  std::vector<std::vector<uint32_t>> feeds(needs.size());
  for (uint32_t k = 0; k < needs.size(); ++k) {
    graph::AppendList(g.needs, needs[k]);
    for (const uint32_t other : needs[k]) feeds[other].push_back(k);
    if (derivative[k] != kNone) g.states.emplace_back(k);
  }
  for (const auto& list : feeds) graph::AppendList(g.feeds, list);
  return g;
}

// u = 0; x1' = 1 needs u, x1 = 2; x2' = 3 needs x1, x2 = 4; y = 5 needs x2 and u.
auto Chain() -> Influence {
  return MakeGraph({{}, {0}, {1}, {2}, {3}, {4, 0}}, {kNone, kNone, 1, kNone, 3, kNone});
}

TEST(Distances, CountIntegrations) {
  const Influence g = Chain();
  EXPECT_EQ(Distances(g, g.feeds, {0}), (std::vector<uint32_t>{0, 0, 1, 1, 2, 0}));
  EXPECT_EQ(Distances(g, g.needs, {4}), (std::vector<uint32_t>{2, 2, 1, 1, 0, kNone}));
}

TEST(Distances, DoNotPassDiscreteNodes) {
  Influence g = Chain();
  g.is_discrete[3] = true;
  EXPECT_EQ(Distances(g, g.feeds, {0})[4], kNone);
}

TEST(Decomposition, FindsTheCascade) {
  const Decomposition d = Decompose(Chain(), {0});
  ASSERT_EQ(d.subsystems.size(), 2U);
  EXPECT_EQ(d.n_parts, 1U);
  EXPECT_EQ(d.of_state, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(d.subsystems[0].inputs, (std::vector<uint32_t>{0}));
  EXPECT_EQ(d.subsystems[1].driven_by, (std::vector<uint32_t>{0}));
  EXPECT_EQ(d.subsystems[1].level, 2U);
}

TEST(Decomposition, JoinsWhatIsInALoop) {
  // As the chain, but x1' needs x2 too.
  const Influence g = MakeGraph({{}, {0, 4}, {1}, {2}, {3}, {4}}, {kNone, kNone, 1, kNone, 3, kNone});
  const Decomposition d = Decompose(g, {0});
  ASSERT_EQ(d.subsystems.size(), 1U);
  EXPECT_EQ(d.subsystems[0].states, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(d.subsystems[0].n_others, 2U);
}

TEST(Decomposition, SharedInputsJoinNothing) {
  // Two states, each driven by u alone.
  const Influence g = MakeGraph({{}, {0}, {1}, {0}, {3}}, {kNone, kNone, 1, kNone, 3});
  EXPECT_EQ(Decompose(g, {0}).n_parts, 2U);
}

}  // namespace
}  // namespace kerf::analysis
