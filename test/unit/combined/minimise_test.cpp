// Minima without derivatives: where they are, and that tens of trials are enough.
#include "combined/minimise.h"

#include <gtest/gtest.h>

#include <cmath>

#include "run_program.h"

namespace kerf::combined {

namespace {

using Vector = std::vector<double>;

auto Least(const Objective& f, const Vector& start, double tolerance, std::vector<Box> boxes = {})
    -> Minimum {
  boxes.resize(start.size());
  const auto checked = [&](const Vector& x) {
    for (size_t k = 0; k < x.size(); ++k) EXPECT_TRUE(x[k] >= boxes[k].least && x[k] <= boxes[k].most);
    return f(x);
  };
  return Minimise(checked, start, boxes, tolerance, [] { return true; });
}

void ExpectAt(const Minimum& minimum, const Vector& x, double near, uint32_t n_most) {
  EXPECT_TRUE(minimum.is_found);
  for (size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(minimum.x[k], x[k], near) << k;
  EXPECT_LE(minimum.n_evaluations, n_most);
}

// Bowls of random shape and place, from 1 to 6 variables, with and without boxes: the minimum is where the
// gradient vanishes, or with a box where no coordinate leads down.
TEST(Minimise, Bowls) {
  uint64_t state = 12345;
  const auto draw = [&](double low, double high) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return low + (high - low) * static_cast<double>(state >> 11U) * 0x1p-53;
  };
  for (int trial = 0; trial < 24; ++trial) {
    const size_t n = 1 + trial % 6;
    Vector center, weight, start;
    std::vector<Box> boxes(n);
    const double coupling = draw(-0.3, 0.3) / static_cast<double>(n);
    for (size_t k = 0; k < n; ++k) {
      center.push_back(draw(-3, 3));
      weight.push_back(draw(0.5, 5));
      start.push_back(draw(-2, 2));
      if (trial % 2 == 1) boxes[k] = {start[k] - draw(0, 2), start[k] + draw(0.2, 3)};
    }
    const auto f = [&](const Vector& x) {
      double sum = 0;
      double all = 0;
      for (size_t k = 0; k < n; ++k) {
        sum += weight[k] * (x[k] - center[k]) * (x[k] - center[k]);
        all += x[k] - center[k];
      }
      return sum + coupling * all * all;
    };
    const Minimum minimum = Least(f, start, 1e-5, boxes);
    EXPECT_TRUE(minimum.is_found);
    EXPECT_LE(minimum.n_evaluations, 60 + 40 * n) << n;
    double all = 0;
    for (size_t k = 0; k < n; ++k) all += minimum.x[k] - center[k];
    for (size_t k = 0; k < n; ++k) {
      const double slope = 2 * weight[k] * (minimum.x[k] - center[k]) + 2 * coupling * all;
      // Who stands at a limit may lead down beyond it.
      const bool may_fall = minimum.x[k] >= boxes[k].most - 1e-9;
      const bool may_rise = minimum.x[k] <= boxes[k].least + 1e-9;
      EXPECT_TRUE(may_rise || slope < 2e-3) << trial << ' ' << k << ' ' << slope;
      EXPECT_TRUE(may_fall || slope > -2e-3) << trial << ' ' << k << ' ' << slope;
    }
  }
}

TEST(Minimise, TensOfTrialsForTwo) {
  const auto valley = [](const Vector& x) {
    return 100 * std::pow(x[1] - x[0] * x[0], 2) + std::pow(1 - x[0], 2);
  };
  ExpectAt(Least(valley, {-1.2, 1}, 1e-4), {1, 1}, 1e-3, 150);
  const auto cosh = [](const Vector& x) { return std::cosh(x[0] - 3) + std::cosh(2 * (x[1] - 5)); };
  ExpectAt(Least(cosh, {0, 0}, 1e-4), {3, 5}, 1e-3, 90);
  const auto kink = [](const Vector& x) { return std::abs(x[0] - 0.3) + std::abs(x[1] + 0.7); };
  ExpectAt(Least(kink, {1, 1}, 1e-4), {0.3, -0.7}, 1e-3, 90);
  // Errors of integration are about so large.
  const auto noisy = [](const Vector& x) {
    return std::pow(x[0] - 0.3, 2) + std::pow(x[1] + 0.7, 2) + 1e-8 * std::sin(1e6 * x[0] + 1e5 * x[1]);
  };
  ExpectAt(Least(noisy, {1, 1}, 1e-4), {0.3, -0.7}, 1e-3, 80);
  // One variable counts thousands, the other hundredths.
  const auto scales = [](const Vector& x) {
    return std::pow(x[0] / 1000 - 1, 2) + std::pow(x[1] * 100 - 1, 2);
  };
  ExpectAt(Least(scales, {500, 0}, 1e-5), {1000, 0.01}, 0.05, 80);
}

TEST(Minimise, ValuesThatAreNoNumbers) {
  const auto f = [](const Vector& x) { return x[0] <= 0 ? NAN : x[0] - std::log(x[0]) + x[1] * x[1]; };
  ExpectAt(Least(f, {2, 1}, 1e-4), {1, 0}, 1e-3, 90);
}

TEST(Minimise, WithoutMinimum) {
  EXPECT_FALSE(Least([](const Vector& x) { return -x[0] - x[1]; }, {0, 0}, 1e-4).is_found);
  EXPECT_FALSE(Least([](const Vector& x) { return -x[0]; }, {0}, 1e-4).is_found);
  ExpectAt(Least([](const Vector&) { return 1; }, {0, 0}, 1e-4), {}, 0, 60);
  uint32_t n = 0;
  const Minimum ended = Minimise([&](const Vector& x) { return ++n, x[0] * x[0] + x[1]; }, {1, 1}, {{}, {}},
                                 1e-4, [&] { return n < 10; });
  EXPECT_FALSE(ended.is_found);
  EXPECT_LE(ended.n_evaluations, 12U);
}

// Two service rates with a price for each and for those who wait: a tandem of two queues in closed form.
TEST(Minimise, AProgramWithTwoParameters) {
  const auto ran = RunText(R"(PROGRAM P;
VAR REAL COST, FIRST, SECOND; INTEGER N;
EXPERIMENT
  N := 0;
  MINIMIZE COST: FIRST := 1.5, SECOND := 3.0 RANGE 1.01..2.5E0 + 1.0; TOL = 1.0E-5 END;
    SIMULATE FROM 0.0 TO 0.0;
    COST := 2.0*FIRST + 5.0*SECOND + 8.0/(MAX(FIRST, 1.0001) - 1.0) + 3.0/(SECOND - 1.0);
    N := N + 1
  END
END;
SYSTEM INITIAL N := N END; DISCRETE END END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  const std::vector<double>& cells = ran->engine->runs().back().cells;
  const auto value = [&](const std::string& name) {
    for (const process::Variable& one : ran->program.variables) {
      if (one.name == name) return cells[one.first];
    }
    return std::nan("");
  };
  EXPECT_NEAR(value("FIRST"), 3, 1e-3);
  EXPECT_NEAR(value("SECOND"), 1 + std::sqrt(0.6), 1e-3);
  EXPECT_LE(ran->engine->runs().size(), 80U);
}

}  // namespace

}  // namespace kerf::combined
