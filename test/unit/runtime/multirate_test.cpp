// Parts of a model with steps of their own, against a second way to the same numbers: a loop over the ticks
// of a common lattice of time, in which each part looks at what the others have shown.
#include "runtime/multirate.h"

#include <gtest/gtest.h>

#include <random>

#include "runtime/linear_solver.h"
#include "test_models.h"

namespace kerf::runtime {
namespace {

using testing::CodeStep;
using testing::Recorder;
using testing::TestModel;

constexpr int kTicks = 240;

// x' = A x + b sin(t); held values are further states, whose "derivative" is c x.
struct Plant {
  uint32_t n = 0, n_held = 0;
  std::vector<double> a, b, c;
  // Column of A that a held value stands in for, for each part: reads of row i go by Source.
  std::vector<double> from_held;

  // Derivatives of all states, with sin(t) and held values.
  void Rates(double t, const double* x, double* f) const {
    for (uint32_t i = 0; i < n; ++i) {
      f[i] = b[i] * std::sin(t);
      for (uint32_t j = 0; j < n; ++j) f[i] += a[i * n + j] * x[j];
      for (uint32_t k = 0; k < n_held; ++k) f[i] += from_held[i * n_held + k] * x[n + k];
    }
    for (uint32_t k = 0; k < n_held; ++k) {
      f[n + k] = 0;
      for (uint32_t j = 0; j < n; ++j) f[n + k] += c[k * n + j] * x[j];
    }
  }
};

void RunPlant(const void* context, double* w) {
  const auto* plant = static_cast<const Plant*>(context);
  const uint32_t n = plant->n + plant->n_held;
  plant->Rates(w[0], w + 1, w + 1 + n);
}

struct Case {
  Plant plant;
  std::vector<RateGroup> groups;
  // Ticks between the ends of steps.
  std::vector<int> periods;
  std::vector<double> start;
};

auto MakeCase(uint32_t seed) -> Case {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto below = [&](uint32_t limit) { return static_cast<uint32_t>(random() % limit); };
  Case one;
  Plant& plant = one.plant;
  plant.n = 2 + below(4);
  const uint32_t n_groups = 1 + below(std::min(3U, plant.n));
  for (uint32_t i = 0; i < plant.n * plant.n; ++i) plant.a.push_back(number(random));
  for (uint32_t i = 0; i < plant.n; ++i) plant.b.push_back(number(random));
  for (uint32_t i = 0; i < plant.n; ++i) one.start.push_back(number(random));
  constexpr std::array<int, 8> kPeriods = {1, 2, 3, 5, 8, 20, 48, 80};
  constexpr std::array<FixedMethod, 3> kMethods = {FixedMethod::Euler, FixedMethod::RungeKutta2,
                                                   FixedMethod::RungeKutta4};
  for (uint32_t g = 0; g < n_groups; ++g) {
    RateGroup group;
    group.method = kMethods[below(3)];
    one.periods.push_back(kPeriods[below(8)]);
    group.step = one.periods.back() * (2.0 / kTicks);
    one.groups.push_back(group);
  }
  for (uint32_t i = 0; i < plant.n; ++i) {
    const uint32_t g = i < n_groups ? i : below(n_groups);
    one.groups[g].states.push_back(i);
  }
  // Each part shows one sum of its states, which the others read.
  plant.n_held = n_groups;
  plant.c.assign(plant.n_held * plant.n, 0);
  plant.from_held.assign(plant.n * plant.n_held, 0);
  for (uint32_t g = 0; g < n_groups; ++g) {
    one.groups[g].held.push_back(plant.n + g);
    for (const uint32_t i : one.groups[g].states) plant.c[g * plant.n + i] = number(random);
    for (uint32_t other = 0; other < n_groups; ++other) {
      if (other == g) continue;
      for (const uint32_t i : one.groups[other].states)
        plant.from_held[i * plant.n_held + g] = number(random);
    }
  }
  one.start.resize(plant.n + plant.n_held, 0.0);
  return one;
}

// One step of the part from what is shown at `t`.
auto Stepped(const Case& one, const RateGroup& group, const std::vector<double>& shown, double t, double h)
    -> std::vector<double> {
  std::vector<double> f(shown.size()), x = shown, sum(shown.size(), 0.0);
  const size_t n_stages = group.method == FixedMethod::Euler         ? 1
                          : group.method == FixedMethod::RungeKutta2 ? 2
                                                                     : 4;
  const std::vector<double> nodes = n_stages == 4 ? std::vector{0., .5, .5, 1.} : std::vector{0., .5};
  const std::vector<double> weights = n_stages == 4   ? std::vector{1 / 6., 1 / 3., 1 / 3., 1 / 6.}
                                      : n_stages == 2 ? std::vector{0., 1.}
                                                      : std::vector{1.};
  for (size_t stage = 0; stage < n_stages; ++stage) {
    if (stage > 0) {
      for (const uint32_t i : group.states) x[i] = shown[i] + nodes[stage] * h * f[i];
    }
    one.plant.Rates(t + nodes[stage] * h, x.data(), f.data());
    for (const uint32_t i : group.states) sum[i] += weights[stage] * f[i];
  }
  std::vector<double> result;
  for (const uint32_t i : group.states) result.push_back(shown[i] + h * sum[i]);
  return result;
}

auto Reference(const Case& one, int last_tick) -> std::vector<double> {
  const double tick = 2.0 / kTicks;
  std::vector<double> shown = one.start;
  std::vector<double> f(shown.size());
  const auto show = [&](uint32_t g, const std::vector<double>& values) {
    for (size_t i = 0; i < values.size(); ++i) shown[one.groups[g].states[i]] = values[i];
  };
  const auto hold = [&](uint32_t g) {
    one.plant.Rates(0, shown.data(), f.data());
    shown[one.plant.n + g] = f[one.plant.n + g];
  };
  const auto n_groups = static_cast<uint32_t>(one.groups.size());
  std::vector<std::vector<double>> next(n_groups);
  for (uint32_t g = 0; g < n_groups; ++g) hold(g);
  std::vector<int> end(n_groups, 0);
  for (int now = 0; now <= last_tick; ++now) {
    for (uint32_t g = 0; g < n_groups; ++g) {
      if (now > 0 && end[g] == now) show(g, next[g]);
    }
    for (uint32_t g = 0; g < n_groups; ++g) {
      if (now > 0 && end[g] == now) hold(g);
    }
    if (now == last_tick) break;
    for (uint32_t g = 0; g < n_groups; ++g) {
      if (end[g] != now) continue;
      end[g] = std::min(now + one.periods[g], last_tick);
      next[g] = Stepped(one, one.groups[g], shown, now * tick, (end[g] - now) * tick);
    }
  }
  return shown;
}

class Parts : public ::testing::TestWithParam<uint32_t> {};

TEST_P(Parts, StepAsOnALatticeOfTime) {
  const Case one = MakeCase(GetParam());
  // Also an end that cuts steps short.
  for (const int last_tick : {kTicks, 173}) {
    TestModel m(one.start, 0);
    m.derivative = {CodeStep(RunPlant)};
    m.derivative[0].code.context = &one.plant;
    Recorder recorder(static_cast<uint32_t>(m.start.size()));
    const auto integrator = MakeMultirate(one.groups);
    const double stop = last_tick * (2.0 / kTicks);
    const RunOptions options{.stop = stop, .intervals = 7};
    const RunResult result = Simulate(m.Finish(), *integrator, MakeDenseSolver, options, recorder);
    ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
    const std::vector<double> expected = Reference(one, last_tick);
    const std::vector<double>& found = recorder.samples.back().w;
    for (uint32_t i = 0; i < one.plant.n; ++i) {
      EXPECT_NEAR(found[1 + i], expected[i], 1e-11 * std::max(1.0, std::abs(expected[i])))
          << "state " << i << ", seed " << GetParam() << ", end " << last_tick;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Parts, ::testing::Range(1U, 201U));

// Parts that know nothing of each other are what each method does alone.
TEST(Multirate, UncoupledPartsHaveClosedForms) {
  TestModel m({1, 1, 1}, 0);
  m.derivative = {CodeStep([](const void*, double* w) {
    for (int i = 1; i <= 3; ++i) w[3 + i] = -w[i];
  })};
  Recorder recorder(7);
  const auto integrator = MakeMultirate({{FixedMethod::Euler, 0.1, {0}, {}},
                                         {FixedMethod::RungeKutta2, 0.25, {1}, {}},
                                         {FixedMethod::RungeKutta4, 0.5, {2}, {}}});
  const RunOptions options{.stop = 1, .intervals = 10};
  const RunResult result = Simulate(m.Finish(), *integrator, MakeDenseSolver, options, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok);
  const std::vector<double>& w = recorder.samples.back().w;
  EXPECT_NEAR(w[1], std::pow(0.9, 10), 1e-14);
  EXPECT_NEAR(w[2], std::pow(1 - 0.25 + 0.25 * 0.25 / 2, 4), 1e-14);
  EXPECT_NEAR(w[3], std::pow(1 - 0.5 + 0.125 - 0.125 / 6 + 0.0625 / 24, 2), 1e-14);
}

// Between the ends of its long steps a state is a cubic, not a stair.
TEST(Multirate, ShowsSlowStatesInterpolated) {
  TestModel m({1, 1}, 0);
  m.derivative = {CodeStep([](const void*, double* w) {
    w[3] = -w[1];
    w[4] = -w[2];
  })};
  Recorder recorder(5);
  const auto integrator =
      MakeMultirate({{FixedMethod::RungeKutta4, 0.25, {0}, {}}, {FixedMethod::RungeKutta4, 0.01, {1}, {}}});
  const RunOptions options{.stop = 1, .intervals = 20};
  Simulate(m.Finish(), *integrator, MakeDenseSolver, options, recorder);
  for (const auto& sample : recorder.samples) EXPECT_NEAR(sample.w[1], std::exp(-sample.t), 5e-5);
}

}  // namespace
}  // namespace kerf::runtime
