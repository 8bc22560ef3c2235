// Replications in threads and until a mean is sure; moments of the lognormal distribution.
#include <gtest/gtest.h>

#include <cmath>

#include "events/run.h"
#include "events/statistics.h"

namespace kerf::events {
namespace {

auto Exponential() -> Distribution {
  Distribution distribution;
  distribution.kind = DistributionKind::Exponential;
  distribution.a = 2;
  return distribution;
}

// So many draws as observations; a large one may be a mistake.
class Draws : public Program {
 public:
  explicit Draws(World& world, bool fails = false) : fails_(fails) {
    value_ = AddCollect(world, "value");
    draw_ = AddVariate(world, "draw", Exponential(), 0);
  }
  void Initialise(World& world) override {
    for (int k = 0; k < 20; ++k) {
      const double x = DrawFrom(world, draw_);
      (void)Observe(world, value_, x);
      if (fails_ && x > 9) (void)Fail(world, FaultKind::Raised, "too large");
    }
  }
  void Handle(World&, const Event&) override {}

 private:
  bool fails_;
  CollectId value_{};
  VariateId draw_{};
};

auto Make(bool fails) -> std::function<Instance()> {
  return [fails] {
    Instance instance;
    instance.world = std::make_unique<World>();
    instance.program = std::make_unique<Draws>(*instance.world, fails);
    return instance;
  };
}

void ExpectSameReplications(const ReplicationOptions& options, bool fails = false) {
  World world;
  Draws draws(world, fails);
  const Replications alone = Replicate(draws, world, options);
  for (const uint32_t n_threads : {1U, 2U, 5U}) {
    const Replications together = ReplicateInParallel(Make(fails), options, n_threads);
    EXPECT_EQ(together.n_done, alone.n_done);
    EXPECT_EQ(together.is_sure, alone.is_sure);
    EXPECT_EQ(together.fault.text, alone.fault.text);
    ASSERT_EQ(together.estimates.size(), alone.estimates.size());
    for (size_t k = 0; k < alone.estimates.size(); ++k) {
      EXPECT_EQ(together.estimates[k].over.n, alone.estimates[k].over.n);
      EXPECT_EQ(together.estimates[k].over.mean, alone.estimates[k].over.mean);
      EXPECT_EQ(together.estimates[k].over.squares, alone.estimates[k].over.squares);
      EXPECT_EQ(together.estimates[k].interval.half_width, alone.estimates[k].interval.half_width);
    }
  }
}

TEST(Replicate, ThreadsGiveTheSameNumbers) {
  ReplicationOptions options;
  options.n_replications = 37;
  ExpectSameReplications(options);
  ExpectSameReplications(options, true);
  options.is_antithetic = true;
  ExpectSameReplications(options);
  options.until = "value";
  options.half_width = 0.02;
  options.is_relative = true;
  options.n_replications = 4;
  ExpectSameReplications(options);
  options.n_most = 6;
  ExpectSameReplications(options);
}

TEST(Replicate, UntilTheMeanIsSure) {
  ReplicationOptions options;
  options.n_replications = 3;
  options.until = "value";
  options.half_width = 0.1;
  World world;
  Draws draws(world);
  const Replications sure = Replicate(draws, world, options);
  EXPECT_TRUE(sure.is_sure);
  EXPECT_LE(sure.estimates[0].interval.half_width, 0.1);
  // About (1.96*2/0.1)^2 draws in all.
  EXPECT_NEAR(sure.n_done, 77, 40);
  options.n_most = 10;
  const Replications unsure = Replicate(draws, world, options);
  EXPECT_FALSE(unsure.is_sure);
  EXPECT_EQ(unsure.n_done, 10U);
  options.until = "nothing";
  EXPECT_FALSE(Replicate(draws, world, options).is_sure);
}

// The parameters are those of the logarithm.
TEST(Lognormal, Moments) {
  constexpr int kDraws = 200'000;
  for (const auto& [m, s] :
       {std::pair{0.0, 0.5}, std::pair{1.5, 0.25}, std::pair{-2.0, 0.9}, std::pair{0.7, 0.0}}) {
    RandomStream stream(7, 3);
    Distribution distribution;
    distribution.kind = DistributionKind::Lognormal;
    distribution.a = m;
    distribution.b = s;
    Collect values;
    Collect logarithms;
    int n_below = 0;
    for (int k = 0; k < kDraws; ++k) {
      const double x = Draw(distribution, stream);
      values.Add(x);
      logarithms.Add(std::log(x));
      n_below += x < std::exp(m) ? 1 : 0;
    }
    const double mean = std::exp(m + s * s / 2);
    const double deviation = mean * std::sqrt(std::expm1(s * s));
    const double root = std::sqrt(double{kDraws});
    EXPECT_NEAR(values.mean, mean, 5 * deviation / root + 1e-12) << m << ' ' << s;
    EXPECT_NEAR(values.std(), deviation, 0.03 * deviation + 1e-12) << m << ' ' << s;
    EXPECT_NEAR(logarithms.mean, m, 5 * s / root + 1e-12);
    EXPECT_NEAR(logarithms.std(), s, 0.01 * s + 1e-12);
    if (s > 0) {
      EXPECT_NEAR(n_below / double{kDraws}, 0.5, 2.5 / root);
    }
  }
}

}  // namespace
}  // namespace kerf::events
