// Ticks and labels over many ranges, and the readable choices for known ones.
#include "plot/axis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace kerf::plot {
namespace {

TEST(Ticks, AreRoundFewAndInsideForAnyRange) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> exponent(-290, 290);
  std::uniform_real_distribution<double> part(-1, 1);
  for (int i = 0; i < 20000; ++i) {
    const double size = std::pow(10, exponent(random));
    const double a = size * part(random);
    const double b = size * part(random);
    const Range range = Widened({std::min(a, b), std::max(a, b)});
    const int most = 3 + i % 10;
    const Ticks ticks = NiceTicks(range, most);
    const double step = StepValue(ticks.step);
    const int64_t n = ticks.last - ticks.first + 1;
    ASSERT_TRUE(ticks.step.mantissa == 1 || ticks.step.mantissa == 2 || ticks.step.mantissa == 5);
    ASSERT_LE(n, most);
    // Next finer steps are at most 2.5 times finer, so the axis is never nearly empty.
    ASSERT_GE(static_cast<double>(n), (most + 1) / 2.5 - 2) << range.low << " " << range.high;
    const double slack = 1e-8 * step;
    ASSERT_GE(static_cast<double>(ticks.first) * step, range.low - slack);
    ASSERT_LE(static_cast<double>(ticks.last) * step, range.high + slack);
    // No tick was left out at either end.
    ASSERT_LT(static_cast<double>(ticks.first - 1) * step, range.low);
    ASSERT_GT(static_cast<double>(ticks.last + 1) * step, range.high);
  }
}

TEST(Axis, LabelsAreShortAndDistinctForAnyRange) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> exponent(-200, 200);
  std::uniform_real_distribution<double> narrow(-11, 0);
  std::uniform_real_distribution<double> part(-1, 1);
  for (int i = 0; i < 20000; ++i) {
    const double centre = std::pow(10, exponent(random)) * part(random);
    const double half = std::fabs(centre) * std::pow(10, narrow(random));
    const Axis axis = MakeAxis(Widened({centre - half, centre + half}), "x", 8);
    ASSERT_GE(axis.ticks.size(), 2U);
    const std::set<std::string> distinct(axis.tick_labels.begin(), axis.tick_labels.end());
    ASSERT_EQ(distinct.size(), axis.ticks.size()) << centre << " ± " << half;
    for (const std::string& label : axis.tick_labels) {
      // The minus sign takes three bytes.
      ASSERT_LE(label.size(), 3U + 7U) << label << " for " << centre << " ± " << half << " " << axis.note;
    }
  }
}

TEST(Axis, TimeInNanosecondsIsLabelledSo) {
  const Axis axis = MakeAxis({0, 1.5e-7}, "time [s]", 8);
  EXPECT_EQ(axis.label, "time [ns]");
  EXPECT_EQ(axis.note, "");
  EXPECT_EQ(axis.tick_labels, (std::vector<std::string>{"0", "20", "40", "60", "80", "100", "120", "140"}));
}

TEST(Axis, WithoutAUnitThereIsAFactor) {
  const Axis axis = MakeAxis({-3e7, 3e7}, "x", 7);
  EXPECT_EQ(axis.note, "×10⁶");
  EXPECT_EQ(axis.tick_labels, (std::vector<std::string>{"−30", "−20", "−10", "0", "10", "20", "30"}));
  EXPECT_EQ(MakeAxis({0, 3e4}, "time [s]", 7).label, "time [s]");
  EXPECT_EQ(MakeAxis({0, 2e-21}, "q [C]", 5).note, "×10⁻²¹");
}

TEST(Axis, OrdinaryNumbersStayPlain) {
  EXPECT_EQ(MakeAxis({0, 1}, "", 6).tick_labels,
            (std::vector<std::string>{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(MakeAxis({0, 5000}, "", 6).tick_labels.back(), "5000");
  EXPECT_EQ(MakeAxis({0, 5000}, "", 6).note, "");
  EXPECT_EQ(MakeAxis({0, 0.004}, "", 6).tick_labels.back(), "0.004");
}

TEST(Axis, SmallChangesOfALargeValueGetAnOffset) {
  const Axis axis = MakeAxis({101324.995, 101325.01}, "p [Pa]", 4);
  EXPECT_EQ(axis.note, "+ 101325");
  EXPECT_EQ(axis.label, "p [Pa]");
  EXPECT_EQ(axis.tick_labels, (std::vector<std::string>{"−0.005", "0.000", "0.005", "0.010"}));
}

TEST(Axis, PrefixesOnlyWhereTheyAreUsual) {
  EXPECT_EQ(WithPrefix("u [V]", -3), "u [mV]");
  EXPECT_EQ(WithPrefix("p [Pa]", 6), "p [MPa]");
  EXPECT_EQ(WithPrefix("t [s]", 3), "");
  EXPECT_EQ(WithPrefix("m [kg]", -3), "");
  EXPECT_EQ(WithPrefix("u", -3), "");
  EXPECT_EQ(WithPrefix("u [V]", -15), "");
}

TEST(Widened, ConstantsGetARange) {
  for (const double value : {0.0, 5.0, -1e-8, 1e200, 1e-310}) {
    const Range range = Widened({value, value});
    EXPECT_LT(range.low, value);
    EXPECT_GT(range.high, value);
    EXPECT_GE(MakeAxis(range, "", 5).ticks.size(), 2U);
  }
  EXPECT_NEAR(Widened({1, 1 + 1e-15}).low, Widened({1, 1}).low, 1e-12);
}

}  // namespace
}  // namespace kerf::plot
