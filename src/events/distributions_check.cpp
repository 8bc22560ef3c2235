// The parameters of distributions, and what is wrong with them.
#include <cmath>

#include <fmt/format.h>

#include "events/distributions.h"

namespace kerf::events {

namespace {

auto Wrong(const Distribution& d, const char* which, double value, const char* rule) -> std::string {
  return fmt::format("the {} of {} distribution is {}, but must be {}", which, NameOf(d.kind), value, rule);
}

auto CheckPositive(const Distribution& d, const char* which, double value) -> std::string {
  if (value > 0 && std::isfinite(value)) return "";
  return Wrong(d, which, value, "positive");
}

auto CheckFinite(const Distribution& d, const char* which, double value) -> std::string {
  if (std::isfinite(value)) return "";
  return Wrong(d, which, value, "a finite number");
}

auto CheckSpread(const Distribution& d) -> std::string {
  if (std::string text = CheckFinite(d, "mean", d.a); !text.empty()) return text;
  if (d.b >= 0 && std::isfinite(d.b)) return "";
  return Wrong(d, "standard deviation", d.b, "zero or positive");
}

auto CheckBoth(const Distribution& d, const char* first, const char* second) -> std::string {
  if (std::string text = CheckPositive(d, first, d.a); !text.empty()) return text;
  return CheckPositive(d, second, d.b);
}

auto CheckErlang(const Distribution& d) -> std::string {
  if (std::string text = CheckPositive(d, "mean", d.a); !text.empty()) return text;
  if (d.b >= 1 && d.b == std::floor(d.b) && std::isfinite(d.b)) return "";
  return Wrong(d, "number of phases", d.b, "a whole number from 1 on");
}

auto CheckUniform(const Distribution& d) -> std::string {
  if (std::string text = CheckFinite(d, "lower limit", d.a); !text.empty()) return text;
  if (d.b >= d.a && std::isfinite(d.b)) return "";
  return fmt::format("the upper limit {} of a uniform distribution is less than the lower limit {}", d.b,
                     d.a);
}

auto CheckTriangular(const Distribution& d) -> std::string {
  if (std::isfinite(d.a) && std::isfinite(d.c) && d.a <= d.b && d.b <= d.c) return "";
  return fmt::format("the mode {} of a triangular distribution does not lie between its limits {} and {}",
                     d.b, d.a, d.c);
}

auto CheckTable(const Distribution& d) -> std::string {
  if (d.x.size() == d.p.size() && !d.x.empty()) return "";
  return fmt::format("the table of {} distribution has {} values and {} probabilities", NameOf(d.kind),
                     d.x.size(), d.p.size());
}

auto CheckDiscrete(const Distribution& d) -> std::string {
  if (std::string text = CheckTable(d); !text.empty()) return text;
  double sum = 0;
  for (const double p : d.p) {
    if (!(p >= 0)) return Wrong(d, "probability of a value", p, "zero or positive");
    sum += p;
  }
  return CheckPositive(d, "sum of the probabilities", sum);
}

auto CheckEmpirical(const Distribution& d) -> std::string {
  if (std::string text = CheckTable(d); !text.empty()) return text;
  if (d.x.size() < 2) return "an empirical distribution needs two points at least";
  if (d.p.front() != 0) return Wrong(d, "first probability", d.p.front(), "0");
  if (d.p.back() != 1) return Wrong(d, "last probability", d.p.back(), "1");
  for (size_t k = 1; k < d.x.size(); ++k) {
    if (!(d.p[k] > d.p[k - 1]))
      return Wrong(d, "probability of a point", d.p[k], "greater than the one before");
    if (!(d.x[k] >= d.x[k - 1])) return Wrong(d, "value of a point", d.x[k], "at least the one before");
  }
  return "";
}

}  // namespace

auto Check(const Distribution& d) -> std::string {
  switch (d.kind) {
    case DistributionKind::Constant:    return CheckFinite(d, "value", d.a);
    case DistributionKind::Uniform:     return CheckUniform(d);
    case DistributionKind::Normal:
    case DistributionKind::Lognormal:   return CheckSpread(d);
    case DistributionKind::Exponential:
    case DistributionKind::Poisson:     return CheckPositive(d, "mean", d.a);
    case DistributionKind::Erlang:      return CheckErlang(d);
    case DistributionKind::Gamma:
    case DistributionKind::Weibull:     return CheckBoth(d, "shape", "scale");
    case DistributionKind::Beta:        return CheckBoth(d, "first shape", "second shape");
    case DistributionKind::Triangular:  return CheckTriangular(d);
    case DistributionKind::Discrete:    return CheckDiscrete(d);
    case DistributionKind::Empirical:   return CheckEmpirical(d);
  }
  return "";
}

auto NameOf(DistributionKind kind) -> const char* {
  switch (kind) {
    case DistributionKind::Constant:    return "a constant";
    case DistributionKind::Uniform:     return "a uniform";
    case DistributionKind::Normal:      return "a normal";
    case DistributionKind::Exponential: return "an exponential";
    case DistributionKind::Erlang:      return "an Erlang";
    case DistributionKind::Gamma:       return "a gamma";
    case DistributionKind::Beta:        return "a beta";
    case DistributionKind::Triangular:  return "a triangular";
    case DistributionKind::Lognormal:   return "a lognormal";
    case DistributionKind::Weibull:     return "a Weibull";
    case DistributionKind::Poisson:     return "a Poisson";
    case DistributionKind::Discrete:    return "a discrete";
    case DistributionKind::Empirical:   return "an empirical";
  }
  return "";
}

}  // namespace kerf::events
