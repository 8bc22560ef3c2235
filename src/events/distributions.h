// Distributions: what to draw from a stream. `Check` says what is wrong with the parameters; `Draw` takes it
// that nothing is.
//
// Where the inverse of the distribution function is at hand (uniform, normal, exponential, triangular,
// lognormal, Weibull, empirical ones, Poisson with a small mean) a draw uses one number of the stream and
// grows with it, so that antithetic numbers give antithetic draws. Others reject, and use several.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "events/random_stream.h"

namespace kerf::events {

enum class DistributionKind : uint8_t {
  Constant,     // a
  Uniform,      // between a and b
  Normal,       // mean a, standard deviation b
  Exponential,  // mean a
  Erlang,       // mean a, b phases
  Gamma,        // shape a, scale b: mean a b
  Beta,         // shapes a and b, between 0 and 1
  Triangular,   // between a and c, mode b
  Lognormal,    // mean a and standard deviation b of the logarithm
  Weibull,      // shape a, scale b
  Poisson,      // mean a
  Discrete,     // values x with probabilities in proportion to p
  Empirical,    // distribution function through the points (x, p), p from 0 to 1, linear between them
};

struct Distribution {
  DistributionKind kind = DistributionKind::Constant;
  double a = 0;
  double b = 0;
  double c = 0;
  std::vector<double> x;
  std::vector<double> p;
  // The alias of each value of a discrete distribution, made by Prepare.
  std::vector<uint32_t> alias;
};

// Empty if the parameters are right; else what is wrong, such as "the mean of an exponential distribution is
// -3, but must be positive".
auto Check(const Distribution& distribution) -> std::string;
// Must be called once before a discrete distribution is drawn from, after Check.
void Prepare(Distribution& distribution);
auto Draw(const Distribution& distribution, RandomStream& stream) -> double;
auto NameOf(DistributionKind kind) -> const char*;

// The single ones, with parameters as above.
auto DrawNormal(RandomStream& stream) -> double;
auto DrawExponential(RandomStream& stream, double mean) -> double;
auto DrawGamma(RandomStream& stream, double shape) -> double;
auto DrawBeta(RandomStream& stream, double a, double b) -> double;
auto DrawPoisson(RandomStream& stream, double mean) -> double;
// The x with P(Z <= x) = u for a standard normal Z.
auto NormalQuantile(double u) -> double;

}  // namespace kerf::events
