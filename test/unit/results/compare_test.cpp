// The tube: what it forgives and what it does not.
#include "results/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "results/tube.h"

namespace kerf::results {
namespace {

auto MakeTable(std::vector<double> times, std::vector<double> values) -> Table {
  return {.names = {"time", "x"}, .columns = {std::move(times), std::move(values)}};
}

template <typename F>
auto Sampled(int n, double stop, F f) -> Table {
  Table table = MakeTable({}, {});
  for (int i = 0; i <= n; ++i) {
    const double t = stop * i / n;
    table.columns[0].push_back(t);
    table.columns[1].push_back(f(t));
  }
  return table;
}

auto Sine(double t) -> double { return std::sin(t); }

TEST(Compare, SameCurveOnAnotherGridPasses) {
  EXPECT_TRUE(CompareTables(Sampled(777, 10, Sine), Sampled(1000, 10, Sine)).pass);
}

TEST(Compare, OffsetBeyondTheTubeFailsWithItsExcess) {
  // Range 2, so the half-height is 0.004; at the flat peaks the time window hardly widens the tube.
  const Table reference = Sampled(5000, 10, Sine);
  EXPECT_TRUE(CompareTables(Sampled(999, 10, [](double t) { return Sine(t) + 0.0039; }), reference).pass);
  const Comparison bad = CompareTables(Sampled(999, 10, [](double t) { return Sine(t) + 0.01; }), reference);
  EXPECT_FALSE(bad.pass);
  ASSERT_EQ(bad.signals.size(), 1U);
  EXPECT_FALSE(bad.signals[0].pass);
  EXPECT_NEAR(bad.signals[0].worst_excess, 0.006, 1e-4);
}

TEST(Compare, FirstOffendingTimeIsReported) {
  const Comparison bad = CompareTables(Sampled(100, 1, [](double t) { return t < 0.295 ? 1.0 : 1.5; }),
                                       MakeTable({0, 1}, {1, 1}));
  EXPECT_FALSE(bad.pass);
  EXPECT_DOUBLE_EQ(bad.signals[0].first_time, 0.3);
  EXPECT_NEAR(bad.signals[0].worst_excess, 0.498, 1e-12);
}

TEST(Compare, EventMayMoveALittleInTime) {
  const Table reference = MakeTable({0, 5, 5, 10}, {0, 0, 1, 1});
  EXPECT_TRUE(CompareTables(MakeTable({0, 5.019, 5.019, 10}, {0, 0, 1, 1}), reference).pass);
  EXPECT_TRUE(CompareTables(MakeTable({0, 4.981, 4.981, 10}, {0, 0, 1, 1}), reference).pass);
  const Comparison bad = CompareTables(MakeTable({0, 5.05, 5.05, 10}, {0, 0, 1, 1}), reference);
  EXPECT_FALSE(bad.pass);
  EXPECT_DOUBLE_EQ(bad.signals[0].first_time, 5.05);
}

TEST(Compare, FloorForgivesNoiseAroundZeroAndTheOffsetScalesTheTube) {
  EXPECT_TRUE(CompareTables(Sampled(9, 1, [](double) { return 1.9e-6; }), MakeTable({0, 1}, {0, 0})).pass);
  EXPECT_FALSE(CompareTables(Sampled(9, 1, [](double) { return 2.1e-6; }), MakeTable({0, 1}, {0, 0})).pass);
  EXPECT_TRUE(
      CompareTables(Sampled(9, 1, [](double) { return 100.19; }), MakeTable({0, 1}, {100, 100})).pass);
  EXPECT_FALSE(
      CompareTables(Sampled(9, 1, [](double) { return 100.21; }), MakeTable({0, 1}, {100, 100})).pass);
}

TEST(Compare, MissingSignalFailsAndExtraOnesDoNotMatter) {
  Table reference = MakeTable({0, 1}, {1, 1});
  Table tested = reference;
  tested.names.emplace_back("extra");
  tested.columns.push_back({7, 7});
  EXPECT_TRUE(CompareTables(tested, reference).pass);
  const Comparison bad = CompareTables(reference, tested);
  EXPECT_FALSE(bad.pass);
  EXPECT_TRUE(bad.signals[0].pass);
  EXPECT_TRUE(bad.signals[1].missing);
  EXPECT_FALSE(bad.signals[1].pass);
}

TEST(Compare, RunThatEndsEarlyFails) {
  const Comparison bad = CompareTables(Sampled(10, 0.9, Sine), Sampled(10, 1, Sine));
  EXPECT_FALSE(bad.pass);
  EXPECT_NE(bad.error.find("ends at 0.9"), std::string::npos);
  EXPECT_FALSE(CompareTables(MakeTable({}, {}), Sampled(10, 1, Sine)).pass);
}

TEST(Compare, NotANumberFails) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(CompareTables(MakeTable({0, 0.5, 1}, {1, nan, 1}), MakeTable({0, 1}, {1, 1})).pass);
}

TEST(Compare, MissedPeakIsFoundBothWays) {
  const Table reference = MakeTable({0, 4, 5, 6, 10}, {0, 0, 1, 0, 0});
  const Table sparse = MakeTable({0, 10}, {0, 0});
  EXPECT_TRUE(CompareTables(sparse, reference).pass);
  const Comparison bad = CompareTables(sparse, reference, {.both_ways = true});
  EXPECT_FALSE(bad.pass);
  EXPECT_DOUBLE_EQ(bad.signals[0].worst_time, 5);
  EXPECT_TRUE(bad.signals[0].worst_is_reference);
}

auto TwoSignals() -> Table {
  return {.names = {"Time", "a", "b[1, 2]"}, .columns = {{0, 10}, {1, 1}, {5, 5}}};
}

TEST(Compare, OnlyTheSignalsAskedForCountAndTimeIsNone) {
  Table tested = TwoSignals();
  tested.columns[1] = {2, 2};
  EXPECT_FALSE(CompareTables(tested, TwoSignals()).pass);
  const std::vector<std::string> signals{"time", "Time", "b[1, 2]"};
  const Comparison good = CompareTables(tested, TwoSignals(), {}, signals);
  EXPECT_TRUE(good.pass);
  EXPECT_EQ(good.signals.size(), 1U);
}

TEST(Compare, BlanksInNamesDoNotCount) {
  Table tested = TwoSignals();
  tested.names[2] = "b[1,2]";
  EXPECT_TRUE(CompareTables(tested, TwoSignals()).pass);
  EXPECT_TRUE(CompareTables(TwoSignals(), tested).pass);
  EXPECT_EQ(WithoutBlanks("a . 'b c'[1, 2]"), "a.'b c'[1,2]");
  EXPECT_EQ(WithoutBlanks(R"('a \' b' . c)"), R"('a \' b'.c)");
}

TEST(Compare, SignalThatTheReferenceLacksFails) {
  const std::vector<std::string> signals{"a", "c"};
  Table tested = TwoSignals();
  tested.names[2] = "c";
  const Comparison bad = CompareTables(tested, TwoSignals(), {}, signals);
  EXPECT_FALSE(bad.pass);
  EXPECT_TRUE(bad.signals[0].pass);
  EXPECT_TRUE(bad.signals[1].no_reference);
  EXPECT_FALSE(bad.signals[1].missing);
}

TEST(Compare, NothingToCompareIsNoPass) {
  const Table only_time{.names = {"time"}, .columns = {{0, 1}}};
  const Comparison bad = CompareTables(only_time, only_time);
  EXPECT_FALSE(bad.pass);
  EXPECT_NE(bad.error.find("no signal"), std::string::npos);
}

TEST(Compare, WorstPointIsToldWithTheTubeThere) {
  const Table reference = MakeTable({0, 10}, {1, 1});
  const Comparison bad = CompareTables(MakeTable({0, 2, 4, 10}, {1, 1.1, 0.5, 1}), reference);
  ASSERT_FALSE(bad.pass);
  const SignalVerdict& verdict = bad.signals[0];
  EXPECT_DOUBLE_EQ(verdict.first_time, 2);
  EXPECT_DOUBLE_EQ(verdict.worst_time, 4);
  EXPECT_DOUBLE_EQ(verdict.worst_value, 0.5);
  EXPECT_NEAR(verdict.worst_tube.low, 0.998, 1e-12);
  EXPECT_NEAR(verdict.worst_tube.high, 1.002, 1e-12);
  EXPECT_NEAR(verdict.worst_excess, 0.498, 1e-12);
  EXPECT_FALSE(verdict.worst_is_reference);
}

// Every point inside the outline passes and every point a little outside of it fails.
TEST(Compare, OutlineOfTheTubeIsTheBorderOfWhatPasses) {
  const Table reference = MakeTable({0, 3, 3, 6, 10}, {0, 1, 4, 2, 2});
  const TubeOptions options{.value_width = 0.05, .time_width = 0.04};
  const Tube tube = TubeAround(reference, "x", options);
  ASSERT_GT(tube.times.size(), 8U);
  Table inside = MakeTable(tube.times, tube.high);
  EXPECT_TRUE(std::ranges::is_sorted(tube.times));
  for (size_t i = 0; i < tube.times.size(); ++i) inside.columns[1][i] -= 1e-9;
  EXPECT_TRUE(CompareTables(inside, reference, options).pass);
  for (size_t i = 0; i < tube.times.size(); ++i) {
    Table outside = inside;
    outside.columns[1][i] = tube.low[i] - 1e-6;
    EXPECT_FALSE(CompareTables(outside, reference, options).pass) << tube.times[i];
  }
}

// Events within rounding errors of the time are one instant.
TEST(Compare, WithinAnInstantOnlyWhatStandsBeforeAndAfterCounts) {
  constexpr double kT = 1.25;
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const Table reference{{"time", "x"}, {{0, kT, kT, 2}, {0, 0, 0, 0}}};
  const auto passes = [&](double duration, double inside, double after) {
    const double end = kT + duration;
    const Table tested{{"time", "x"}, {{0, kT, kT, end, end, 2}, {0, 0, inside, inside, after, after}}};
    return CompareTables(tested, reference).pass;
  };
  EXPECT_TRUE(passes(0, 1, 0));
  EXPECT_TRUE(passes(1e-13, 1, 0));
  EXPECT_FALSE(passes(1e-9, 1, 0));
  EXPECT_FALSE(passes(1e-13, 1, 1));
  EXPECT_FALSE(passes(1e-13, 0, 1));
  EXPECT_FALSE(passes(1e-13, kNan, 0));
  // The first and the last point stand for themselves.
  const Table begins{{"time", "x"}, {{0, 0, 2}, {1, 0, 0}}};
  EXPECT_FALSE(CompareTables(begins, reference).pass);
}

// The sliding window against a plain search over a fine grid.
TEST(SlidingBounds, AgreesWithBruteForce) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(0, 1);
  for (int round = 0; round < 50; ++round) {
    std::vector<double> times{0};
    std::vector<double> values{number(random)};
    while (times.size() < 30) {
      times.push_back(times.back() + (number(random) < 0.2 ? 0.0 : number(random)));
      values.push_back(number(random));
    }
    const double w = number(random);
    SlidingBounds sliding({times, values}, w);
    for (double t = -0.1; t < times.back(); t += 0.37) {
      const Bounds bounds = sliding.At(t);
      double low = 2;
      double high = -1;
      for (size_t i = 1; i < times.size(); ++i) {
        const double from = std::max(times[i - 1], t - w);
        const double to = std::min(times[i], t + w);
        if (from > to) continue;
        for (const double s : {from, to}) {
          const double length = times[i] - times[i - 1];
          const double f = length > 0 ? (s - times[i - 1]) / length : 0;
          for (const double g : {f, length > 0 ? f : 1.0}) {
            low = std::min(low, std::lerp(values[i - 1], values[i], g));
            high = std::max(high, std::lerp(values[i - 1], values[i], g));
          }
        }
      }
      ASSERT_EQ(bounds.low > bounds.high, low > high) << t;
      if (low > high) continue;
      ASSERT_NEAR(bounds.low, low, 1e-9) << t;
      ASSERT_NEAR(bounds.high, high, 1e-9) << t;
    }
  }
}

}  // namespace
}  // namespace kerf::results
