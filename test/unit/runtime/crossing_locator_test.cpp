// The iterations of Cellier 1979, Fig. 4.4 and 4.7, on functions whose zeros are known.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "runtime/crossing_locator.h"

namespace kerf::runtime {
namespace {

struct Curve {
  double (*value)(double t);
  double (*slope)(double t);
};

struct Found {
  double t = 0;
  uint64_t n_trials = 0;
  bool is_poor = false;
  std::vector<double> trials;
  std::vector<uint32_t> roots;
};

auto LocateIn(const std::vector<Curve>& curves, double t0, double t1, const RootSettings& settings) -> Found {
  Found found;
  double at = t1;
  const auto evaluate = [&](double t, double* values) {
    at = t;
    found.trials.push_back(t);
    for (size_t i = 0; i < curves.size(); ++i) values[i] = curves[i].value(t);
    return StepStatus::Ok;
  };
  const auto slopes = [&](bool is_at_start, double* values) {
    for (size_t i = 0; i < curves.size(); ++i) values[i] = curves[i].slope(is_at_start ? t0 : at);
    return StepStatus::Ok;
  };
  CrossingLocator::End low{t0, {}, {}};
  CrossingLocator::End high{t1, {}, {}};
  for (const Curve& curve : curves) {
    low.z.push_back(curve.value(t0));
    high.z.push_back(curve.value(t1));
  }
  const std::vector<RootSettings> all(curves.size(), settings);
  CrossingLocator locator;
  EXPECT_EQ(locator.Locate(all, low, high, evaluate, slopes), StepStatus::Ok);
  found.t = locator.t();
  found.n_trials = locator.n_trials();
  found.is_poor = locator.IsPoor();
  for (const Crossing& crossing : locator.crossings()) found.roots.push_back(crossing.root);
  return found;
}

const Curve kExponential = {[](double t) { return std::exp(t) - 2; }, [](double t) { return std::exp(t); }};
const Curve kParabola = {[](double t) { return t * t - 0.25; }, [](double t) { return 2 * t; }};

TEST(CrossingLocator, BisectionHalvesAlways) {
  const Found found = LocateIn({kExponential}, 0, 1, {.location = Location::Bisection});
  EXPECT_NEAR(found.t, std::log(2.0), 1e-15);
  EXPECT_GT(found.n_trials, 40U);
  EXPECT_EQ(found.trials[0], 0.5);
  EXPECT_EQ(found.trials[1], 0.75);
}

TEST(CrossingLocator, RegulaFalsiConvergesLinearly) {
  const Found found = LocateIn({kExponential}, 0, 1, {.location = Location::RegulaFalsi});
  EXPECT_NEAR(found.t, std::log(2.0), 1e-14);
  // |ZL| / (|ZL| + |ZN|) of the step.
  EXPECT_NEAR(found.trials[0], 1 / (1 + std::exp(1.0) - 2), 1e-15);
  const double a = std::abs(found.trials[2] - found.t);
  const double b = std::abs(found.trials[3] - found.t);
  const double c = std::abs(found.trials[4] - found.t);
  EXPECT_NEAR(b / a, c / b, 0.02);
  EXPECT_GT(found.n_trials, 10U);
}

TEST(CrossingLocator, InverseHermiteNeedsAFewTrials) {
  const Found found = LocateIn({kExponential}, 0, 1, {.location = Location::Hermite});
  EXPECT_NEAR(found.t, std::log(2.0), 1e-15);
  EXPECT_LE(found.n_trials, 4U);
  // A cubic t(z) is exact where t is one.
  const Curve inverse = {[](double t) { return std::cbrt(t - 0.3); },
                         [](double t) { return std::pow(std::cbrt(t - 0.3), -2.0) / 3; }};
  EXPECT_LE(LocateIn({inverse}, 0, 1, {.location = Location::Hermite}).n_trials, 3U);
}

TEST(CrossingLocator, InverseHermiteFallsBackWhereSlopesLeadElsewhere) {
  // The function first goes away from 0.
  const Curve wave = {[](double t) { return -std::cos(t) - 0.5 + 0.001 * t; },
                      [](double t) { return std::sin(t) + 0.001; }};
  const Curve detour = {[](double t) { return std::pow(t - 0.2, 2) * (t - 0.9) - 0.01; },
                        [](double t) { return 2 * (t - 0.2) * (t - 0.9) + std::pow(t - 0.2, 2); }};
  const double t = LocateIn({wave}, 0, 3, {.location = Location::Hermite}).t;
  EXPECT_NEAR(wave.value(t), 0, 1e-14);
  const Found found = LocateIn({detour}, 0.5, 1.2, {.location = Location::Hermite});
  EXPECT_NEAR(detour.value(found.t), 0, 1e-15);
  EXPECT_FALSE(found.is_poor);
}

TEST(CrossingLocator, GeneralisedTakesTheMeanUntilOneIsLeft) {
  const Found found = LocateIn({kExponential, kParabola}, 0, 1, {.location = Location::Generalised});
  const double mean = (1 / (std::exp(1.0) - 1) + 0.25) / 2;
  EXPECT_NEAR(found.trials[0], mean, 1e-15);
  EXPECT_NEAR(found.t, 0.5, 1e-14);
  EXPECT_EQ(found.roots, std::vector<uint32_t>{1});
}

TEST(CrossingLocator, FunctionsGivenTwiceAreFoundTogether) {
  for (const Location location : {Location::Bisection, Location::RegulaFalsi, Location::Hermite}) {
    const Found found = LocateIn({kParabola, kParabola}, 0, 1, {.location = location});
    EXPECT_NEAR(found.t, 0.5, 1e-14);
    EXPECT_EQ(found.roots, (std::vector<uint32_t>{0, 1}));
  }
}

TEST(CrossingLocator, StopsAtTheTolerance) {
  const Found found = LocateIn({kExponential}, 0, 1, {.location = Location::Bisection, .tolerance = 1e-3});
  EXPECT_LT(std::abs(kExponential.value(found.t)), 1e-3);
  EXPECT_LT(found.n_trials, 13U);
}

TEST(CrossingLocator, TellsWhenTheLimitIsReached) {
  const Curve flat = {[](double t) { return std::pow(t, 15) - 1e-15; },
                      [](double t) { return 15 * std::pow(t, 14); }};
  const Found found = LocateIn({flat}, 0, 1, {.location = Location::RegulaFalsi});
  EXPECT_TRUE(found.is_poor);
  EXPECT_EQ(found.n_trials, 100U);
  EXPECT_EQ(found.t, 1);
}

}  // namespace
}  // namespace kerf::runtime
