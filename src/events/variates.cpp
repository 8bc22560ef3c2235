// The methods behind distributions that need more than a formula.
#include <algorithm>
#include <cmath>

#include "events/distributions.h"

namespace kerf::events {

namespace {

auto Ratio(const double* numerator, const double* denominator, double r) -> double {
  double top = 0;
  double bottom = 0;
  for (int k = 7; k >= 0; --k) {
    top = top * r + numerator[k];
    bottom = bottom * r + denominator[k];
  }
  return top / bottom;
}

// Both shapes at most 1: Jöhnk (1964), in logarithms where the powers are too small for a double.
auto DrawSmallBeta(RandomStream& stream, double a, double b) -> double {
  while (true) {
    const double log_x = std::log(stream.Next()) / a;
    const double log_y = std::log(stream.Next()) / b;
    const double largest = std::max(log_x, log_y);
    const double log_sum = largest + std::log(std::exp(log_x - largest) + std::exp(log_y - largest));
    if (log_sum <= 0) return std::exp(log_x - log_sum);
  }
}

// Up to this mean the distribution function is summed, at about one term for each unit of the mean.
constexpr double kSmallMean = 10;

auto DrawSmallPoisson(RandomStream& stream, double mean) -> double {
  const double u = stream.Next();
  double term = std::exp(-mean);
  double sum = term;
  double k = 0;
  // Rounding errors keep the sum from reaching the very last u; terms then no longer change it.
  while (u > sum && term > 0) {
    ++k;
    term *= mean / k;
    sum += term;
  }
  return k;
}

}  // namespace

// Wichura, "Algorithm AS 241: the percentage points of the normal distribution" (1988), PPND16.
auto NormalQuantile(double u) -> double {
  static constexpr double kA[] = {
      3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3, 1.3731693765509461125e+4,
      4.5921953931549871457e+4, 6.7265770927008700853e+4, 3.3430575583588128105e+4, 2.5090809287301226727e+3};
  static constexpr double kB[] = {1.0,
                                  4.2313330701600911252e+1,
                                  6.8718700749205790830e+2,
                                  5.3941960214247511077e+3,
                                  2.1213794301586595867e+4,
                                  3.9307895800092710610e+4,
                                  2.8729085735721942674e+4,
                                  5.2264952788528545610e+3};
  static constexpr double kC[] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                                  5.76949722146069140550e0,  3.64784832476320460504e0,
                                  1.27045825245236838258e0,  2.41780725177450611770e-1,
                                  2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static constexpr double kD[] = {1.0,
                                  2.05319162663775882187e0,
                                  1.67638483018380384940e0,
                                  6.89767334985100004550e-1,
                                  1.48103976427480074590e-1,
                                  1.51986665636164571966e-2,
                                  5.47593808499534494600e-4,
                                  1.05075007164441684324e-9};
  static constexpr double kE[] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                                  1.78482653991729133580e0,  2.96560571828504891230e-1,
                                  2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                  2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static constexpr double kF[] = {1.0,
                                  5.99832206555887937690e-1,
                                  1.36929880922735805310e-1,
                                  1.48753612908506148525e-2,
                                  7.86869131145613259100e-4,
                                  1.84631831751005468180e-5,
                                  1.42151175831644588870e-7,
                                  2.04426310338993978564e-15};
  const double q = u - 0.5;
  if (std::abs(q) <= 0.425) return q * Ratio(kA, kB, 0.180625 - q * q);
  const double r = std::sqrt(-std::log(q < 0 ? u : 1 - u));
  const double x = r <= 5 ? Ratio(kC, kD, r - 1.6) : Ratio(kE, kF, r - 5);
  return q < 0 ? -x : x;
}

auto DrawNormal(RandomStream& stream) -> double { return NormalQuantile(stream.Next()); }

auto DrawExponential(RandomStream& stream, double mean) -> double {
  return -mean * std::log(1 - stream.Next());
}

// Marsaglia & Tsang, "A simple method for generating gamma variables" (2000).
auto DrawGamma(RandomStream& stream, double shape) -> double {
  if (shape < 1) return DrawGamma(stream, shape + 1) * std::pow(stream.Next(), 1 / shape);
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = DrawNormal(stream);
    const double v = 1 + c * x;
    if (v <= 0) continue;
    const double cube = v * v * v;
    if (std::log(stream.Next()) < 0.5 * x * x + d - d * cube + d * std::log(cube)) return d * cube;
  }
}

auto DrawBeta(RandomStream& stream, double a, double b) -> double {
  if (a <= 1 && b <= 1) return DrawSmallBeta(stream, a, b);
  const double x = DrawGamma(stream, a);
  return x / (x + DrawGamma(stream, b));
}

// Hörmann, "The transformed rejection method for generating Poisson random variables" (1993), PTRS.
auto DrawPoisson(RandomStream& stream, double mean) -> double {
  if (mean < kSmallMean) return DrawSmallPoisson(stream, mean);
  const double b = 0.931 + 2.53 * std::sqrt(mean);
  const double a = -0.059 + 0.02483 * b;
  const double alpha = 1.1239 + 1.1328 / (b - 3.4);
  const double quick = 0.9277 - 3.6224 / (b - 2);
  while (true) {
    const double u = stream.Next() - 0.5;
    const double v = stream.Next();
    const double us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + mean + 0.43);
    if (us >= 0.07 && v <= quick) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (std::log(v * alpha / (a / (us * us) + b)) <= -mean + k * std::log(mean) - std::lgamma(k + 1))
      return k;
  }
}

}  // namespace kerf::events
