// Statistics against their definitions and published quantiles.
#include "events/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "events/schedule.h"

namespace kerf::events {
namespace {

TEST(Collect, GivesTheMomentsOfASample) {
  Collect collect;
  // A large mean, as sums of squares would lose the spread.
  for (const double x : {4.0, 7.0, 13.0, 16.0}) collect.Add(1e9 + x);
  EXPECT_DOUBLE_EQ(collect.mean, 1e9 + 10);
  EXPECT_DOUBLE_EQ(collect.variance(), 30);
  EXPECT_DOUBLE_EQ(collect.std_of_mean(), std::sqrt(30.0 / 4));
  EXPECT_EQ(collect.min, 1e9 + 4);
  EXPECT_EQ(collect.max, 1e9 + 16);
  EXPECT_DOUBLE_EQ(collect.cv(), std::sqrt(30.0) / (1e9 + 10));
}

TEST(TimeStatistic, WeighsValuesByTheirTime) {
  TimeStatistic values;
  values.Begin(10, 2);
  values.Set(13, 5);
  values.Set(13, 0);
  values.Set(14, 1);
  values.Update(20);
  EXPECT_DOUBLE_EQ(values.duration(), 10);
  EXPECT_DOUBLE_EQ(values.mean(), (3 * 2 + 1 * 0 + 6 * 1) / 10.0);
  EXPECT_DOUBLE_EQ(values.std(), std::sqrt((3 * 4 + 6 * 1) / 10.0 - 1.2 * 1.2));
  EXPECT_EQ(values.max(), 5);
  EXPECT_EQ(values.min(), 0);
  values.Clear(20);
  EXPECT_EQ(values.mean(), 1);
  EXPECT_EQ(values.max(), 1);
}

TEST(TimePlot, KeepsIntegralAndPeaksHoweverLongTheRun) {
  TimePlot plot;
  plot.Clear(5);
  double integral = 0;
  for (int k = 0; k < 100'000; ++k) {
    const double value = k == 777 ? 1000 : k % 7;
    plot.Add(5 + 0.1 * k, 5 + 0.1 * (k + 1), value);
    integral += 0.1 * value;
  }
  ASSERT_LE(plot.stretches().size(), TimePlot::kStretches);
  double sum = 0;
  double covered = 0;
  double peak = 0;
  for (const TimePlot::Stretch& stretch : plot.stretches()) {
    sum += stretch.integral;
    covered += stretch.covered;
    peak = std::max(peak, stretch.max);
  }
  EXPECT_NEAR(sum, integral, 1e-6 * integral);
  EXPECT_NEAR(covered, 10'000, 1e-6);
  EXPECT_EQ(peak, 1000);
  EXPECT_EQ(plot.Batches(20).size(), 20U);
}

TEST(Histogram, HasCellsBelowAndAbove) {
  Histogram histogram(3, 2, 10);
  for (const double x : {9.0, 10.0, 10.5, 12.0, 12.001, 16.0, 16.5, 1e300}) histogram.Add(x);
  EXPECT_EQ(histogram.counts(), (std::vector<uint64_t>{2, 2, 1, 1, 2}));
  EXPECT_EQ(histogram.UpperLimit(0), 10);
  EXPECT_EQ(histogram.UpperLimit(3), 16);
  EXPECT_TRUE(std::isinf(histogram.UpperLimit(4)));
}

TEST(Confidence, QuantilesAreThoseOfTheTables) {
  EXPECT_NEAR(StudentQuantile(0.975, 1), 12.706204736, 1e-8);
  EXPECT_NEAR(StudentQuantile(0.975, 10), 2.228138852, 1e-9);
  EXPECT_NEAR(StudentQuantile(0.995, 30), 2.749995654, 1e-9);
  EXPECT_NEAR(StudentQuantile(0.05, 4), -2.131846786, 1e-9);
  EXPECT_NEAR(StudentQuantile(0.975, 1e6), 1.959966, 1e-6);
  EXPECT_EQ(StudentQuantile(0.5, 3), 0);
}

TEST(Confidence, IntervalsCoverTheMeanAsOftenAsTheySay) {
  // 1 000 intervals at 90 %, each of 10 observations: the count has a standard deviation of 9.5.
  RandomStream stream(5);
  int n_covered = 0;
  for (int k = 0; k < 1000; ++k) {
    Collect sample;
    for (int j = 0; j < 10; ++j) sample.Add(3 + 2 * DrawNormal(stream));
    if (ConfidenceOf(sample, 0.9).Contains(3)) ++n_covered;
  }
  EXPECT_NEAR(n_covered, 900, 29);
}

TEST(BatchMeans, CoverTheMeanOfADependentSeries) {
  // x' = 0.9 x + e has mean 0; single observations would give intervals that are four times too short.
  int n_covered = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    RandomStream stream(seed);
    BatchMeans batches;
    double x = 0;
    for (int k = 0; k < 20'000; ++k) {
      x = 0.9 * x + DrawNormal(stream);
      batches.Add(x);
    }
    EXPECT_GE(batches.n_batches(), BatchMeans::kBatches);
    EXPECT_LT(batches.n_batches(), 2 * BatchMeans::kBatches);
    if (batches.Confidence(0.95).Contains(0)) ++n_covered;
  }
  EXPECT_NEAR(n_covered, 190, 10);
}

TEST(BatchMeans, FewObservationsGiveNoInterval) {
  BatchMeans batches;
  for (int k = 0; k < 19; ++k) batches.Add(k);
  EXPECT_TRUE(std::isinf(batches.Confidence(0.95).half_width));
}

TEST(Statistics, AfterAWarmUpOnlyWhatGoesOnCounts) {
  World world;
  const CollectId waits = AddCollect(world, "waits");
  const TimeStatisticId busy = AddTimeStatistic(world, "busy");
  Schedule(world, 10, 0);
  Schedule(world, 14, 1);
  Event event;
  EXPECT_EQ(Observe(world, waits, 99), Status::Ok);
  ASSERT_EQ(NextEvent(world, 100, event), Next::Event);
  EXPECT_EQ(SetValue(world, busy, 1), Status::Ok);
  ClearStatistics(world);
  EXPECT_EQ(Observe(world, waits, 2), Status::Ok);
  ASSERT_EQ(NextEvent(world, 100, event), Next::Event);
  UpdateStatistics(world);
  EXPECT_EQ(world.collects[0].values.n, 1U);
  EXPECT_EQ(world.collects[0].values.mean, 2);
  EXPECT_EQ(world.time_variables[0].values.mean(), 1);
  EXPECT_EQ(world.time_variables[0].values.duration(), 4);
  EXPECT_EQ(world.statistics_since, 10);
}

}  // namespace
}  // namespace kerf::events
