// The past of an expression: interpolation within a stretch, jumps that arrive as events.
#include "runtime/delay_line.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace kerf::runtime {
namespace {

TEST(DelayLine, BeforeTheStartTheValueIsThatOfTheStart) {
  DelayLine line(false, true);
  line.Reset(0, 5);
  EXPECT_EQ(line.At(-3), 5);
  EXPECT_EQ(line.At(0), 5);
}

TEST(DelayLine, CubicsAreReadExactly) {
  DelayLine line(false, true);
  const auto f = [](double t) { return t * t * t - 2 * t; };
  line.Reset(0, f(0));
  for (const double t : {0.3, 0.5, 1.1, 1.4, 2.0}) line.Record(t, f(t), false);
  for (double t = 0; t < 2; t += 0.07) EXPECT_NEAR(line.At(t), f(t), 1e-12) << t;
}

TEST(DelayLine, AJumpIsSeenOnlyWhenItHasArrived) {
  DelayLine line(false, true);
  line.Reset(0, 0);
  line.Record(1, 1, false);
  line.Record(1, 10, true);
  line.Record(2, 11, false);
  EXPECT_EQ(line.NextArrival(0.5), 1.5);
  EXPECT_NEAR(line.At(1), 1, 1e-12);
  EXPECT_NEAR(line.At(1 + 1e-9), 1, 1e-6);
  line.Arrive(1.5, 0.5);
  EXPECT_EQ(line.NextArrival(0.5), std::numeric_limits<double>::infinity());
  EXPECT_NEAR(line.At(1), 10, 1e-12);
  EXPECT_NEAR(line.At(1.25), 10.25, 1e-12);
}

TEST(DelayLine, DiscreteValuesAreKeptUntilTheNext) {
  DelayLine line(true, true);
  line.Reset(0, 3);
  line.Record(1, 4, true);
  line.Record(2, 4, false);
  EXPECT_EQ(line.At(1.5), 3);
  line.Arrive(1.25, 0.25);
  EXPECT_EQ(line.At(0.99), 3);
  EXPECT_EQ(line.At(1.5), 4);
}

// With t = 0.3 and a delay of 0.1, t - delay is less than 0.2 by a rounding error.
TEST(DelayLine, AJumpThatHasArrivedIsSeenDespiteRounding) {
  const double t = 0.3 - 0.1;
  ASSERT_LT(t, 0.2);
  DelayLine line(true, true);
  line.Reset(0, 3);
  line.Record(0.2, 3, false);
  line.Record(0.2, 4, true);
  EXPECT_EQ(line.At(t), 3);
  line.Arrive(0.3, 0.1);
  EXPECT_EQ(line.At(t), 4);
}

TEST(DelayLine, WhatStaysTheSameStaysExactlyTheSame) {
  DelayLine line(false, true);
  line.Reset(0, 3);
  for (const double t : {0.1, 0.23, 0.31, 0.47}) line.Record(t, 3, false);
  for (double t = 0; t < 0.47; t += 0.01) EXPECT_EQ(line.At(t), 3) << t;
}

TEST(DelayLine, WhatIsNeverReadAgainIsForgottenWithoutEffect) {
  DelayLine line(false, true);
  line.Reset(0, 0);
  for (int k = 1; k <= 1000; ++k) line.Record(k, 2.0 * k, false);
  line.ForgetBefore(990);
  for (double t = 990; t < 1000; t += 0.3) EXPECT_NEAR(line.At(t), 2 * t, 1e-9);
}

}  // namespace
}  // namespace kerf::runtime
