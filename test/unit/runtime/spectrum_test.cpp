// Eigenvalues against matrices that are known, and what is made of them over a run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "runtime/eigenvalues.h"
#include "runtime/reliability.h"

namespace kerf::runtime {
namespace {

auto Sorted(std::vector<std::complex<double>> values) -> std::vector<std::complex<double>> {
  std::ranges::sort(values, [](const auto& a, const auto& b) {
    return std::abs(a.real() - b.real()) > 1e-9 ? a.real() < b.real() : a.imag() < b.imag();
  });
  return values;
}

TEST(Eigenvalues, OfACompanionMatrixAreTheRootsOfItsPolynomial) {
  // (z - 1)(z + 2)(z² + 4)(z - 0.5): z⁵ + 0.5 z⁴ + 1.5 z³ + 3 z² - 10 z + 4.
  const uint32_t n = 5;
  std::vector<double> rows(n * n, 0);
  const double coefficients[] = {4, -10, 3, 1.5, 0.5};
  for (uint32_t i = 0; i + 1 < n; ++i) rows[i * n + i + 1] = 1;
  for (uint32_t j = 0; j < n; ++j) rows[(n - 1) * n + j] = -coefficients[j];
  const auto values = Sorted(Eigenvalues(n, rows));
  const std::vector<std::complex<double>> expected = {{-2, 0}, {0, -2}, {0, 2}, {0.5, 0}, {1, 0}};
  ASSERT_EQ(values.size(), expected.size());
  for (size_t k = 0; k < n; ++k) EXPECT_NEAR(std::abs(values[k] - expected[k]), 0, 1e-10);
}

TEST(Eigenvalues, OfARodThatConductsHeat) {
  // Second differences: -4 sin²(k pi / (2 (n + 1))).
  const uint32_t n = 40;
  std::vector<double> rows(size_t{n} * n, 0);
  for (uint32_t i = 0; i < n; ++i) {
    rows[i * n + i] = -2;
    if (i > 0) rows[i * n + i - 1] = 1;
    if (i + 1 < n) rows[i * n + i + 1] = 1;
  }
  auto values = Sorted(Eigenvalues(n, rows));
  ASSERT_EQ(values.size(), n);
  for (uint32_t k = 0; k < n; ++k) {
    const double s = std::sin((n - k) * std::acos(-1.0) / (2 * (n + 1)));
    EXPECT_NEAR(values[k].real(), -4 * s * s, 1e-10);
    EXPECT_NEAR(values[k].imag(), 0, 1e-10);
  }
  EXPECT_NEAR(LargestSingularValue(n, rows), -values[0].real(), 5e-2);
}

TEST(Eigenvalues, OfNothingFiniteAreNone) {
  EXPECT_TRUE(Eigenvalues(1, {std::nan("")}).empty());
  EXPECT_EQ(Eigenvalues(1, {3}).at(0).real(), 3);
}

TEST(StepHistogram, TellsDecadesAndQuantiles) {
  StepHistogram steps;
  for (int k = 0; k < 10; ++k) steps.Add(1.5e-3);
  for (int k = 0; k < 90; ++k) steps.Add(2.5e-1);
  EXPECT_EQ(steps.Decades(), (std::map<int, uint64_t>{{-3, 10}, {-1, 90}}));
  EXPECT_NEAR(steps.Quantile(0.1), 1.5e-3, 2e-4);
  EXPECT_NEAR(steps.Quantile(0.11), 2.5e-1, 3e-2);
  EXPECT_EQ(StepHistogram().Quantile(0.1), 0);
  EXPECT_NEAR(steps.TimeQuantile(1e-4), 1.5e-3, 2e-4);
  EXPECT_NEAR(steps.TimeQuantile(0.1), 2.5e-1, 3e-2);
  EXPECT_EQ(StepHistogram().TimeQuantile(0.1), 0);
}

}  // namespace
}  // namespace kerf::runtime
