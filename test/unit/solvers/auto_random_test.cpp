// What `auto` takes for problems made at random: linear systems with chosen eigenvalues behind a random
// rotation, orbits, and oscillators. The limits of solvers/method_choice.cpp follow from reasoning about
// these classes; they were not fitted to any seeds.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>

#include "run_with.h"

namespace kerf::solvers {
namespace {

using runtime::RunOptions;
using runtime::RunResult;
using runtime::StepStatus;
using runtime::testing::Recorder;
using runtime::testing::TestModel;

struct RandomProblem {
  std::vector<double> start;
  double stop = 1;
  std::function<void(double t, const double* x, double* dx)> f;
};

using Random = std::mt19937_64;

auto Uniform(Random& random, double low, double high) -> double {
  return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1p-53;
}
auto LogUniform(Random& random, double low, double high) -> double {
  return std::exp(Uniform(random, std::log(low), std::log(high)));
}

// x' = Q B Qᵀ x + cos(t): B has blocks (-d ±iw), or -d alone where w is 0, and Q is a product of rotations.
struct Block {
  double decay = 0, swing = 0;
};
auto MakeLinear(Random& random, const std::vector<Block>& blocks, double stop) -> RandomProblem {
  size_t n = 0;
  for (const Block& block : blocks) n += block.swing == 0 ? 1 : 2;
  std::vector<double> a(n * n, 0);
  size_t at = 0;
  for (const Block& block : blocks) {
    a[at * n + at] = -block.decay;
    if (block.swing != 0) {
      a[(at + 1) * n + at + 1] = -block.decay;
      a[at * n + at + 1] = block.swing;
      a[(at + 1) * n + at] = -block.swing;
      ++at;
    }
    ++at;
  }
  for (size_t turn = 0; turn < 2 * n && n > 1; ++turn) {
    const size_t i = random() % n;
    const size_t j = (i + 1 + random() % (n - 1)) % n;
    const double angle = Uniform(random, 0, 6.28);
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    for (size_t k = 0; k < n; ++k) {
      const double p = a[i * n + k];
      const double q = a[j * n + k];
      a[i * n + k] = c * p - s * q;
      a[j * n + k] = s * p + c * q;
    }
    for (size_t k = 0; k < n; ++k) {
      const double p = a[k * n + i];
      const double q = a[k * n + j];
      a[k * n + i] = c * p - s * q;
      a[k * n + j] = s * p + c * q;
    }
  }
  RandomProblem problem{{}, stop, {}};
  for (size_t i = 0; i < n; ++i) problem.start.push_back(Uniform(random, -1, 1));
  problem.f = [a, n](double t, const double* x, double* dx) {
    for (size_t i = 0; i < n; ++i) {
      dx[i] = std::cos(t);
      for (size_t j = 0; j < n; ++j) dx[i] += a[i * n + j] * x[j];
    }
  };
  return problem;
}

auto MakeQuiet(Random& random) -> RandomProblem {
  std::vector<Block> blocks;
  for (int k = 0; k < 3; ++k) blocks.push_back({Uniform(random, 0.05, 2), 0});
  blocks.push_back({Uniform(random, 0, 0.3), Uniform(random, 0.5, 5)});
  return MakeLinear(random, blocks, 20);
}
auto MakeStiff(Random& random) -> RandomProblem {
  std::vector<Block> blocks = {{LogUniform(random, 1e3, 1e5), 0}};
  for (int k = 0; k < 3; ++k) blocks.push_back({LogUniform(random, 0.1, 1e4), 0});
  return MakeLinear(random, blocks, 20);
}
auto MakeStiffSwinging(Random& random) -> RandomProblem {
  const double swing = Uniform(random, 3, 20);
  return MakeLinear(random, {{LogUniform(random, 500, 1e5), 0}, {Uniform(random, 0, 0.01), swing}, {1, 0}},
                    20);
}
auto MakeOrbit(Random& random) -> RandomProblem {
  const double e = Uniform(random, 0, 0.8);
  return {{1 - e, 0, 0, std::sqrt((1 + e) / (1 - e))}, 25, [](double, const double* x, double* dx) {
            const double r3 = std::pow(x[0] * x[0] + x[1] * x[1], 1.5);
            dx[0] = x[2];
            dx[1] = x[3];
            dx[2] = -x[0] / r3;
            dx[3] = -x[1] / r3;
          }};
}
auto MakeVanDerPol(double mu, double stop) -> RandomProblem {
  return {{2, 0}, stop, [mu](double, const double* x, double* dx) {
            dx[0] = x[1];
            dx[1] = mu * (1 - x[0] * x[0]) * x[1] - x[0];
          }};
}
auto MakeRelaxing(Random& random) -> RandomProblem {
  const double mu = LogUniform(random, 50, 1000);
  return MakeVanDerPol(mu, 2 * mu);
}
auto MakeOscillator(Random& random) -> RandomProblem {
  if (random() % 2 == 0) return MakeVanDerPol(Uniform(random, 0.05, 1.5), 20);
  const double cubic = Uniform(random, 0.1, 5);
  return {{Uniform(random, 0.5, 2), 0}, 30, [cubic](double, const double* x, double* dx) {
            dx[0] = x[1];
            dx[1] = x[0] - cubic * x[0] * x[0] * x[0];
          }};
}

void RunProblem(const void* problem, double* w) {
  const auto* p = static_cast<const RandomProblem*>(problem);
  p->f(w[0], w + 1, w + 1 + p->start.size());
}

struct Tried {
  RunResult result;
  std::vector<double> end;
};
auto Try(const RandomProblem& problem, std::string_view solver, double tolerance) -> Tried {
  TestModel model(problem.start, 0);
  model.derivative = {{KERF_STEP_CODE, {RunProblem, &problem}, {nullptr, nullptr}, 0}};
  Recorder recorder(static_cast<uint32_t>(model.start.size()));
  const RunOptions options{.stop = problem.stop, .tolerance = tolerance, .intervals = 10};
  Tried tried{RunWith(solver, model, options, recorder), {}};
  tried.end.assign(recorder.last().w.begin() + 1,
                   recorder.last().w.begin() + 1 + static_cast<ptrdiff_t>(problem.start.size()));
  return tried;
}

// What was used for most of the run.
auto Chosen(const RunResult& result, double stop) -> std::string {
  std::string longest;
  double length = -1;
  for (size_t k = 0; k < result.choices.size(); ++k) {
    const double end = k + 1 < result.choices.size() ? result.choices[k + 1].time : stop;
    if (end - result.choices[k].time <= length) continue;
    length = end - result.choices[k].time;
    longest = result.choices[k].solver;
  }
  return longest;
}

struct Class {
  const char* name;
  RandomProblem (*make)(Random&);
  const char* wanted;
};

class AutoRandom : public testing::TestWithParam<Class> {};

TEST_P(AutoRandom, TakesTheMethodOfTheClass) {
  constexpr int kProblems = 20;
  int hits = 0;
  std::string misses;
  for (int k = 0; k < kProblems; ++k) {
    Random random(1000 + static_cast<uint64_t>(k));
    const RandomProblem problem = GetParam().make(random);
    const Tried tried = Try(problem, "auto", 1e-6);
    ASSERT_EQ(tried.result.status, StepStatus::Ok);
    const std::string chosen = Chosen(tried.result, problem.stop);
    if (chosen == GetParam().wanted) {
      ++hits;
    } else {
      misses += " " + std::to_string(1000 + k) + ":" + chosen;
    }
    // Every fourth is enough for this: it takes longest.
    if (k % 4 != 0) continue;
    const Tried exact = Try(problem, "radau", 1e-9);
    for (size_t i = 0; i < exact.end.size(); ++i) EXPECT_NEAR(tried.end[i], exact.end[i], 2e-3) << 1000 + k;
  }
  RecordProperty("hits", hits);
  EXPECT_GE(hits, 19) << misses;
}

INSTANTIATE_TEST_SUITE_P(
    Classes, AutoRandom,
    testing::Values(Class{"Quiet", MakeQuiet, "adams"}, Class{"Stiff", MakeStiff, "cvode"},
                    Class{"StiffSwinging", MakeStiffSwinging, "radau"}, Class{"Orbit", MakeOrbit, "adams"},
                    Class{"Relaxing", MakeRelaxing, "cvode"}, Class{"Oscillator", MakeOscillator, "adams"}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(AutoCost, AnOrbitCostsAboutWhatAdamsCosts) {
  for (const double e : {0.0, 0.3, 0.6, 0.75}) {
    Random random(1);
    RandomProblem orbit = MakeOrbit(random);
    orbit.start = {1 - e, 0, 0, std::sqrt((1 + e) / (1 - e))};
    const auto cost = [&](std::string_view solver) {
      const auto& statistics = Try(orbit, solver, 1e-6).result.statistics;
      return static_cast<double>(statistics.rhs_evaluations + 4 * statistics.jacobian_evaluations);
    };
    EXPECT_LT(cost("auto"), 1.3 * cost("adams")) << e;
  }
}

}  // namespace
}  // namespace kerf::solvers
