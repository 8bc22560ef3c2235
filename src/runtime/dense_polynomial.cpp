// The polynomials follow from small linear systems in their coefficients, solved once for each level.
#include "runtime/dense_polynomial.h"

#include <algorithm>
#include <array>
#include <span>

#include "runtime/dense_lu.h"

namespace kerf::runtime {
namespace {

// Where the derivatives of each level are taken. Points that lie symmetrically would determine no polynomial
// on the odd levels; these keep the weights small.
constexpr std::array<double, 1> kPoints1 = {0.2};
constexpr std::array<double, 2> kPoints2 = {0.2, 0.8};
constexpr std::array<double, 3> kPoints3 = {0.1, 0.55, 0.85};
constexpr std::array<double, 4> kPoints4 = {0.15, 0.35, 0.65, 0.85};
constexpr std::array<double, 5> kPoints5 = {0.1, 0.25, 0.5, 0.7, 0.9};

auto PointsOf(uint32_t level) -> std::span<const double> {
  constexpr std::array<std::span<const double>, DensePolynomial::kMaxLevel> kAll = {
      kPoints1, kPoints2, kPoints3, kPoints4, kPoints5};
  return level == 0 ? std::span<const double>() : kAll[level - 1];
}

auto ValueOf(const std::vector<double>& coefficients, double s) -> double {
  double value = 0;
  for (auto it = coefficients.rbegin(); it != coefficients.rend(); ++it) value = (value + *it) * s;
  return value;
}

}  // namespace

void DensePolynomial::Resize(uint32_t n, uint32_t order) {
  n_ = n;
  level_ = std::clamp(order, 3U, kMaxLevel + 3) - 3;
  reached_ = 0;
  levels_.clear();
  for (uint32_t level = 0; level <= level_; ++level) MakeLevel(level);
  slopes_.assign(level_, std::vector<double>(n));
  next_ = slopes_;
  x_.assign(n, 0);
}

// Row 0 of the system says what the polynomial is at 1, the others what its derivative is at 0, 1 and inside.
void DensePolynomial::MakeLevel(uint32_t level) {
  const std::span<const double> inside = PointsOf(level);
  const uint32_t degree = level + 3;
  std::vector<double> points = {0, 1};
  points.insert(points.end(), inside.begin(), inside.end());
  DenseLu lu;
  lu.Resize(degree);
  for (uint32_t power = 1; power <= degree; ++power) {
    double* column = lu.entries() + size_t{power - 1} * degree;
    column[0] = 1;
    for (uint32_t k = 0; k < points.size(); ++k) {
      column[k + 1] = power;
      for (uint32_t i = 1; i < power; ++i) column[k + 1] *= points[k];
    }
  }
  lu.FactorEntries();
  Level made;
  for (uint32_t row = 0; row < degree; ++row) {
    std::vector<double> coefficients(degree, 0);
    coefficients[row] = 1;
    lu.Solve(coefficients.data());
    made.weights.push_back(std::move(coefficients));
  }
  levels_.push_back(std::move(made));
}

void DensePolynomial::Build(const Ends& ends, const Derivative& derivative) {
  while (reached_ < level_) {
    const std::span<const double> inside = PointsOf(reached_ + 1);
    for (size_t k = 0; k < inside.size(); ++k) {
      Evaluate(ends, inside[k], x_.data());
      if (derivative(ends.t + inside[k] * ends.h, x_, next_[k]) != StepStatus::Ok) return;
    }
    slopes_.swap(next_);
    ++reached_;
  }
}

void DensePolynomial::Evaluate(const Ends& ends, double s, double* x) const {
  std::array<double, kMaxLevel + 3> weights{};
  const Level& level = levels_[reached_];
  for (size_t k = 0; k < level.weights.size(); ++k) weights[k] = ValueOf(level.weights[k], s);
  for (uint32_t i = 0; i < n_; ++i) {
    double slope = weights[1] * (*ends.f0)[i] + weights[2] * (*ends.f1)[i];
    for (uint32_t k = 0; k < reached_; ++k) slope += weights[3 + k] * slopes_[k][i];
    x[i] = (*ends.x0)[i] + weights[0] * ((*ends.x1)[i] - (*ends.x0)[i]) + ends.h * slope;
  }
}

}  // namespace kerf::runtime
