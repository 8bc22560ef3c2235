// See distributions.h.
#include "events/distributions.h"

#include <algorithm>
#include <cmath>

namespace kerf::events {

namespace {

auto DrawTriangular(RandomStream& stream, double low, double mode, double high) -> double {
  const double u = stream.Next();
  const double width = high - low;
  if (width == 0) return low;
  if (u * width < mode - low) return low + std::sqrt(u * width * (mode - low));
  return high - std::sqrt((1 - u) * width * (high - mode));
}

auto DrawErlang(RandomStream& stream, double mean, double phases) -> double {
  // Above this number of phases the gamma distribution is cheaper than one number for each.
  constexpr double kManyPhases = 8;
  if (phases > kManyPhases) return mean / phases * DrawGamma(stream, phases);
  double sum = 0;
  for (double k = 0; k < phases; ++k) sum += DrawExponential(stream, mean / phases);
  return sum;
}

auto DrawDiscrete(const Distribution& d, RandomStream& stream) -> double {
  // Walker's method: the number chooses a column, and what is left of it one of the two values there.
  const double scaled = stream.Next() * static_cast<double>(d.x.size());
  const auto column = std::min(static_cast<size_t>(scaled), d.x.size() - 1);
  return scaled - static_cast<double>(column) < d.p[column] ? d.x[column] : d.x[d.alias[column]];
}

auto DrawEmpirical(const Distribution& d, RandomStream& stream) -> double {
  const double u = stream.Next();
  const auto above =
      std::max<size_t>(static_cast<size_t>(std::upper_bound(d.p.begin(), d.p.end() - 1, u) - d.p.begin()), 1);
  const double slope = (d.x[above] - d.x[above - 1]) / (d.p[above] - d.p[above - 1]);
  return d.x[above - 1] + slope * (u - d.p[above - 1]);
}

}  // namespace

auto Draw(const Distribution& d, RandomStream& stream) -> double {
  switch (d.kind) {
    case DistributionKind::Constant:    return d.a;
    case DistributionKind::Uniform:     return d.a + (d.b - d.a) * stream.Next();
    case DistributionKind::Normal:      return d.a + d.b * DrawNormal(stream);
    case DistributionKind::Exponential: return DrawExponential(stream, d.a);
    case DistributionKind::Erlang:      return DrawErlang(stream, d.a, d.b);
    case DistributionKind::Gamma:       return d.b * DrawGamma(stream, d.a);
    case DistributionKind::Beta:        return DrawBeta(stream, d.a, d.b);
    case DistributionKind::Triangular:  return DrawTriangular(stream, d.a, d.b, d.c);
    case DistributionKind::Lognormal:   return std::exp(d.a + d.b * DrawNormal(stream));
    case DistributionKind::Weibull:     return d.b * std::pow(DrawExponential(stream, 1), 1 / d.a);
    case DistributionKind::Poisson:     return DrawPoisson(stream, d.a);
    case DistributionKind::Discrete:    return DrawDiscrete(d, stream);
    case DistributionKind::Empirical:   return DrawEmpirical(d, stream);
  }
  return 0;
}

// Vose, "A linear algorithm for generating random numbers with a given distribution" (1991).
void Prepare(Distribution& distribution) {
  if (distribution.kind != DistributionKind::Discrete) return;
  std::vector<double>& p = distribution.p;
  double sum = 0;
  for (const double probability : p) sum += probability;
  std::vector<uint32_t> small;
  std::vector<uint32_t> large;
  distribution.alias.resize(p.size());
  for (uint32_t k = 0; k < p.size(); ++k) {
    p[k] *= static_cast<double>(p.size()) / sum;
    distribution.alias[k] = k;
    (p[k] < 1 ? small : large).push_back(k);
  }
  while (!small.empty() && !large.empty()) {
    const uint32_t less = small.back();
    const uint32_t more = large.back();
    small.pop_back();
    distribution.alias[less] = more;
    p[more] -= 1 - p[less];
    if (p[more] >= 1) continue;
    large.pop_back();
    small.push_back(more);
  }
  // What is left differs from 1 by rounding errors only.
  for (const uint32_t k : small) p[k] = 1;
  for (const uint32_t k : large) p[k] = 1;
}

}  // namespace kerf::events
