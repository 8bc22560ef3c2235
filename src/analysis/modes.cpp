// From eigenvalues and eigenvectors to modes.
#include "analysis/modes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

#include "analysis/eigen.h"

namespace kerf::analysis {

namespace {

constexpr double kLeastShare = 0.01;

auto States(const Eigensystem& system, size_t k) -> std::vector<Participation> {
  std::vector<Participation> states;
  double sum = 0;
  for (size_t i = 0; i < system.values.size(); ++i) {
    const double product = std::abs(system.left[k][i] * system.right[k][i]);
    states.push_back({static_cast<uint32_t>(i), product});
    sum += product;
  }
  for (Participation& state : states) state.share = sum > 0 ? state.share / sum : 0;
  // Shares that differ in rounding only stand in the order of the states.
  const auto key = [](const Participation& p) { return -std::round(p.share * 1e6); };
  std::ranges::stable_sort(states, {}, key);
  std::erase_if(states, [](const Participation& p) { return p.share < kLeastShare; });
  return states;
}

auto MakeMode(const Eigensystem& system, size_t k) -> Mode {
  Mode mode;
  // What is no more than rounding is zero: a part that moves freely does not grow in 10^13 seconds.
  const double least = 8 * std::numeric_limits<double>::epsilon() * system.norm;
  const auto clean = [&](double part) { return std::abs(part) <= least ? 0.0 : part; };
  mode.eigenvalue = {clean(system.values[k].real()), clean(system.values[k].imag())};
  mode.is_pair = system.values[k].imag() != 0;
  const double real = mode.eigenvalue.real();
  const double size = std::abs(mode.eigenvalue);
  mode.time_constant = real == 0 ? std::numeric_limits<double>::infinity() : -1 / real;
  mode.frequency = mode.is_pair ? size / (2 * std::numbers::pi) : 0;
  mode.damping = size > 0 ? -real / size + 0.0 : 0;
  mode.states = States(system, k);
  return mode;
}

}  // namespace

auto TryModes(const Matrix& a) -> std::optional<std::vector<Mode>> {
  const std::optional<Eigensystem> system = TryEigensystem(a);
  if (!system) return std::nullopt;
  std::vector<Mode> modes;
  for (size_t k = 0; k < system->values.size(); ++k) {
    // The second of a pair says nothing new.
    if (system->values[k].imag() >= 0) modes.push_back(MakeMode(*system, k));
  }
  std::ranges::stable_sort(modes, {}, [](const Mode& mode) {
    return std::tuple(-mode.eigenvalue.real(), mode.eigenvalue.imag());
  });
  return modes;
}

}  // namespace kerf::analysis
