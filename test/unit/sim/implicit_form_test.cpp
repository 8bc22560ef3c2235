// Models that have no state form, or lose it on the way, against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "run_model.h"

namespace kerf::sim {
namespace {

auto WithIda(double stop) -> Settings {
  Settings settings = Tight(stop);
  settings.solver = "ida";
  return settings;
}

// Whether the run has started elsewhere than it was told to.
auto HasMoved(const ModelRun& run) -> bool {
  return std::ranges::any_of(run.diagnostics,
                             [](const auto& each) { return each.text.starts_with("the initial values"); });
}

constexpr const char* kPencil = R"(
model pencil
  local x y
  x' + y' = 1
  2*x' + 2*y' = 2 + x - y
end
)";

TEST(ImplicitForm, SingularDerivativeMatrix) {
  // Twice the first equation taken from the second leaves x = y, so that both are half of x + y = 3 + t.
  const ModelRun run = RunModel({kPencil, WithIda(4), {}, {{"x", 1}, {"y", 2}}, {}});
  EXPECT_NEAR(run.Final("x"), 3.5, 1e-7);
  EXPECT_NEAR(run.Final("y"), 3.5, 1e-7);
  EXPECT_NEAR(run.Final("derx"), 0.5, 1e-6);
  EXPECT_TRUE(HasMoved(run));
}

TEST(ImplicitForm, ConsistentValuesAreNotMoved) {
  const ModelRun run = RunModel({kPencil, WithIda(4), {}, {{"x", 1.5}, {"y", 1.5}}, {}});
  EXPECT_NEAR(run.Final("x"), 3.5, 1e-7);
  EXPECT_FALSE(HasMoved(run));
}

TEST(ImplicitForm, InterpreterAndMachineCodeAgree) {
  RunRequest request{kPencil, WithIda(4), {}, {{"x", 1}, {"y", 2}}, {}};
  const ModelRun jit = RunModel(request);
  request.settings.engine = Engine::Interpreter;
  EXPECT_DOUBLE_EQ(jit.Final("x"), RunModel(request).Final("x"));
}

TEST(ImplicitForm, TheRunMayHaveNoLength) {
  const ModelRun run = RunModel({kPencil, WithIda(0), {}, {{"x", 1}, {"y", 2}}, {}});
  EXPECT_NEAR(run.Final("x"), 1.5, 1e-9);
  EXPECT_NEAR(run.Final("dery"), 0.5, 1e-7);
}

TEST(ImplicitForm, ParallelCapacitorsShareTheirCharge) {
  // Example 5.1 of the thesis: the charge 2*1 + 3*0 is kept, then the sum of both charges through R.
  const std::string text = R"(
model parallel
  parameter R=1 Ca=2 Cb=3 e=1
  local i va vb
  e = R*i + va
  i = Ca*va' + Cb*vb'
  va = vb
end
)";
  const ModelRun run = RunModel({text, WithIda(5), {}, {{"va", 1}, {"vb", 0}}, {}});
  EXPECT_NEAR(run.Final("va"), 1 - 0.6 * std::exp(-1.0), 1e-6);
  EXPECT_NEAR(run.Final("vb"), run.Final("va"), 1e-9);
  EXPECT_NEAR(run.Final("i"), 0.6 * std::exp(-1.0), 1e-6);
  EXPECT_TRUE(HasMoved(run));
}

TEST(ImplicitForm, GearedShafts) {
  // With a gear of 4, w2 turns a moment of inertia of 16*1 + 2.
  const std::string text = R"(
model shafts
  local w1 w2 T
  w1' = T
  2*w2' = -4*T - 3
  w1 = 4*w2
end
)";
  const ModelRun run = RunModel({text, WithIda(2), {}, {{"w1", 4}, {"w2", 1}}, {}});
  const double rate = -3.0 / 18;
  EXPECT_NEAR(run.Final("w2"), 1 + 2 * rate, 1e-7);
  EXPECT_NEAR(run.Final("T"), 4 * rate, 1e-6);
  EXPECT_FALSE(HasMoved(run));
}

