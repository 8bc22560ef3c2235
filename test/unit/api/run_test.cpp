// Runs step by step against closed forms and against whole runs.
#include <cmath>

#include "models.h"

namespace kerf::api_test {

namespace {

TEST(ApiRun, StepsAreThoseOfAWholeRun) {
  for (const char* text : {kBall, kRc, kWithFunction}) {
    const Model model = Load(text);
    const RunOptions options{.stop = 1.2, .absolute_tolerance = 1e-6};
    kerf::Run run(model, options);
    uint64_t n_steps = 0;
    for (; !run.is_done(); ++n_steps) run.Step();
    EXPECT_GE(n_steps, 3U);
    EXPECT_EQ(run.time(), 1.2);
    EXPECT_TRUE(HasSameBits(run.ResultSoFar(), model.Simulate(options)));
    EXPECT_TRUE(run.ResultSoFar().is_complete());
  }
}

TEST(ApiRun, StopsWhereItIsTold) {
  const Model model = Load(kBall);
  kerf::Run run(model, {.stop = 1});
  const uint32_t h = model.Find("h");
  const double first = std::sqrt(2 / 9.81);
  for (int k = 1; k <= 100; ++k) {
    const double t = k / 100.0;
    run.StepTo(t);
    EXPECT_EQ(run.time(), t);
    const double s = t - first;
    const double exact = s <= 0 ? 1 - 9.81 * t * t / 2 : 0.7 * 9.81 * first * s - 9.81 * s * s / 2;
    EXPECT_NEAR(run.Get(h), exact, 1e-6) << t;
  }
  EXPECT_TRUE(run.is_done());
  EXPECT_EQ(run.n_events(), 2U);
}

TEST(ApiRun, InputsChangeDuringTheRun) {
  const Model model = Load(kRc);
  kerf::Run run(model, {.stop = 3, .tolerance = 1e-9});
  const uint32_t y = model.Find("y");
  run.StepTo(1);
  EXPECT_EQ(run.Get(y), 0);
  run.Set(model.Find("u"), 1);
  EXPECT_EQ(run.time(), 1);
  EXPECT_EQ(run.Get(model.Find("u")), 1);
  run.StepTo(2);
  EXPECT_NEAR(run.Get(y), 1 - std::exp(-1), 1e-7);
  // A parameter: from here on ten times as fast; what follows from it follows.
  run.Set(model.Find("R"), 0.2);
  EXPECT_DOUBLE_EQ(run.Get(model.Find("T")), 0.1);
  run.StepTo(2.1);
  EXPECT_NEAR(run.Get(y), 1 - std::exp(-2), 1e-7);
  // A state.
  run.Set(y, 5);
  EXPECT_EQ(run.Get(y), 5);
  run.StepTo(2.2);
  EXPECT_NEAR(run.Get(y), 1 + 4 * std::exp(-1), 1e-7);
  EXPECT_EQ(run.n_events(), 3U);
}

TEST(ApiRun, ConditionsFollowWhatIsSet) {
  const Model model = Load(
      "model M\n  input Real u(start = 0);\n  discrete Integer n(start = 0, fixed = true);\n"
      "equation\n  when u > 0.5 then\n    n = pre(n) + 1;\n  end when;\nend M;\n");
  kerf::Run run(model, {.stop = 10});
  for (int k = 1; k <= 5; ++k) {
    run.StepTo(k);
    run.Set(model.Find("u"), 1);
    EXPECT_EQ(run.Get(model.Find("n")), k);
    run.Set(model.Find("u"), 0);
    EXPECT_EQ(run.Get(model.Find("n")), k);
  }
}

TEST(ApiRun, LookingLeavesNoTrace) {
  const Model model = Load(kBall);
  const RunOptions options{.stop = 1.2, .absolute_tolerance = 1e-6};
  kerf::Run run(model, options);
  for (; !run.is_done(); run.Step()) {
    if (run.time() > 0) (void)run.Get(model.Find("h"));
  }
  EXPECT_TRUE(HasSameBits(run.ResultSoFar(), model.Simulate(options)));
}

TEST(ApiRun, ValuesAreGivenBefore) {
  const Model model = Load(kRc);
  kerf::Run run(model, {.stop = 1, .tolerance = 1e-9, .values = {{"R", 4}}});
  run.Set(model.Find("y"), 3);
  run.Initialize();
  EXPECT_EQ(run.Get(model.Find("T")), 2);
  run.StepTo(1);
  EXPECT_NEAR(run.Get(model.Find("y")), 3 * std::exp(-0.5), 1e-7);
}

TEST(ApiRun, WhatCannotBeDoneIsTold) {
  const Model model = Load(kRc);
  kerf::Run run(model, {.stop = 1});
  const uint32_t y = model.Find("y");
  EXPECT_EQ(FailureOf([&] { (void)run.Get(y); }), "not-begun");
  EXPECT_EQ(FailureOf([&] { run.Set(9999, 1); }), "variable-number");
  run.StepTo(0.5);
  EXPECT_EQ(FailureOf([&] { run.StepTo(0.2); }), "time-goes-back");
  EXPECT_EQ(FailureOf([&] { run.StepTo(NAN); }), "time-goes-back");
  EXPECT_EQ(FailureOf([&] { run.Set(model.Find("der(y)"), 1); }), "cannot-change");
  EXPECT_EQ(FailureOf([&] { run.Set(y, NAN); }), "value-not-finite");
  run.StepTo(7);
  EXPECT_EQ(run.time(), 1);
  EXPECT_TRUE(run.is_done());
  EXPECT_EQ(FailureOf([&] { run.Set(y, 1); }), "run-is-over");
  EXPECT_EQ(FailureOf([&] { run.Step(); }), "nothing failed");
}

TEST(ApiRun, AFailedRunStaysFailed) {
  const Model model = Load(
      "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -1;\n"
      "  assert(x > 0.5, \"low\");\nend M;\n");
  kerf::Run run(model, {.stop = 1});
  EXPECT_EQ(FailureOf([&] { run.StepTo(1); }), "assertion-failed");
  EXPECT_TRUE(run.is_done());
  EXPECT_EQ(FailureOf([&] { run.Step(); }), "run-has-failed");
  EXPECT_NEAR(run.ResultSoFar().time().back(), 0.5, 0.05);
  EXPECT_FALSE(run.ResultSoFar().is_complete());
}

}  // namespace

}  // namespace kerf::api_test
