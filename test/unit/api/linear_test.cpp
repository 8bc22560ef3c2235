// Linear models and steady states against closed forms.
#include <cmath>
#include <random>

#include "models.h"

namespace kerf::api_test {

namespace {

TEST(ApiLinear, TheRcCircuitIsItsOwnLinearModel) {
  const Linear linear = Load(kRc).Linearize();
  ASSERT_EQ(linear.count('x'), 1U);
  EXPECT_EQ(linear.name('x', 0), "y");
  EXPECT_EQ(linear.name('u', 0), "u");
  EXPECT_EQ(linear.name('y', 0), "y");
  EXPECT_DOUBLE_EQ(linear.entry('A', 0, 0), -1);
  EXPECT_DOUBLE_EQ(linear.entry('B', 0, 0), 1);
  EXPECT_DOUBLE_EQ(linear.entry('C', 0, 0), 1);
  EXPECT_DOUBLE_EQ(linear.entry('D', 0, 0), 0);
  EXPECT_TRUE(std::isnan(linear.entry('A', 1, 0)));
  EXPECT_TRUE(std::isnan(linear.entry('Q', 0, 0)));
  EXPECT_TRUE(std::isnan(linear.value('x', 1)));
}

// A random linear system comes back as it was written.
TEST(ApiLinear, RandomSystemsComeBack) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1, 1);
  constexpr size_t kN = 5;
  for (int round = 0; round < 3; ++round) {
    double a[kN][kN];
    double b[kN];
    std::string text = "model M\n  input Real u(start = 0);\n";
    for (size_t i = 0; i < kN; ++i) text += "  Real x" + std::to_string(i) + "(start = 0.1, fixed = true);\n";
    text += "equation\n";
    for (size_t i = 0; i < kN; ++i) {
      b[i] = std::round(number(random) * 1e6) / 1e6;
      text += "  der(x" + std::to_string(i) + ") = (" + std::to_string(b[i]) + ") * u";
      for (size_t j = 0; j < kN; ++j) {
        a[i][j] = std::round(number(random) * 1e6) / 1e6 - (i == j ? 3 : 0);
        text += " + (" + std::to_string(a[i][j]) + ") * x" + std::to_string(j);
      }
      text += ";\n";
    }
    const Model model = Load(text + "end M;\n");
    const Linear linear = model.Linearize({.outputs = {"x0"}});
    ASSERT_EQ(linear.count('x'), kN);
    for (size_t i = 0; i < kN; ++i) {
      EXPECT_NEAR(linear.entry('B', i, 0), b[i], 1e-12);
      for (size_t j = 0; j < kN; ++j) EXPECT_NEAR(linear.entry('A', i, j), a[i][j], 1e-12);
    }
    // A x + b u = 0.
    const std::vector<double> rest = model.Steady({{"u", 2}});
    for (size_t i = 0; i < kN; ++i) {
      double sum = 2 * b[i];
      for (size_t j = 0; j < kN; ++j) sum += a[i][j] * rest[model.Find("x" + std::to_string(j))];
      EXPECT_NEAR(sum, 0, 1e-9);
    }
  }
}

TEST(ApiLinear, MistakesAreTold) {
  const Model model = Load(kRc);
  EXPECT_EQ(FailureOf([&] { (void)model.Linearize({.start = 1, .time = 0}); }), "linear-time-before-start");
  EXPECT_EQ(FailureOf([&] { (void)model.Linearize({.inputs = {"w"}}); }), "no-such-input");
  const kerf_input input{model.Find("u"), nullptr, nullptr, 0, nullptr, nullptr};
  const kerf_settings settings{nullptr, 0, &input, 1};
  std::vector<double> values(model.n_variables());
  kerf_error* error = nullptr;
  EXPECT_FALSE(kerf_steady(model.get(), &settings, values.data(), &error));
  EXPECT_STREQ(kerf_error_message(error, 0).code, "steady-inputs");
  kerf_error_free(error);
}

}  // namespace

}  // namespace kerf::api_test