TEST(ImplicitForm, PendulumWithItsVelocityConstraintKeepsItsEnergy) {
  const std::string text = R"(
model pendulum
  parameter g = 9.81
  local x y vx vy F
  x' = vx
  y' = vy
  vx' = -F*x
  vy' = -F*y - g
  x*vx + y*vy = 0
end
)";
  const ModelRun run = RunModel({text, WithIda(2), {}, {{"x", 1}, {"y", 0}, {"vx", 0}, {"vy", 0}}, {}});
  const double speed2 = std::pow(run.Final("vx"), 2) + std::pow(run.Final("vy"), 2);
  EXPECT_NEAR(speed2 / 2 + 9.81 * run.Final("y"), 0, 1e-4);
  EXPECT_NEAR(std::hypot(run.Final("x"), run.Final("y")), 1, 1e-5);
  // The force along the rod: v^2 - g*y.
  EXPECT_NEAR(run.Final("F"), speed2 - 9.81 * run.Final("y"), 1e-3);
}

TEST(ImplicitForm, EventsInStateAndTime) {
  // z = x + y rises with 1 up to 2, then with 3; n counts time twice from 0.5 on.
  const std::string text = R"(
model switching
  local x y z n
  x' + y' = if z < 2 then 1 else 3
  2*x' + 2*y' = 2*(if z < 2 then 1 else 3) + x - y
  z = x + y
  n' = if time < 0.5 then 1 else 2
  valid z < 4
end
)";
  const ModelRun run = RunModel({text, WithIda(3), {}, {{"x", 0}, {"y", 0}, {"n", 0}}, {}});
  EXPECT_NEAR(run.Final("x"), 2.5, 1e-6);
  EXPECT_NEAR(run.Final("n"), 5.5, 1e-6);
  EXPECT_EQ(run.outcome.run.statistics.time_events, 1U);
  // z = 2 and the end of validity at z = 4.
  EXPECT_EQ(run.outcome.run.statistics.state_events, 2U);
  ASSERT_EQ(run.diagnostics.size(), 1U);
  EXPECT_TRUE(run.diagnostics[0].text.starts_with("time 2.66666")) << run.diagnostics[0].text;
}

TEST(ImplicitForm, ASwitchThatClosesTiesTwoStates) {
  // Open: va stays, vb too. Closed at 1: the charge 1*4 + 3*0 is kept, then drains with time constant 4.
  const std::string text = R"(
model switch
  local va vb i
  parameter Ca = 1 Cb = 3
  Ca*va' = -i
  Cb*vb' = i - vb
  0 = if time < 1 then i else va - vb
end
)";
  const ModelRun run = RunModel({text, WithIda(2), {}, {{"va", 4}, {"vb", 0}}, {}});
  EXPECT_NEAR(run.Final("va"), std::exp(-0.25), 1e-6);
  EXPECT_NEAR(run.Final("i"), std::exp(-0.25) / 4, 1e-5);
  EXPECT_FALSE(HasMoved(run));
}

TEST(ImplicitForm, ACapacityOfZeroIsNoState) {
  const std::string text = R"(
model zero
  parameter C = 0 R = 2
  local v i
  C*v' = i
  1 + time - v = R*i
end
)";
  const ModelRun run = RunModel({text, WithIda(2), {}, {{"v", 1}}, {}});
  EXPECT_NEAR(run.Final("v"), 3, 1e-7);
  EXPECT_NEAR(run.Final("i"), 0, 1e-7);
  const ModelRun charged = RunModel({text, WithIda(2), {{"C", 1}}, {{"v", 1}}, {}});
  // v = t - 1 + 2 exp(-t/2).
  EXPECT_NEAR(charged.Final("v"), 1 + 2 * std::exp(-1.0), 1e-6);
}

TEST(ImplicitForm, LargeModelsAreSolvedSparsely) {
  // A chain of masses on a rigid rod: all velocities are one, and each force carries what lies behind it.
  std::string text = "model train\n  local v[120] F[120]\n";
  text += "  v[1]' = 120 - F[1]\n";
  for (int k = 2; k <= 120; ++k) {
    text += fmt::format("  v[{}]' = F[{}] - F[{}]\n  v[{}] = v[{}]\n", k, k - 1, k, k, k - 1);
  }
  text += "  F[120] = 0\nend\n";
  std::vector<transform::GivenValue> starts;
  for (int k = 1; k <= 120; ++k) starts.push_back({fmt::format("v[{}]", k), 1});
  const ModelRun run = RunModel({text, WithIda(3), {}, starts, {}});
  EXPECT_NEAR(run.Final("v[120]"), 4, 1e-5);
  EXPECT_NEAR(run.Final("F[30]"), 90, 1e-3);
}

}  // namespace
}  // namespace kerf::sim
