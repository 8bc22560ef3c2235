// Model exchange and co-simulation against closed forms, and against each other.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "exported.h"

namespace kerf::fmi {

namespace {

constexpr const char* kBall =
    "model Ball\n  parameter Real e = 0.8;\n  parameter Real g = 9.81;\n  Real h(start = 1, fixed = true);\n"
    "  Real v(start = 0, fixed = true);\n  discrete Integer n(start = 0, fixed = true);\nequation\n  der(h) "
    "= v;\n"
    "  der(v) = -g;\n  when h < 0 then\n    reinit(v, -e*pre(v));\n    n = pre(n) + 1;\n  end when;\nend "
    "Ball;\n";

// A filter whose input is sampled, and a switch on the input.
constexpr const char* kFilter =
    "model Filter\n  input Real u(start = 0.5);\n  input Boolean b;\n  output Real y;\n  output Real w;\n"
    "  parameter Real T = 0.5;\n  Real x(start = 0, fixed = true);\n  discrete Real s(start = 0, fixed = "
    "true);\n"
    "  Integer k(start = 0, fixed = true);\nequation\n  T*der(x) = u - x;\n  y = x + 2*u*u;\n"
    "  w = if u > 1 then 3*x else x*x;\n  when sample(0.25, 0.5) then\n    s = u;\n  end when;\n"
    "  when u > 2 then\n    k = pre(k) + 1;\n  end when;\n  annotation(experiment(StopTime = 2));\nend "
    "Filter;\n";

TEST(ModelExchange, BallBouncesWhereAndWhenItShould) {
  Exported exported;
  Export("Ball", ".mo", kBall, exported);
  if (HasFatalFailure()) return;
  for (const double e : {0.8, 0.5}) {
    Instance2 instance(exported, fmi2ModelExchange);
    instance.Set("e", e);
    instance.Initialize(3);
    EulerHost host(exported, instance);
    // Heights by Euler's method with steps of 1e-4 are 5e-4 too large after a second.
    host.Run(1, 1e-4);
    const double first = std::sqrt(2 / 9.81);
    const double second = first * (1 + 2 * e);
    // The condition becomes true at each bounce, and false just after it.
    EXPECT_EQ(host.n_events(), second < 1 ? 4 : 2);
    const double since = 1 - (second < 1 ? second : first);
    const double speed = std::pow(e, second < 1 ? 2 : 1) * std::sqrt(2 * 9.81);
    EXPECT_NEAR(instance.Get("h"), speed * since - 9.81 / 2 * since * since, 2e-3);
    EXPECT_NEAR(instance.Get("v"), speed - 9.81 * since, 5e-3);
  }
}

// Where friction lets go, an event whose functions are clearly beyond their crossings may find no way to
// settle: what hosts see changes its sign within a rounding error of where it does in the model.
TEST(ModelExchange, IndicatorsChangeTheirSignWhereRelationsDo) {
  Exported exported;
  Export("Kink", ".mo",
         "model Kink\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = if x > 0.5 then 2 else "
         "1;\nend Kink;\n",
         exported);
  if (HasFatalFailure()) return;
  const Library2& fmi = TheLibrary2();
  Instance2 instance(exported, fmi2ModelExchange);
  instance.Initialize(2);
  fmi2EventInfo info{};
  ASSERT_EQ(fmi.NewDiscreteStates(instance.handle(), &info), fmi2OK);
  ASSERT_EQ(fmi.EnterContinuousTimeMode(instance.handle()), fmi2OK);
  std::vector<double> indicators;
  for (const double x : {0.5 - 1e-10, 0.5 + 1e-10}) {
    ASSERT_EQ(fmi.SetContinuousStates(instance.handle(), &x, 1), fmi2OK);
    ASSERT_EQ(fmi.GetEventIndicators(instance.handle(), &indicators.emplace_back(), 1), fmi2OK);
  }
  EXPECT_LT(indicators[0] * indicators[1], 0);
}

// A host that computes its points may stop a rounding error before an instant known beforehand. The event
// takes place at the instant, and what begins there has not begun before it.
TEST(ModelExchange, EventsAreWhereTheyWereAnnounced) {
  Exported exported;
  Export("Ramp", ".mo",
         "model Ramp\n  parameter Real begin = 0.2;\n  parameter Real wait = 0.4;\n"
         "  Real y = if time < begin + wait then 1 else time - (begin + wait);\n"
         "  Real x(start = 0, fixed = true);\nequation\n  der(x) = y;\nend Ramp;\n",
         exported);
  if (HasFatalFailure()) return;
  const Library2& fmi = TheLibrary2();
  Instance2 instance(exported, fmi2ModelExchange);
  instance.Initialize(1);
  fmi2EventInfo info{};
  ASSERT_EQ(fmi.NewDiscreteStates(instance.handle(), &info), fmi2OK);
  ASSERT_EQ(fmi.EnterContinuousTimeMode(instance.handle()), fmi2OK);
  const double before = std::nextafter(info.nextEventTime, 0);
  ASSERT_EQ(fmi.SetTime(instance.handle(), before), fmi2OK);
  ASSERT_EQ(fmi.EnterEventMode(instance.handle()), fmi2OK);
  ASSERT_EQ(fmi.NewDiscreteStates(instance.handle(), &info), fmi2OK);
  EXPECT_EQ(instance.Get("y"), 0);
  ASSERT_EQ(fmi.EnterContinuousTimeMode(instance.handle()), fmi2OK);
  ASSERT_EQ(fmi.SetTime(instance.handle(), before), fmi2OK);
  EXPECT_EQ(instance.Get("y"), 0);
}

// Hosts may go on with the past of their method unless they are told that states have changed. So they are
// told where the equations change, too, and not where nothing happens.
TEST(ModelExchange, HostsBeginAnewWhereEquationsChange) {
  Exported exported;
  Export("Kink", ".mo",
         "model Kink\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = if x > 0.5 then 2 else "
         "1;\nend Kink;\n",
         exported);
  if (HasFatalFailure()) return;
  const Library2& fmi = TheLibrary2();
  Instance2 instance(exported, fmi2ModelExchange);
  instance.Initialize(2);
  fmi2EventInfo info{};
  ASSERT_EQ(fmi.NewDiscreteStates(instance.handle(), &info), fmi2OK);
  ASSERT_EQ(fmi.EnterContinuousTimeMode(instance.handle()), fmi2OK);
  for (const double t : {0.25, 0.5 + 1e-6, 0.75}) {
    const double x = t;
    fmi2Boolean enters_event = 0;
    fmi2Boolean terminates = 0;
    ASSERT_EQ(fmi.SetTime(instance.handle(), t), fmi2OK);
    ASSERT_EQ(fmi.SetContinuousStates(instance.handle(), &x, 1), fmi2OK);
    ASSERT_EQ(fmi.CompletedIntegratorStep(instance.handle(), 0, &enters_event, &terminates), fmi2OK);
    ASSERT_EQ(fmi.EnterEventMode(instance.handle()), fmi2OK);
    ASSERT_EQ(fmi.NewDiscreteStates(instance.handle(), &info), fmi2OK);
    EXPECT_EQ(info.valuesOfContinuousStatesChanged, t > 0.5 && t < 0.6 ? 1 : 0) << t;
    ASSERT_EQ(fmi.EnterContinuousTimeMode(instance.handle()), fmi2OK);
    EXPECT_EQ(instance.States()[0], x);
  }
}

// The event iteration is over after one call, time events are announced, and inputs that jump act at events.
TEST(ModelExchange, InputsAndSamplesActAtEvents) {
  Exported exported;
  Export("Filter", ".mo", kFilter, exported);
  if (HasFatalFailure()) return;
  const Library2& fmi = TheLibrary2();
  Instance2 instance(exported, fmi2ModelExchange);
  EXPECT_EQ(instance.Get("u"), 0.5);
  instance.Set("u", 0.75);
  instance.Initialize(2);
  EXPECT_EQ(instance.Get("y"), 2 * 0.75 * 0.75);
  fmi2EventInfo info{};
  ASSERT_EQ(fmi.NewDiscreteStates(instance.handle(), &info), fmi2OK);
  EXPECT_EQ(info.newDiscreteStatesNeeded, 0);
  ASSERT_EQ(info.nextEventTimeDefined, 1);
  EXPECT_EQ(info.nextEventTime, 0.25);
  ASSERT_EQ(fmi.EnterContinuousTimeMode(instance.handle()), fmi2OK);
  EXPECT_EQ(instance.Get("s"), 0);
  ASSERT_EQ(fmi.SetTime(instance.handle(), 0.25), fmi2OK);
  ASSERT_EQ(fmi.EnterEventMode(instance.handle()), fmi2OK);
  instance.Set("u", 2.5);
  ASSERT_EQ(fmi.NewDiscreteStates(instance.handle(), &info), fmi2OK);
  EXPECT_EQ(info.nextEventTime, 0.75);
  EXPECT_EQ(instance.Get("s"), 2.5);
  const uint32_t k = exported.Reference("k");
  int count = 0;
  const auto get_integer =
      reinterpret_cast<fmi2Status (*)(fmi2Component, const fmi2ValueReference*, size_t, fmi2Integer*)>(
          fmi.Symbol("fmi2GetInteger"));
  ASSERT_EQ(get_integer(instance.handle(), &k, 1, &count), fmi2OK);
  EXPECT_EQ(count, 1);
  // Once more in the same event: down and up again.
  instance.Set("u", 0.1);
  ASSERT_EQ(fmi.NewDiscreteStates(instance.handle(), &info), fmi2OK);
  instance.Set("u", 3);
  ASSERT_EQ(fmi.NewDiscreteStates(instance.handle(), &info), fmi2OK);
  ASSERT_EQ(get_integer(instance.handle(), &k, 1, &count), fmi2OK);
  EXPECT_EQ(count, 2);
  EXPECT_EQ(instance.Get("s"), 2.5);
}

// An indicator changes its sign where the input crosses the limit of a condition.
TEST(ModelExchange, IndicatorsFollowInputs) {
  Exported exported;
  Export("Filter", ".mo", kFilter, exported);
  if (HasFatalFailure()) return;
  const Library2& fmi = TheLibrary2();
  Instance2 instance(exported, fmi2ModelExchange);
  instance.Initialize(2);
  fmi2EventInfo info{};
  ASSERT_EQ(fmi.NewDiscreteStates(instance.handle(), &info), fmi2OK);
  ASSERT_EQ(fmi.EnterContinuousTimeMode(instance.handle()), fmi2OK);
  std::vector<double> before(exported.interface.n_indicators);
  std::vector<double> after(before.size());
  ASSERT_EQ(fmi.GetEventIndicators(instance.handle(), before.data(), before.size()), fmi2OK);
  const auto n_changed = [&](double u) {
    instance.Set("u", u);
    EXPECT_EQ(fmi.GetEventIndicators(instance.handle(), after.data(), after.size()), fmi2OK);
    int n = 0;
    for (size_t i = 0; i < before.size(); ++i) n += (before[i] > 0) != (after[i] > 0) ? 1 : 0;
    return n;
  };
  EXPECT_EQ(n_changed(0.99), 0);
  EXPECT_EQ(n_changed(1.01), 1);
  EXPECT_EQ(n_changed(2.01), 2);
}

// x' = (u - x)/T with u(t) = a + b t has a closed form; steps of any size must not change it.
TEST(CoSimulation, InputsMoveAlongLines) {
  Exported exported;
  Export("Filter", ".mo", kFilter, exported);
  if (HasFatalFailure()) return;
  const Library2& fmi = TheLibrary2();
  std::mt19937 random(3);
  for (int run = 0; run < 5; ++run) {
    Instance2 instance(exported, fmi2CoSimulation);
    instance.Initialize(2);
    const uint32_t u = exported.Reference("u");
    const uint32_t y = exported.Reference("y");
    double t = 0;
    double x = 0;
    while (t < 1.5) {
      const double size = std::uniform_real_distribution(0.05, 0.3)(random);
      const double a = std::uniform_real_distribution(-1.0, 1.0)(random);
      const double b = std::uniform_real_distribution(-3.0, 3.0)(random);
      const int order = 1;
      instance.Set("u", a);
      ASSERT_EQ(fmi.SetRealInputDerivatives(instance.handle(), &u, 1, &order, &b), fmi2OK)
          << instance.messages();
      ASSERT_EQ(fmi.DoStep(instance.handle(), t, size, 1), fmi2OK) << instance.messages();
      const double tau = 0.5;
      const auto solution = [&](double s) { return a + b * (s - tau); };
      x = solution(size) + (x - solution(0)) * std::exp(-size / tau);
      t += size;
      const double now = a + b * size;
      EXPECT_NEAR(instance.Get("x"), x, 2e-5) << t;
      EXPECT_NEAR(instance.Get("y"), x + 2 * now * now, 2e-5) << t;
      double slope = 0;
      ASSERT_EQ(fmi.GetRealOutputDerivatives(instance.handle(), &y, 1, &order, &slope), fmi2OK)
          << instance.messages();
      EXPECT_NEAR(slope, (now - x) / tau + 4 * now * b, 1e-3) << t;
    }
  }
}

// Tangents against differences, in random directions.
TEST(DirectionalDerivatives, AreThoseOfDifferences) {
  Exported exported;
  Export("Filter", ".mo", kFilter, exported);
  if (HasFatalFailure()) return;
  const Library2& fmi = TheLibrary2();
  Instance2 instance(exported, fmi2ModelExchange);
  instance.Initialize(2);
  fmi2EventInfo info{};
  ASSERT_EQ(fmi.NewDiscreteStates(instance.handle(), &info), fmi2OK);
  ASSERT_EQ(fmi.EnterContinuousTimeMode(instance.handle()), fmi2OK);
  const std::vector<uint32_t> unknowns = {exported.Reference("der(x)"), exported.Reference("y"),
                                          exported.Reference("w")};
  const std::vector<uint32_t> knowns = {exported.Reference("x"), exported.Reference("u")};
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-0.9, 0.9);
  const auto values = [&](double x, double u) {
    std::vector<double> result(unknowns.size());
    EXPECT_EQ(fmi.SetContinuousStates(instance.handle(), &x, 1), fmi2OK);
    instance.Set("u", u);
    EXPECT_EQ(fmi.GetReal(instance.handle(), unknowns.data(), unknowns.size(), result.data()), fmi2OK);
    return result;
  };
  for (int k = 0; k < 20; ++k) {
    const double x = number(random);
    const double u = number(random);
    const std::vector<double> seeds = {number(random), number(random)};
    constexpr double kStep = 1e-5;
    const auto ahead = values(x + kStep * seeds[0], u + kStep * seeds[1]);
    const auto behind = values(x - kStep * seeds[0], u - kStep * seeds[1]);
    values(x, u);
    std::vector<double> tangent(unknowns.size());
    ASSERT_EQ(fmi.GetDirectionalDerivative(instance.handle(), unknowns.data(), unknowns.size(), knowns.data(),
                                           knowns.size(), seeds.data(), tangent.data()),
              fmi2OK)
        << instance.messages();
    for (size_t i = 0; i < unknowns.size(); ++i)
      EXPECT_NEAR(tangent[i], (ahead[i] - behind[i]) / (2 * kStep), 1e-8) << i;
  }
}

}  // namespace

}  // namespace kerf::fmi
