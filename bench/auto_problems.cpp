// Each with its source, where it has one.
#include "auto_problems.h"

#include <cmath>

namespace kerf::bench {
namespace {

using runtime::testing::CodeStep;
using runtime::testing::StateRelation;
using runtime::testing::TestModel;

// Robertson's reaction (1966), stiff.
auto Robertson() -> TestModel {
  TestModel m({1, 0, 0}, 0);
  m.nominal = {1, 1e-4, 1};
  m.derivative = {CodeStep(
      [](const void*, double* w) {
        w[4] = -0.04 * w[1] + 1e4 * w[2] * w[3];
        w[6] = 3e7 * w[2] * w[2];
        w[5] = -w[4] - w[6];
      },
      [](const void*, double* w) {
        double* d = w + 7;
        d[4] = -0.04 * d[1] + 1e4 * (d[2] * w[3] + w[2] * d[3]);
        d[6] = 6e7 * w[2] * d[2];
        d[5] = -d[4] - d[6];
      })};
  return m;
}

// Heat in a rod of 20 cells, one end held at sin(t), stiff.
auto Rod() -> TestModel {
  constexpr uint32_t kCells = 20;
  TestModel m(std::vector<double>(kCells, 0), 0);
  m.derivative = {CodeStep(
      [](const void*, double* w) {
        for (uint32_t i = 1; i <= 20; ++i) {
          const double left = i == 1 ? std::sin(w[0]) : w[i - 1];
          const double right = i == 20 ? 0 : w[i + 1];
          w[20 + i] = 441 * (left - 2 * w[i] + right);
        }
      },
      [](const void*, double* w) {
        double* d = w + 41;
        for (uint32_t i = 1; i <= 20; ++i) {
          const double left = i == 1 ? 0 : d[i - 1];
          const double right = i == 20 ? 0 : d[i + 1];
          d[20 + i] = 441 * (left - 2 * d[i] + right);
        }
      })};
  return m;
}

// Van der Pol's oscillator with mu = 500, stiff but for its jumps.
auto VanDerPol() -> TestModel {
  TestModel m({2, 0}, 0);
  m.derivative = {CodeStep(
      [](const void*, double* w) {
        w[3] = w[2];
        w[4] = 500 * (1 - w[1] * w[1]) * w[2] - w[1];
      },
      [](const void*, double* w) {
        double* d = w + 5;
        d[3] = d[2];
        d[4] = 500 * ((1 - w[1] * w[1]) * d[2] - 2 * w[1] * d[1] * w[2]) - d[1];
      })};
  return m;
}

// A planet on an ellipse: smooth, many digits.
auto Planet() -> TestModel {
  TestModel m({0.7, 0, 0, std::sqrt(1.3 / 0.7)}, 0);
  m.derivative = {CodeStep([](const void*, double* w) {
    const double r3 = std::pow(std::hypot(w[1], w[2]), 3);
    w[5] = w[3];
    w[6] = w[4];
    w[7] = -w[1] / r3;
    w[8] = -w[2] / r3;
  })};
  return m;
}

// Lotka and Volterra: smooth, not stiff.
auto Prey() -> TestModel {
  TestModel m({1, 2}, 0);
  m.derivative = {CodeStep([](const void*, double* w) {
    w[3] = w[1] * (1.5 - w[2]);
    w[4] = w[2] * (w[1] - 3);
  })};
  return m;
}

// Hardly damped oscillations beside a slow decay.
auto Oscillator() -> TestModel {
  TestModel m({1, 0, 1}, 0);
  m.derivative = {CodeStep([](const void*, double* w) {
    w[4] = w[2];
    w[5] = -100 * w[1] - 0.02 * w[2];
    w[6] = -0.1 * w[3];
  })};
  return m;
}

// The thyristor chopper of Cellier 1979: 164 events.
auto Chopper() -> TestModel {
  TestModel m({0, -6294.194, 1400, 1200}, 2);
  m.nominal = {1e4, 1e4, 1e3, 1e3};
  m.derivative = {CodeStep([](const void*, double* w) {
    w[5] = (1060.66 * std::sin(w[0]) - w[10] * w[4]) / 0.01625;
    w[6] = (w[4] - w[3]) / 0.096;
    w[7] = 0.384 * w[2];
    w[8] = 0.31831 * (w[10] * w[1] - w[2] - 6294.194);
    w[9] = w[1] - 14142.14 * std::sin(w[0]) + (w[10] != 0 ? 200 : -200);
  })};
  m.relations = {StateRelation(KERF_GREATER, 9, 10)};
  return m;
}

// A heater with hysteresis that warms a wall of four layers with a fast sensor: events in a stiff model.
auto Heater() -> TestModel {
  TestModel m({15, 15, 15, 15, 15}, 2);
  m.derivative = {CodeStep(
      [](const void*, double* w) {
        w[6] = 20 * w[12] - 2 * (w[1] - w[2]);
        w[7] = 2 * (w[1] - 2 * w[2] + w[3]);
        w[8] = 2 * (w[2] - 2 * w[3] + w[4]);
        w[9] = 2 * (w[3] - w[4]) - 1.5 * (w[4] - 5);
        w[10] = 5000 * (w[1] - w[5]);
        w[11] = (w[12] != 0 ? 20.5 : 19.5) - w[5];
      },
      [](const void*, double* w) {
        double* d = w + 13;
        d[6] = -2 * (d[1] - d[2]);
        d[7] = 2 * (d[1] - 2 * d[2] + d[3]);
        d[8] = 2 * (d[2] - 2 * d[3] + d[4]);
        d[9] = 2 * (d[3] - d[4]) - 1.5 * d[4];
        d[10] = 5000 * (d[1] - d[5]);
        d[11] = -d[5];
      })};
  m.relations = {StateRelation(KERF_GREATER, 11, 12)};
  return m;
}

// A ball in a box of moving walls: an event in every stretch of a few steps.
auto Ball() -> TestModel {
  TestModel m({0, 1}, 4);
  m.derivative = {CodeStep([](const void*, double* w) {
    w[3] = w[2];
    // Springs outside of ±0.1.
    const double out = w[6] != 0 ? w[1] - 0.1 : w[8] != 0 ? w[1] + 0.1 : 0;
    w[4] = -100 * out - 0.3 * std::sin(w[0]);
    w[5] = w[1] - 0.1;
    w[7] = -0.1 - w[1];
  })};
  m.relations = {StateRelation(KERF_GREATER, 5, 6), StateRelation(KERF_GREATER, 7, 8)};
  return m;
}

// A first-order lag behind a signal with fast ripple, as good as noise.
auto Ripple() -> TestModel {
  TestModel m({0}, 0);
  m.derivative = {CodeStep([](const void*, double* w) {
    w[2] = -w[1] + std::sin(w[0]) + 0.05 * std::sin(40 * w[0] * w[0]) + 0.05 * std::sin(97 * w[0]);
  })};
  return m;
}

}  // namespace

auto AutoProblems() -> std::vector<Problem> {
  return {{"robertson (stiff)", 40, 1e-6, "radau", Robertson},
          {"rod (stiff)", 10, 1e-5, "radau", Rod},
          {"van der pol (stiff)", 1000, 1e-6, "radau", VanDerPol},
          {"planet (many digits)", 40, 1e-9, "fehlberg89", Planet},
          {"prey (smooth)", 20, 1e-6, "fehlberg89", Prey},
          {"oscillator", 20, 1e-6, "fehlberg89", Oscillator},
          {"chopper (events)", 3, 1e-6, "dopri5", Chopper},
          {"heater (events, stiff)", 20, 1e-6, "radau", Heater},
          {"ball (events)", 4, 1e-6, "dopri5", Ball},
          {"ripple (noisy)", 10, 1e-5, "dopri5", Ripple}};
}

}  // namespace kerf::bench
