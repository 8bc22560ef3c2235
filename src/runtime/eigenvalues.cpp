// Givens rotations do both the reduction and the iterations.
#include "runtime/eigenvalues.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerf::runtime {
namespace {

using Complex = std::complex<double>;

class QrIteration {
 public:
  QrIteration(uint32_t n, const std::vector<double>& rows) : n_(n), a_(rows.begin(), rows.end()) {}

  auto Run() -> std::vector<Complex> {
    Reduce();
    std::vector<Complex> values;
    uint32_t end = n_;
    uint32_t n_tries = 0;
    while (end > 0) {
      const uint32_t begin = Split(end);
      if (begin + 1 == end) {
        values.push_back(At(end - 1, end - 1));
        --end;
        n_tries = 0;
        continue;
      }
      if (++n_tries > kMaxTries) return {};
      Sweep(begin, end, n_tries % 10 == 0 ? std::abs(At(end - 1, end - 2)) : Shift(end));
    }
    return values;
  }

 private:
  static constexpr uint32_t kMaxTries = 60;

  auto At(uint32_t i, uint32_t j) -> Complex& { return a_[size_t{i} * n_ + j]; }

  struct Rotation {
    Complex c, s;
  };
  // The rotation that makes b vanish.
  static auto Rotate(Complex a, Complex b) -> Rotation {
    const double size = std::sqrt(std::norm(a) + std::norm(b));
    if (size == 0) return {1, 0};
    return {std::conj(a) / size, std::conj(b) / size};
  }
  void FromLeft(const Rotation& r, uint32_t i, uint32_t k, uint32_t first) {
    for (uint32_t j = first; j < n_; ++j) {
      const Complex upper = At(i, j);
      const Complex lower = At(k, j);
      At(i, j) = r.c * upper + r.s * lower;
      At(k, j) = -std::conj(r.s) * upper + std::conj(r.c) * lower;
    }
  }
  void FromRight(const Rotation& r, uint32_t i, uint32_t k, uint32_t end) {
    for (uint32_t j = 0; j < end; ++j) {
      const Complex left = At(j, i);
      const Complex right = At(j, k);
      At(j, i) = left * std::conj(r.c) + right * std::conj(r.s);
      At(j, k) = -left * r.s + right * r.c;
    }
  }

  void Reduce() {
    for (uint32_t j = 0; j + 2 < n_; ++j) {
      for (uint32_t i = j + 2; i < n_; ++i) {
        if (At(i, j) == Complex(0)) continue;
        const Rotation r = Rotate(At(j + 1, j), At(i, j));
        FromLeft(r, j + 1, i, j);
        FromRight(r, j + 1, i, n_);
      }
    }
  }

  // Where the block that ends at `end` begins: above it an entry beside the diagonal has vanished.
  auto Split(uint32_t end) -> uint32_t {
    for (uint32_t i = end - 1; i > 0; --i) {
      const double beside = std::abs(At(i, i)) + std::abs(At(i - 1, i - 1));
      if (std::abs(At(i, i - 1)) > std::numeric_limits<double>::epsilon() * beside) continue;
      At(i, i - 1) = 0;
      return i;
    }
    return 0;
  }

  // The eigenvalue of the last two rows that is closer to the last entry (Wilkinson).
  auto Shift(uint32_t end) -> Complex {
    const Complex a = At(end - 2, end - 2);
    const Complex d = At(end - 1, end - 1);
    const Complex half = (a - d) / 2.0;
    const Complex root = std::sqrt(half * half + At(end - 2, end - 1) * At(end - 1, end - 2));
    const Complex one = d + half + root;
    const Complex other = d + half - root;
    return std::abs(one - d) < std::abs(other - d) ? one : other;
  }

  void Sweep(uint32_t begin, uint32_t end, Complex shift) {
    for (uint32_t i = begin; i < end; ++i) At(i, i) -= shift;
    std::vector<Rotation> rotations;
    for (uint32_t i = begin; i + 1 < end; ++i) {
      rotations.push_back(Rotate(At(i, i), At(i + 1, i)));
      FromLeft(rotations.back(), i, i + 1, i);
    }
    for (uint32_t i = begin; i + 1 < end; ++i)
      FromRight(rotations[i - begin], i, i + 1, std::min(i + 2, end));
    for (uint32_t i = begin; i < end; ++i) At(i, i) += shift;
  }

  uint32_t n_;
  std::vector<Complex> a_;
};

}  // namespace

auto Eigenvalues(uint32_t n, const std::vector<double>& rows) -> std::vector<std::complex<double>> {
  if (!std::ranges::all_of(rows, [](double a) { return std::isfinite(a); })) return {};
  return QrIteration(n, rows).Run();
}

auto LargestSingularValue(uint32_t n, const std::vector<double>& rows) -> double {
  constexpr int kIterations = 40;
  std::vector<double> x(n, 1);
  // Not in the plane of any symmetry.
  for (uint32_t i = 0; i < n; ++i) x[i] += 0.1 * i / n;
  double value = 0;
  for (int k = 0; k < kIterations; ++k) {
    std::vector<double> y(n, 0);
    std::vector<double> z(n, 0);
    double size = 0;
    for (const double xi : x) size += xi * xi;
    size = std::sqrt(size);
    if (size == 0) return 0;
    for (uint32_t i = 0; i < n; ++i) {
      for (uint32_t j = 0; j < n; ++j) y[i] += rows[size_t{i} * n + j] * x[j] / size;
    }
    for (uint32_t i = 0; i < n; ++i) {
      for (uint32_t j = 0; j < n; ++j) z[j] += rows[size_t{i} * n + j] * y[i];
    }
    value = 0;
    for (const double yi : y) value += yi * yi;
    x.swap(z);
  }
  return std::sqrt(value);
}

}  // namespace kerf::runtime
