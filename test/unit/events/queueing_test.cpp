// Queueing systems against their closed forms: 20 replications with fixed seeds, 95 % confidence.
#include <gtest/gtest.h>

#include <cmath>

#include "queueing_programs.h"

namespace kerf::events {
namespace {

// The seed is fixed; about one interval of twenty may miss, and so the one for all seeds does not.
auto RunMany(Program& program, World& world) -> Replications {
  SetSeed(world, 20261116);
  ReplicationOptions options;
  options.run.warm_up = 2'000;
  options.run.stop = 22'000;
  options.n_replications = 20;
  return Replicate(program, world, options);
}

void ExpectWithin(const Replications& all, const std::string& name, double value) {
  EXPECT_EQ(all.fault.text, "");
  for (const Estimate& estimate : all.estimates) {
    if (estimate.name != name) continue;
    EXPECT_EQ(estimate.over.n, 20U);
    EXPECT_NEAR(estimate.interval.mean, value, estimate.interval.half_width) << name;
    // An interval that contains everything would prove nothing.
    EXPECT_LT(estimate.interval.half_width, 0.08 * value) << name;
    return;
  }
  ADD_FAILURE() << "no estimate " << name;
}

TEST(Queueing, OneExponentialServer) {
  // M/M/1 with rho = 0.8: L = 4, W = 5, Lq = 3.2, Wq = 4.
  World world;
  OpenLine program(world, Exponential(1), {{Exponential(0.8), 1}});
  const Replications all = RunMany(program, world);
  ExpectWithin(all, "servers 1 use", 0.8);
  ExpectWithin(all, "in system", 4);
  ExpectWithin(all, "time in system", 4);
  ExpectWithin(all, "servers 1 queue length", 3.2);
  ExpectWithin(all, "servers 1 queue wait", 3.2);
}

TEST(Queueing, OneServerWithUniformService) {
  // Pollaczek and Khinchine: Wq = lambda E(S²) / (2 (1 - rho)), S uniform in [0.4, 1.2]: E(S²) = 0.69333.
  World world;
  OpenLine program(world, Exponential(1), {{{DistributionKind::Uniform, 0.4, 1.2, 0, {}, {}, {}}, 1}});
  const Replications all = RunMany(program, world);
  const double wait = (0.64 + 0.64 / 12) / (2 * 0.2);
  ExpectWithin(all, "servers 1 queue wait", wait);
  ExpectWithin(all, "in system", wait + 0.8);
}

TEST(Queueing, SeveralServers) {
  // M/M/3 with a = 2.4: Erlang's C formula.
  World world;
  OpenLine program(world, Exponential(1), {{Exponential(2.4), 3}});
  const Replications all = RunMany(program, world);
  const double a = 2.4;
  const double last = a * a * a / 6 * 3 / (3 - a);
  const double waiting = last / (1 + a + a * a / 2 + last);
  ExpectWithin(all, "servers 1 use", 0.8);
  ExpectWithin(all, "servers 1 queue wait", waiting * 2.4 / (3 - a));
}

TEST(Queueing, TwoStationsInARow) {
  // Burke: the second station sees the arrivals of the first, L = 4 + 1.5.
  World world;
  OpenLine program(world, Exponential(1), {{Exponential(0.8), 1}, {Exponential(0.6), 1}});
  const Replications all = RunMany(program, world);
  ExpectWithin(all, "in system", 4 + 1.5);
  ExpectWithin(all, "servers 2 queue length", 0.6 * 0.6 / 0.4);
}

TEST(Queueing, MachinesAndRepairMen) {
  // Birth and death with 10 machines, 2 men, up 20, repair 4: p(n) for n machines down.
  World world;
  MachineRepair program(world, 10, 2, 20, 4);
  const Replications all = RunMany(program, world);
  double p = 1;
  double sum = 1;
  double running = 10;
  double busy = 0;
  for (int n = 1; n <= 10; ++n) {
    p *= (10 - n + 1) / 20.0 / (std::min(n, 2) / 4.0);
    sum += p;
    running += (10 - n) * p;
    busy += std::min(n, 2) * p;
  }
  ExpectWithin(all, "running", running / sum);
  ExpectWithin(all, "men use", busy / sum / 2);
}

TEST(Queueing, AntitheticPairsNarrowTheInterval) {
  const auto width = [](bool is_antithetic) {
    World world;
    OpenLine program(world, Exponential(1), {{Exponential(0.5), 1}});
    ReplicationOptions options;
    options.run.stop = 500;
    options.n_replications = is_antithetic ? 80 : 40;
    options.is_antithetic = is_antithetic;
    const Replications all = Replicate(program, world, options);
    EXPECT_EQ(all.estimates[0].name, "time in system");
    EXPECT_EQ(all.estimates[0].over.n, 40U);
    return all.estimates[0].interval.half_width;
  };
  // Two independent runs a pair would narrow it by sqrt(2).
  EXPECT_LT(width(true), width(false) / std::sqrt(2.0));
}

TEST(Queueing, ReplicationsDoNotDependOnEachOther) {
  World world;
  OpenLine program(world, Exponential(1), {{Exponential(0.8), 1}});
  RunOptions options;
  options.stop = 1000;
  options.replication = 3;
  EXPECT_EQ(RunProgram(program, world, options).end, End::Stopped);
  const double alone = world.collects[0].values.mean;
  for (options.replication = 0; options.replication < 3; ++options.replication)
    RunProgram(program, world, options);
  RunProgram(program, world, options);
  EXPECT_EQ(world.collects[0].values.mean, alone);
}

}  // namespace
}  // namespace kerf::events
