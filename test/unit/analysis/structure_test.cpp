// Structural controllability and observability of random systems against the rank of Kalman's matrices with
// random numbers in place of the entries (Lin's theorem: they agree for almost all numbers).
#include "analysis/structure.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include "analysis/matrix.h"
#include "diag/consumers.h"

namespace kerf::analysis {
namespace {

struct System {
  Matrix a;
  Matrix b;
  Matrix c;
};

auto RandomSystem(uint32_t n, std::mt19937& random) -> System {
  std::uniform_real_distribution<double> value(0.5, 2);
  std::uniform_int_distribution<int> die(0, 9);
  const auto fill = [&](Matrix matrix, int chance) {
    for (double& entry : matrix.entries) entry = die(random) < chance ? value(random) : 0;
    return matrix;
  };
  return {fill(Matrix(n, n), 3), fill(Matrix(n, 1), 3), fill(Matrix(1, n), 3)};
}

// Each derivative goes through an algebraic variable.
auto TextOf(const System& s) -> std::string {
  const uint32_t n = s.a.n_rows;
  std::string declarations = "model M\n  input Real u;\n  output Real y;\n";
  std::string equations = "equation\n";
  const auto sum = [&](auto coefficient, uint32_t count, const char* name) {
    std::string text = "0";
    for (uint32_t j = 0; j < count; ++j) {
      if (coefficient(j) != 0) text += fmt::format(" + {:.17g}*{}{}", coefficient(j), name, j + 1);
    }
    return text;
  };
  for (uint32_t i = 0; i < n; ++i) {
    declarations += fmt::format("  Real x{0}(start = 0), z{0};\n", i + 1);
    const std::string right = sum([&](uint32_t j) { return s.a.at(i, j); }, n, "x");
    equations += fmt::format("  z{} = {}{};\n", i + 1, right,
                             s.b.at(i, 0) != 0 ? fmt::format(" + {:.17g}*u", s.b.at(i, 0)) : "");
    equations += fmt::format("  der(x{0}) = z{0};\n", i + 1);
  }
  equations += fmt::format("  y = {};\n", sum([&](uint32_t j) { return s.c.at(0, j); }, n, "x"));
  return declarations + equations + "end M;\n";
}

auto RankOf(Matrix m) -> uint32_t {
  uint32_t rank = 0;
  for (uint32_t col = 0; col < m.n_cols && rank < m.n_rows; ++col) {
    uint32_t pivot = rank;
    for (uint32_t i = rank; i < m.n_rows; ++i) {
      if (std::abs(m.at(i, col)) > std::abs(m.at(pivot, col))) pivot = i;
    }
    if (std::abs(m.at(pivot, col)) < 1e-9) continue;
    for (uint32_t j = 0; j < m.n_cols; ++j) std::swap(m.at(pivot, j), m.at(rank, j));
    for (uint32_t i = rank + 1; i < m.n_rows; ++i) {
      const double factor = m.at(i, col) / m.at(rank, col);
      for (uint32_t j = col; j < m.n_cols; ++j) m.at(i, j) -= factor * m.at(rank, j);
    }
    ++rank;
  }
  return rank;
}

// [v, A v, A² v, …], each column scaled to length 1; with `is_transposed` of A^T.
auto Kalman(const Matrix& a, std::vector<double> v, bool is_transposed) -> Matrix {
  const uint32_t n = a.n_rows;
  Matrix result(n, n);
  for (uint32_t k = 0; k < n; ++k) {
    double length = 0;
    for (const double entry : v) length += entry * entry;
    for (double& entry : v) entry = length > 0 ? entry / std::sqrt(length) : 0;
    for (uint32_t i = 0; i < n; ++i) result.at(i, k) = v[i];
    std::vector<double> next(n, 0.0);
    for (uint32_t i = 0; i < n; ++i) {
      for (uint32_t j = 0; j < n; ++j) next[i] += (is_transposed ? a.at(j, i) : a.at(i, j)) * v[j];
    }
    v = std::move(next);
  }
  return result;
}

auto Analyse(const std::string& text) -> Structure {
  const auto path = std::filesystem::temp_directory_path() / fmt::format("kerf_structure_{}.mo", getpid());
  std::ofstream(path) << text;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  source::Buffers buffers;
  session::Request request;
  request.file = path.string();
  const auto structure = AnalyseStructure(request, {}, {}, buffers, emitter);
  std::filesystem::remove(path);
  EXPECT_TRUE(structure.has_value()) << text;
  return structure.value_or(Structure{});
}

TEST(Structure, AgreesWithKalmanForAlmostAllNumbers) {
  std::mt19937 random(1978);
  int n_controllable = 0;
  int n_observable = 0;
  constexpr int kTrials = 150;
  for (int trial = 0; trial < kTrials; ++trial) {
    const uint32_t n = 2 + static_cast<uint32_t>(trial) % 4;
    const System system = RandomSystem(n, random);
    const Structure structure = Analyse(TextOf(system));
    const bool is_controllable = RankOf(Kalman(system.a, system.b.entries, false)) == n;
    const bool is_observable = RankOf(Kalman(system.a, system.c.entries, true)) == n;
    EXPECT_EQ(IsControllable(structure), is_controllable) << TextOf(system);
    EXPECT_EQ(IsObservable(structure), is_observable) << TextOf(system);
    n_controllable += is_controllable ? 1 : 0;
    n_observable += is_observable ? 1 : 0;
  }
  // Both answers occur often enough to mean something.
  EXPECT_GT(std::min(n_controllable, n_observable), 10);
  EXPECT_LT(std::max(n_controllable, n_observable), kTrials - 10);
}

// The relative degree is the first k with C A^(k-1) B ≠ 0.
TEST(Structure, OrderIsTheRelativeDegree) {
  std::mt19937 random(1974);
  for (int trial = 0; trial < 60; ++trial) {
    const System system = RandomSystem(4, random);
    const Structure structure = Analyse(TextOf(system));
    Order expected;
    std::vector<double> v = system.b.entries;
    for (uint32_t k = 1; k <= 4 && !expected; ++k) {
      double product = 0;
      for (uint32_t i = 0; i < 4; ++i) product += system.c.at(0, i) * v[i];
      if (product != 0) expected = k;
      std::vector<double> next(4, 0.0);
      for (uint32_t i = 0; i < 4; ++i) {
        for (uint32_t j = 0; j < 4; ++j) next[i] += system.a.at(i, j) * v[j];
      }
      v = std::move(next);
    }
    EXPECT_EQ(structure.orders.at(0).at(0), expected) << TextOf(system);
  }
}

}  // namespace
}  // namespace kerf::analysis
