// Links of length 1 with masses 1 at their ends. With m(i, j) the number of masses beyond both joints:
//
//   sum over j of m(i, j) (cos(a_i - a_j) a_j'' + sin(a_i - a_j) a_j'^2) = -m(i, i) g sin(a_i)
#include "pendulum_chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kerf::torture {

namespace {

constexpr double kGravity = 9.81;
constexpr double kStep = 2e-4;

using Vector = std::vector<double>;

void SolveInPlace(std::vector<Vector>& a, Vector& b) {
  const size_t n = b.size();
  for (size_t k = 0; k < n; ++k) {
    size_t best = k;
    for (size_t i = k + 1; i < n; ++i) best = std::abs(a[i][k]) > std::abs(a[best][k]) ? i : best;
    std::swap(a[k], a[best]);
    std::swap(b[k], b[best]);
    for (size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
}

// Of the angles followed by their derivatives.
auto Slope(const Vector& s) -> Vector {
  const size_t n = s.size() / 2;
  std::vector<Vector> mass(n, Vector(n));
  Vector force(n);
  for (size_t i = 0; i < n; ++i) {
    force[i] = -static_cast<double>(n - i) * kGravity * std::sin(s[i]);
    for (size_t j = 0; j < n; ++j) {
      const auto m = static_cast<double>(n - std::max(i, j));
      mass[i][j] = m * std::cos(s[i] - s[j]);
      force[i] -= m * std::sin(s[i] - s[j]) * s[n + j] * s[n + j];
    }
  }
  SolveInPlace(mass, force);
  Vector slope(s.begin() + static_cast<ptrdiff_t>(n), s.end());
  slope.insert(slope.end(), force.begin(), force.end());
  return slope;
}

void Advance(Vector& s, double h) {
  const auto at = [&](const Vector& slope, double part) {
    Vector moved = s;
    for (size_t k = 0; k < s.size(); ++k) moved[k] += part * h * slope[k];
    return moved;
  };
  const Vector k1 = Slope(s);
  const Vector k2 = Slope(at(k1, 0.5));
  const Vector k3 = Slope(at(k2, 0.5));
  const Vector k4 = Slope(at(k3, 1));
  for (size_t k = 0; k < s.size(); ++k) s[k] += h / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]);
}

auto WantedText(const PendulumChain& chain, size_t link, bool is_x) -> const char* {
  const bool is_wanted = chain.wanted[link] == (is_x ? WantedStates::X : WantedStates::Y);
  return is_wanted ? ", stateSelect = StateSelect.always" : "";
}

}  // namespace

auto RandomPendulumChain(Rng& rng) -> PendulumChain {
  PendulumChain chain;
  const uint32_t n = 1 + rng.Below(6);
  const double share = rng.Uniform(0, 1);
  for (uint32_t k = 0; k < n; ++k) {
    chain.angle.push_back(rng.Uniform(-2.5, 2.5));
    const bool is_wanted = rng.Chance(share);
    chain.wanted.push_back(!is_wanted        ? WantedStates::None
                           : rng.Chance(0.5) ? WantedStates::X
                                             : WantedStates::Y);
  }
  chain.stop = rng.Uniform(0.2, n == 1 ? 3 : 0.8);
  const bool has_twins = rng.Chance(0.4);
  for (uint32_t k = 0; k < n; ++k) chain.has_twin.push_back(has_twins && rng.Chance(0.5));
  return chain;
}

auto TextOf(const PendulumChain& chain) -> ModelText {
  std::string variables;
  std::string starts;
  std::string equations;
  double x = 0;
  double y = 0;
  const size_t n = chain.angle.size();
  for (size_t k = 0; k < n; ++k) {
    const double dx = std::sin(chain.angle[k]);
    const double dy = -std::cos(chain.angle[k]);
    x += dx;
    y += dy;
    const size_t i = k + 1;
    variables += fmt::format("  Real x{}(start = {:.17g}{}), y{}(start = {:.17g}{});\n", i, x,
                             WantedText(chain, k, true), i, y, WantedText(chain, k, false));
    variables += fmt::format("  Real vx{}(start = 0{}), vy{}(start = 0{}), f{};\n", i,
                             WantedText(chain, k, true), i, WantedText(chain, k, false), i);
    const bool fixes_x = std::abs(dy) > std::abs(dx);
    starts += fixes_x ? fmt::format("  x{} = {:.17g};\n  vx{} = 0;\n", i, x, i)
                      : fmt::format("  y{} = {:.17g};\n  vy{} = 0;\n", i, y, i);
    const std::string before_x = k == 0 ? fmt::format("x{}", i) : fmt::format("(x{} - x{})", i, k);
    const std::string before_y = k == 0 ? fmt::format("y{}", i) : fmt::format("(y{} - y{})", i, k);
    const std::string next_x = i == n ? "" : fmt::format(" + f{}*(x{} - x{})", i + 1, i + 1, i);
    const std::string next_y = i == n ? "" : fmt::format(" + f{}*(y{} - y{})", i + 1, i + 1, i);
    equations += fmt::format("  der(x{0}) = vx{0};\n  der(y{0}) = vy{0};\n", i);
    equations += fmt::format("  der(vx{}) = -f{}*{}{};\n", i, i, before_x, next_x);
    equations += fmt::format("  der(vy{}) = -f{}*{}{} - {};\n", i, i, before_y, next_y, kGravity);
    if (chain.has_twin[k]) {
      variables += fmt::format("  Real u{};\n", i);
      equations += fmt::format("  u{0} = x{0} + 3;\n", i);
      const std::string twin_x = k == 0 ? "(u1 - 3)" : fmt::format("(u{} - 3 - x{})", i, k);
      equations += fmt::format("  {}*{} + {}^2 = 1;\n", before_x, twin_x, before_y);
    } else {
      equations += fmt::format("  {}^2 + {}^2 = 1;\n", before_x, before_y);
    }
  }
  return {"chain.mo", "model chain\n" + variables + "initial equation\n" + starts + "equation\n" + equations +
                          "end chain;\n"};
}

auto MotionOf(const PendulumChain& chain) -> ChainMotion {
  Vector s = chain.angle;
  const size_t n = s.size();
  s.resize(2 * n, 0);
  ChainMotion motion;
  motion.least.assign(n, 1);
  const auto n_steps = static_cast<uint32_t>(std::ceil(chain.stop / kStep));
  for (uint32_t step = 0; step <= n_steps; ++step) {
    if (step > 0) Advance(s, chain.stop / n_steps);
    for (size_t k = 0; k < n; ++k) {
      const double part = chain.wanted[k] == WantedStates::X   ? std::abs(std::cos(s[k]))
                          : chain.wanted[k] == WantedStates::Y ? std::abs(std::sin(s[k]))
                                                               : 1;
      motion.least[k] = std::min(motion.least[k], part);
    }
  }
  double x = 0;
  double y = 0;
  for (size_t k = 0; k < n; ++k) {
    motion.x.push_back(x += std::sin(s[k]));
    motion.y.push_back(y -= std::cos(s[k]));
  }
  return motion;
}

}  // namespace kerf::torture
