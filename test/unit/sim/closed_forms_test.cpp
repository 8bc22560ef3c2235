// Simulations against closed forms and published digits: 1e-6 relative at tolerance 1e-8.
#include <gtest/gtest.h>

#include <cmath>

#include "run_model.h"

namespace kerf::sim {
namespace {

constexpr double kAccuracy = 1e-6;

void ExpectRelative(double value, double expected) {
  EXPECT_NEAR(value, expected, kAccuracy * std::abs(expected));
}

constexpr const char* kElectrical = R"(
model type resistor
  cut A (Va / I) B (Vb / -I)
  main path P <A - B>
  parameter R
  R*I = Va - Vb
end
model type capacitor
  cut A (Va / I) B (Vb / -I)
  main path P <A - B>
  local V
  parameter C
  V = Va - Vb
  C*der(V) = I
end
model type coil
  cut A (Va / I) B (Vb / -I)
  main path P <A - B>
  parameter L
  L*der(I) = Va - Vb
end
model type source
  cut A (Va / I) B (Vb / -I)
  main path P <A - B>
  terminal V
  V = Vb - Va
end
model type ground
  main cut C (V / .)
  V = 0
end
)";

// Solvers that must all reach the accuracy.
class ClosedForms : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static auto Settings(double stop) -> sim::Settings {
    sim::Settings settings = Tight(stop);
    settings.solver = GetParam();
    return settings;
  }
};

TEST_P(ClosedForms, RcNetworkCharges) {
  const std::string text = std::string(kElectrical) + R"(
model rc
  submodel (source) E
  submodel (resistor) R1(2)
  submodel (capacitor) C1(0.5)
  submodel ground
  connect ground to E to R1 to C1 to ground
  E.V = 5
end
)";
  const ModelRun run = RunModel({text, Settings(3), {}, {{"C1.V", 1}}, {}});
  ExpectRelative(run.Final("C1.V"), 5 - 4 * std::exp(-3.0));
  ExpectRelative(run.Final("R1.I"), 4 * std::exp(-3.0) / 2);
}

TEST_P(ClosedForms, DrivenRlcOscillates) {
  // L*i' + R*i + q/C = sin(w*t) with zero start: particular solution plus transient.
  const std::string text = std::string(kElectrical) + R"(
model rlc
  submodel (source) E
  submodel (resistor) R(0.4)
  submodel (coil) L(1)
  submodel (capacitor) C(0.25)
  submodel ground
  connect ground to E to R to L to C to ground
  E.V = sin(3*time)
end
)";
  const ModelRun run = RunModel({text, Settings(7), {}, {{"C.V", 0}, {"L.I", 0}}, {}});
  // q'' + 0.4 q' + 4 q = sin 3t, C.V = 4 q.
  const double w = 3;
  const double a = (4 - w * w) / (std::pow(4 - w * w, 2) + std::pow(0.4 * w, 2));
  const double b = -0.4 * w / (std::pow(4 - w * w, 2) + std::pow(0.4 * w, 2));
  const double wd = std::sqrt(4 - 0.04);
  const double c = -b;
  const double d = (-w * a + 0.2 * c) / wd;
  const double t = 7;
  const double q = a * std::sin(w * t) + b * std::cos(w * t) +
                   std::exp(-0.2 * t) * (c * std::cos(wd * t) + d * std::sin(wd * t));
  ExpectRelative(run.Final("C.V"), 4 * q);
}

TEST_P(ClosedForms, TwoTanksDrain) {
  // The upper tank drains by Torricelli's law: sqrt(h) falls linearly; the lower one gains what the upper
  // loses.
  const std::string text = R"(
model type tank
  cut inlet (Qin) outlet (Qout)
  main path P <inlet - outlet>
  local h
  parameter A a
  A*der(h) = Qin - Qout
  Qout = a*sqrt(h)
end
model tanks
  submodel (tank) upper(A=2 a=0.3)
  model lower
    cut inlet (Q)
    main path P <inlet - .>
    local V
    der(V) = Q
  end
  connect upper:outlet at lower:inlet
  upper.Qin = 0
end
)";
  const ModelRun run = RunModel({text, Settings(8), {}, {{"upper.h", 4}, {"lower.V", 0}}, {}});
  const double root = 2 - 0.3 / (2 * 2) * 8;
  ExpectRelative(run.Final("upper.h"), root * root);
  ExpectRelative(run.Final("lower.V"), 2 * (4 - root * root));
}

TEST_P(ClosedForms, LotkaVolterraReturnsAfterItsPeriod) {
  const std::string text = R"(
model prey
  local x y
  x' = x*(1 - y)
  y' = y*(x - 1)
end
)";
  // The period from (2, 1), by a Taylor method with 25 digits.
  const double period = 6.608482671235056573886;
  const ModelRun run = RunModel({text, Settings(period), {}, {{"x", 2}, {"y", 1}}, {}});
  // Nothing damps errors along the orbit; those of BDF add up to a little more than a hundred tolerances.
  const double accuracy = GetParam() == "cvode" ? 1.5e-6 : kAccuracy;
  EXPECT_NEAR(run.Final("x"), 2, 2 * accuracy);
  EXPECT_NEAR(run.Final("y"), 1, accuracy);
}

TEST_P(ClosedForms, VanDerPolReturnsToItsLimitCycle) {
  const std::string text = R"(
model vanderpol
  local x v
  x' = v
  v' = (1 - x**2)*v - x
end
)";
  // Amplitude and period of the limit cycle for mu = 1 are known to many digits.
  const double amplitude = 2.00861986087484313650;
  const double period = 6.66328685932313018970;
  const ModelRun run = RunModel({text, Settings(period), {}, {{"x", amplitude}, {"v", 0}}, {}});
  ExpectRelative(run.Final("x"), amplitude);
  EXPECT_NEAR(run.Final("v"), 0, 2 * kAccuracy);
}

TEST_P(ClosedForms, EventsAreMetExactly) {
  // A ramp that turns at t = 1 (time event) and a state that stops growing at x = 2 (state event at t = 1.5).
  const std::string text = R"(
model turns
  local x y
  x' = if time < 1 then 1 else 2
  y' = if x < 2 then 1 else 0
end
)";
  const ModelRun run = RunModel({text, Settings(3), {}, {{"x", 0}, {"y", 0}}, {}});
  ExpectRelative(run.Final("x"), 1 + 2 * 2);
  ExpectRelative(run.Final("y"), 1.5);
  EXPECT_EQ(run.outcome.run.statistics.time_events, 1U);
  EXPECT_EQ(run.outcome.run.statistics.state_events, 1U);
}

INSTANTIATE_TEST_SUITE_P(Solvers, ClosedForms, testing::Values("cvode", "ida", "dopri5", "radau"),
                         [](const auto& solver) { return solver.param; });

TEST(Simulate, InterpreterAndMachineCodeAgree) {
  const std::string text = R"(
model mixed
  local x y z w
  x' = -x + sin(y) + exp(-x**2)
  y' = if x > 0.3 then cos(time) else -y/(1 + x*x)
  z + exp(z) = x + y
  w = z**3 - sqrt(abs(x)) + arctan(y) + mod(time, 0.7)
end
)";
  RunRequest request{text, Tight(4), {}, {{"x", 1}, {"y", 0.5}}, {}};
  const ModelRun jit = RunModel(request);
  request.settings.engine = Engine::Interpreter;
  const ModelRun interpreted = RunModel(request);
  for (const char* name : {"x", "y", "z", "w"})
    EXPECT_DOUBLE_EQ(jit.Final(name), interpreted.Final(name)) << name;
}

}  // namespace
}  // namespace kerf::sim
