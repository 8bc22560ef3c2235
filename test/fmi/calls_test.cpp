// Calls in any order: a call that does not belong where it comes ends with an error and a message, and
// nothing crashes.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "exported.h"

namespace kerf::fmi {

namespace {

constexpr const char* kModel =
    "model M\n  input Real u(start = 1);\n  output Real y;\n  parameter Real p = 2;\n  Real x(start = 1, "
    "fixed = true);\n"
    "  discrete Real s(start = 0, fixed = true);\n  Real d;\nequation\n  der(x) = u - p*x;\n  y = if x > 0.5 "
    "then x else u;\n"
    "  d = delay(x, 0.2);\n  when sample(0, 0.1) then\n    s = pre(s) + x;\n  end when;\nend M;\n";

TEST(Calls, BelongToTheirModes) {
  Exported exported;
  Export("M", ".mo", kModel, exported);
  if (HasFatalFailure()) return;
  const Library2& fmi = TheLibrary2();
  Instance2 instance(exported, fmi2ModelExchange);
  fmi2EventInfo info{};
  EXPECT_EQ(fmi.ExitInitializationMode(instance.handle()), fmi2Error);
  EXPECT_EQ(fmi.NewDiscreteStates(instance.handle(), &info), fmi2Error);
  EXPECT_EQ(fmi.EnterContinuousTimeMode(instance.handle()), fmi2Error);
  EXPECT_EQ(fmi.DoStep(instance.handle(), 0, 0.1, 1), fmi2Error);
  EXPECT_EQ(fmi.Terminate(instance.handle()), fmi2Error);
  EXPECT_NE(instance.messages().find("fmi2Terminate must not be called in Instantiated"), std::string::npos)
      << instance.messages();
  instance.Initialize(1);
  EXPECT_EQ(fmi.EnterInitializationMode(instance.handle()), fmi2Error);
  EXPECT_EQ(fmi.SetTime(instance.handle(), 0), fmi2OK);
  const uint32_t p = exported.Reference("p");
  const uint32_t y = exported.Reference("y");
  const double value = 1;
  EXPECT_EQ(fmi.SetReal(instance.handle(), &p, 1, &value), fmi2Error);
  EXPECT_EQ(fmi.SetReal(instance.handle(), &y, 1, &value), fmi2Error);
  EXPECT_EQ(fmi.Terminate(instance.handle()), fmi2OK);
  EXPECT_EQ(fmi.Terminate(instance.handle()), fmi2Error);
  EXPECT_EQ(fmi.Reset(instance.handle()), fmi2OK);
  EXPECT_EQ(fmi.SetReal(instance.handle(), &p, 1, &value), fmi2OK);
  // There is no such variable, and none of that type.
  const uint32_t none = 123456;
  double got = 0;
  EXPECT_EQ(fmi.GetReal(instance.handle(), &none, 1, &got), fmi2Error);
  EXPECT_EQ(fmi.GetReal(nullptr, &p, 1, &got), fmi2Error);
}

TEST(Calls, AnFmuAndItsDescriptionBelongTogether) {
  Exported exported;
  Export("M", ".mo", kModel, exported);
  if (HasFatalFailure()) return;
  const Library2& fmi = TheLibrary2();
  const fmi2CallbackFunctions silent{nullptr, nullptr, nullptr, nullptr, nullptr};
  const std::string resources = "file:///" + exported.resources.substr(1) + "/";
  EXPECT_EQ(fmi.Instantiate("a", fmi2ModelExchange, "{0}", resources.c_str(), &silent, 0, 0), nullptr);
  EXPECT_EQ(fmi.Instantiate("a", fmi2ModelExchange, exported.token.c_str(), "file:///nowhere", &silent, 0, 0),
            nullptr);
  EXPECT_EQ(fmi.Instantiate("a", fmi2ModelExchange, nullptr, nullptr, &silent, 0, 0), nullptr);
  EXPECT_EQ(fmi.Instantiate("a", fmi2ModelExchange, exported.token.c_str(), resources.c_str(), nullptr, 0, 0),
            nullptr);
  fmi2Component one =
      fmi.Instantiate("a", fmi2ModelExchange, exported.token.c_str(), resources.c_str(), &silent, 0, 0);
  EXPECT_NE(one, nullptr);
  fmi.FreeInstance(one);
  fmi.FreeInstance(nullptr);
}

// Thousands of calls at random, on instances of both types.
TEST(Calls, InAnyOrderDoNoHarm) {
  Exported exported;
  Export("M", ".mo", kModel, exported);
  if (HasFatalFailure()) return;
  const Library2& fmi = TheLibrary2();
  for (int round = 0; round < 20; ++round) {
    std::mt19937 random(static_cast<uint32_t>(round));
    Instance2 instance(exported, round % 2 == 0 ? fmi2ModelExchange : fmi2CoSimulation);
    fmi2Component c = instance.handle();
    fmi2FMUstate state = nullptr;
    double t = 0;
    const auto number = [&] { return std::uniform_real_distribution(-0.5, 1.5)(random); };
    std::vector<double> buffer(100);
    std::vector<uint32_t> references;
    for (const Shown& shown : exported.interface.variables) references.push_back(shown.reference);
    fmi2EventInfo info{};
    fmi2Boolean enter_event = 0;
    fmi2Boolean terminate = 0;
    const int order = 1;
    const std::vector<std::function<fmi2Status()>> calls = {
        [&] { return fmi.SetupExperiment(c, 0, 0, 0, 1, 5); },
        [&] { return fmi.EnterInitializationMode(c); },
        [&] { return fmi.ExitInitializationMode(c); },
        [&] { return fmi.NewDiscreteStates(c, &info); },
        [&] { return fmi.EnterContinuousTimeMode(c); },
        [&] { return fmi.EnterEventMode(c); },
        [&] { return fmi.CompletedIntegratorStep(c, 1, &enter_event, &terminate); },
        [&] { return fmi.SetTime(c, t += 0.01); },
        [&] { return fmi.SetContinuousStates(c, &(buffer[0] = number()), 1); },
        [&] { return fmi.GetDerivatives(c, buffer.data(), 1); },
        [&] { return fmi.GetContinuousStates(c, buffer.data(), round % 3 == 0 ? 2 : 1); },
        [&] { return fmi.GetEventIndicators(c, buffer.data(), exported.interface.n_indicators); },
        [&] { return fmi.GetReal(c, references.data(), references.size(), buffer.data()); },
        [&] {
          const uint32_t one = references[random() % references.size()];
          const double value = number();
          return fmi.SetReal(c, &one, 1, &value);
        },
        [&] { return fmi.GetFMUstate(c, &state); },
        [&] { return fmi.SetFMUstate(c, state); },
        [&] {
          const fmi2Status status = fmi.DoStep(c, t, 0.05, 1);
          t += status == fmi2OK ? 0.05 : 0;
          return status;
        },
        [&] {
          const uint32_t u = exported.Reference("u");
          const double slope = number();
          return fmi.SetRealInputDerivatives(c, &u, 1, &order, &slope);
        },
        [&] {
          const uint32_t y = exported.Reference("y");
          return fmi.GetRealOutputDerivatives(c, &y, 1, &order, buffer.data());
        },
        [&] {
          const uint32_t y = exported.Reference("y");
          const uint32_t x = exported.Reference("x");
          const double seed = 1;
          return fmi.GetDirectionalDerivative(c, &y, 1, &x, 1, &seed, buffer.data());
        },
        [&] { return random() % 20 == 0 ? fmi.Terminate(c) : fmi2OK; },
        [&] {
          if (random() % 10 != 0) return fmi2OK;
          t = 0;
          return fmi.Reset(c);
        },
    };
    for (int k = 0; k < 400; ++k) {
      // Now and then what leads on comes in order.
      const size_t which = random() % (2 * calls.size());
      const fmi2Status status = calls[which < calls.size() ? which : which % 6]();
      ASSERT_TRUE(status == fmi2OK || status == fmi2Discard || status == fmi2Error)
          << which << instance.messages();
    }
    fmi.FreeFMUstate(c, &state);
  }
}

}  // namespace

}  // namespace kerf::fmi
