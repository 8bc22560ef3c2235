// The generator against its published values; every distribution by its moments and by the test of
// Kolmogorov and Smirnov or chi-square; uniformity and independence of the streams.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "events/collect.h"
#include "events/distributions.h"
#include "events/random_stream.h"

namespace kerf::events {
namespace {

using Words = std::array<uint32_t, 4>;

TEST(Philox, GivesThePublishedValues) {
  // From the known answers of Random123 (Salmon et al.).
  EXPECT_EQ(Philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr uint32_t kOnes = 0xffffffff;
  EXPECT_EQ(Philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(Philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomStream, GoesToAnyPlaceAtOnce) {
  RandomStream stream(42, 3);
  std::vector<double> numbers;
  for (int k = 0; k < 100; ++k) numbers.push_back(stream.Next());
  EXPECT_EQ(stream.position(), 100U);
  for (const uint64_t k : {0, 1, 2, 57, 98, 99}) {
    stream.GoTo(k);
    EXPECT_EQ(stream.position(), k);
    EXPECT_EQ(stream.Next(), numbers[k]) << k;
  }
  stream.SetReplication(1);
  EXPECT_NE(stream.Next(), numbers[0]);
  stream.SetReplication(0);
  stream.SetAntithetic(true);
  for (int k = 0; k < 100; ++k) EXPECT_EQ(stream.Next(), 1 - numbers[static_cast<size_t>(k)]);
  stream.GoTo(uint64_t{1} << 50);
  EXPECT_GT(stream.Next(), 0);
}

// The value that chi-square with that many degrees of freedom exceeds with probability 0.001 (Wilson and
// Hilferty).
auto ChiSquareLimit(double degrees) -> double {
  const double a = 2 / (9 * degrees);
  return degrees * std::pow(1 - a + 3.0902 * std::sqrt(a), 3);
}

auto ChiSquare(const std::vector<double>& counts, double expected) -> double {
  double sum = 0;
  for (const double count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

TEST(RandomStream, NumbersAreUniform) {
  for (uint32_t number = 0; number < 4; ++number) {
    RandomStream stream(1, number);
    std::vector<double> counts(1000, 0);
    for (int k = 0; k < 1'000'000; ++k) ++counts[static_cast<size_t>(1000 * stream.Next())];
    EXPECT_LT(ChiSquare(counts, 1000), ChiSquareLimit(999)) << number;
  }
}

TEST(RandomStream, NeighboursAreIndependent) {
  // The serial test in two and three dimensions.
  RandomStream stream(2);
  std::vector<double> pairs(64 * 64, 0);
  for (int k = 0; k < 400'000; ++k) {
    const auto a = static_cast<size_t>(64 * stream.Next());
    ++pairs[64 * a + static_cast<size_t>(64 * stream.Next())];
  }
  EXPECT_LT(ChiSquare(pairs, 400'000.0 / 4096), ChiSquareLimit(4095));
  std::vector<double> triples(16 * 16 * 16, 0);
  for (int k = 0; k < 400'000; ++k) {
    const auto a = static_cast<size_t>(16 * stream.Next());
    const auto b = static_cast<size_t>(16 * stream.Next());
    ++triples[256 * a + 16 * b + static_cast<size_t>(16 * stream.Next())];
  }
  EXPECT_LT(ChiSquare(triples, 400'000.0 / 4096), ChiSquareLimit(4095));
}

TEST(RandomStream, StreamsSeedsAndReplicationsAreIndependent) {
  // The same pairs of cells, one from each of two streams that differ in one thing.
  const auto test = [](RandomStream a, RandomStream b, const char* what) {
    std::vector<double> pairs(32 * 32, 0);
    for (int k = 0; k < 200'000; ++k) {
      const auto cell = static_cast<size_t>(32 * a.Next());
      ++pairs[32 * cell + static_cast<size_t>(32 * b.Next())];
    }
    EXPECT_LT(ChiSquare(pairs, 200'000.0 / 1024), ChiSquareLimit(1023)) << what;
  };
  test(RandomStream(1, 0), RandomStream(1, 1), "streams");
  test(RandomStream(1, 0), RandomStream(2, 0), "seeds");
  RandomStream later(1, 0);
  later.SetReplication(1);
  test(RandomStream(1, 0), later, "replications");
  RandomStream shifted(1, 0);
  shifted.GoTo(1'000'000);
  test(RandomStream(1, 0), shifted, "places");
}

// What a continuous distribution must be like.
struct Case {
  const char* name;
  Distribution distribution;
  double mean;
  double variance;
  std::function<double(double)> cumulative;
};

auto NormalCumulative(double x) -> double { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

// P(X <= x) of an Erlang distribution with k phases of mean 1.
auto ErlangCumulative(int k, double x) -> double {
  double term = 1;
  double sum = 1;
  for (int j = 1; j < k; ++j) sum += term *= x / j;
  return 1 - std::exp(-x) * sum;
}

auto Cases() -> std::vector<Case> {
  using Kind = DistributionKind;
  const double half_pi = std::numbers::pi / 2;
  std::vector<Case> cases;
  cases.push_back(
      {"uniform", {Kind::Uniform, 12, 18, 0, {}, {}, {}}, 15, 3, [](double x) { return (x - 12) / 6; }});
  cases.push_back({"normal", {Kind::Normal, 5, 2, 0, {}, {}, {}}, 5, 4, [](double x) {
                     return NormalCumulative((x - 5) / 2);
                   }});
  cases.push_back({"exponential", {Kind::Exponential, 15, 0, 0, {}, {}, {}}, 15, 225, [](double x) {
                     return 1 - std::exp(-x / 15);
                   }});
  cases.push_back({"erlang", {Kind::Erlang, 6, 3, 0, {}, {}, {}}, 6, 12, [](double x) {
                     return ErlangCumulative(3, x / 2);
                   }});
  cases.push_back({"erlang of many phases", {Kind::Erlang, 20, 20, 0, {}, {}, {}}, 20, 20, [](double x) {
                     return ErlangCumulative(20, x);
                   }});
  cases.push_back({"gamma", {Kind::Gamma, 4, 0.5, 0, {}, {}, {}}, 2, 1, [](double x) {
                     return ErlangCumulative(4, x / 0.5);
                   }});
  // The square of a normal variable has a gamma distribution of shape 1/2.
  cases.push_back({"gamma of small shape", {Kind::Gamma, 0.5, 2, 0, {}, {}, {}}, 1, 2, [](double x) {
                     return std::erf(std::sqrt(x / 2));
                   }});
  cases.push_back({"beta", {Kind::Beta, 2, 3, 0, {}, {}, {}}, 0.4, 0.04, [](double x) {
                     return x * x * (6 - 8 * x + 3 * x * x);
                   }});
  cases.push_back(
      {"beta of small shapes", {Kind::Beta, 0.5, 0.5, 0, {}, {}, {}}, 0.5, 0.125, [half_pi](double x) {
         return std::asin(std::sqrt(x)) / half_pi;
       }});
  cases.push_back({"triangular", {Kind::Triangular, 1, 2, 5, {}, {}, {}}, 8.0 / 3, 13.0 / 18, [](double x) {
                     return x < 2 ? (x - 1) * (x - 1) / 4 : 1 - (5 - x) * (5 - x) / 12;
                   }});
  cases.push_back({"lognormal",
                   {Kind::Lognormal, 1, 0.5, 0, {}, {}, {}},
                   std::exp(1.125),
                   (std::exp(0.25) - 1) * std::exp(2.25),
                   [](double x) { return NormalCumulative((std::log(x) - 1) / 0.5); }});
  cases.push_back({"weibull",
                   {Kind::Weibull, 2, 3, 0, {}, {}, {}},
                   3 * std::sqrt(std::numbers::pi) / 2,
                   9 * (1 - std::numbers::pi / 4),
                   [](double x) { return 1 - std::exp(-(x / 3) * (x / 3)); }});
  cases.push_back({"empirical",
                   {Kind::Empirical, 0, 0, 0, {0, 2, 10}, {0, 0.75, 1}, {}},
                   2.25,
                   0.75 * 4 / 3 + 0.25 * 124.0 / 3 - 2.25 * 2.25,
                   [](double x) { return x < 2 ? 0.375 * x : 0.75 + (x - 2) / 32; }});
  return cases;
}

TEST(Distributions, HaveTheirMomentsAndDistributionFunctions) {
  constexpr size_t kDraws = 100'000;
  for (const Case& item : Cases()) {
    SCOPED_TRACE(item.name);
    ASSERT_EQ(Check(item.distribution), "");
    RandomStream stream(11, 5);
    std::vector<double> draws;
    Collect collect;
    for (size_t k = 0; k < kDraws; ++k) draws.push_back(Draw(item.distribution, stream));
    for (const double x : draws) collect.Add(x);
    EXPECT_NEAR(collect.mean, item.mean, 3.5 * collect.std_of_mean());
    EXPECT_NEAR(collect.variance(), item.variance, 0.04 * item.variance);
    std::ranges::sort(draws);
    double largest = 0;
    for (size_t k = 0; k < kDraws; ++k) {
      const double cumulative = item.cumulative(draws[k]);
      const double below = static_cast<double>(k) / kDraws;
      largest = std::max({largest, cumulative - below, below + 1.0 / kDraws - cumulative});
    }
    // The limit that is exceeded with probability 0.001.
    EXPECT_LT(largest * std::sqrt(static_cast<double>(kDraws)), 1.95);
  }
}

TEST(Distributions, PoissonFollowsItsProbabilities) {
  for (const double mean : {0.3, 4.0, 9.9, 10.0, 37.5, 400.0}) {
    SCOPED_TRACE(mean);
    constexpr double kDraws = 200'000;
    RandomStream stream(3, 9);
    Collect collect;
    std::vector<double> counts(2000, 0);
    for (int k = 0; k < kDraws; ++k) {
      const double x = DrawPoisson(stream, mean);
      collect.Add(x);
      ++counts[static_cast<size_t>(x)];
    }
    EXPECT_NEAR(collect.mean, mean, 3.5 * collect.std_of_mean());
    EXPECT_NEAR(collect.variance(), mean, 0.03 * mean);
    double sum = 0;
    double degrees = -1;
    for (size_t k = 0; k < counts.size(); ++k) {
      const double n = static_cast<double>(k);
      const double expected = kDraws * std::exp(n * std::log(mean) - mean - std::lgamma(n + 1));
      if (expected < 10) continue;
      sum += (counts[k] - expected) * (counts[k] - expected) / expected;
      ++degrees;
    }
    EXPECT_LT(sum, ChiSquareLimit(degrees));
  }
}

TEST(Distributions, DiscreteValuesComeInTheirProportions) {
  Distribution distribution;
  distribution.kind = DistributionKind::Discrete;
  distribution.x = {10, 20, 30, 40, 50};
  distribution.p = {1, 0, 5, 2, 12};
  ASSERT_EQ(Check(distribution), "");
  Prepare(distribution);
  RandomStream stream(8);
  std::vector<double> counts(6, 0);
  for (int k = 0; k < 200'000; ++k) ++counts[static_cast<size_t>(Draw(distribution, stream) / 10)];
  EXPECT_EQ(counts[2], 0);
  double sum = 0;
  for (const auto& [k, p] : std::vector<std::pair<size_t, double>>{{1, 1}, {3, 5}, {4, 2}, {5, 12}}) {
    const double expected = 200'000 * p / 20;
    sum += (counts[k] - expected) * (counts[k] - expected) / expected;
  }
  EXPECT_LT(sum, ChiSquareLimit(3));
}

TEST(Distributions, AntitheticDrawsAreNegativelyCorrelated) {
  for (const Case& item : Cases()) {
    RandomStream plain(4);
    RandomStream antithetic(4);
    antithetic.SetAntithetic(true);
    const double u = Draw(item.distribution, plain);
    if (plain.position() != 1) continue;
    EXPECT_LT((u - item.mean) * (Draw(item.distribution, antithetic) - item.mean), 0) << item.name;
  }
}

TEST(Distributions, WrongParametersAreTold) {
  using Kind = DistributionKind;
  const auto check = [](Kind kind, double a, double b, double c) {
    return Check({kind, a, b, c, {}, {}, {}});
  };
  EXPECT_EQ(check(Kind::Exponential, -3, 0, 0),
            "the mean of an exponential distribution is -3, but must be positive");
  EXPECT_EQ(check(Kind::Poisson, 0, 0, 0), "the mean of a Poisson distribution is 0, but must be positive");
  EXPECT_EQ(check(Kind::Uniform, 5, 2, 0),
            "the upper limit 2 of a uniform distribution is less than the lower limit 5");
  EXPECT_EQ(check(Kind::Normal, 5, -1, 0),
            "the standard deviation of a normal distribution is -1, but must be zero or positive");
  EXPECT_EQ(check(Kind::Erlang, 5, 1.5, 0),
            "the number of phases of an Erlang distribution is 1.5, but must be a whole number from 1 on");
  EXPECT_EQ(check(Kind::Gamma, 5, 0, 0), "the scale of a gamma distribution is 0, but must be positive");
  EXPECT_EQ(check(Kind::Beta, std::nan(""), 1, 0),
            "the first shape of a beta distribution is nan, but must be positive");
  EXPECT_EQ(check(Kind::Triangular, 1, 9, 5),
            "the mode 9 of a triangular distribution does not lie between its limits 1 and 5");
  EXPECT_EQ(Check({Kind::Discrete, 0, 0, 0, {1, 2}, {1}, {}}),
            "the table of a discrete distribution has 2 values and 1 probabilities");
  EXPECT_EQ(Check({Kind::Discrete, 0, 0, 0, {1, 2}, {1, -1}, {}}),
            "the probability of a value of a discrete distribution is -1, but must be zero or positive");
  EXPECT_EQ(Check({Kind::Empirical, 0, 0, 0, {1, 2}, {0, 0.9}, {}}),
            "the last probability of an empirical distribution is 0.9, but must be 1");
}

}  // namespace
}  // namespace kerf::events
