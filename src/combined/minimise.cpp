// Brent, Algorithms for Minimization Without Derivatives (1973), ch. 5; Nelder and Mead (1965) with the
// parameters of Gao and Han (2012), which depend on the dimension.
#include "combined/minimise.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerf::combined {

namespace {

using Function = std::function<double(const std::vector<double>&)>;
using Condition = std::function<bool()>;

constexpr uint32_t kMostEvaluations = 5000;

struct Counted {
  const Function& f;
  const Condition& may_go_on;
  uint32_t n = 0;

  auto operator()(const std::vector<double>& x) -> double {
    ++n;
    const double value = f(x);
    return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
  }
  [[nodiscard]] auto MayGoOn() const -> bool { return n < kMostEvaluations && may_go_on(); }
};

struct Bracket {
  double a, b, c, fb;
};

// Three points of which the middle one is lowest.
auto FindBracket(Counted& f, double start) -> Bracket {
  constexpr double kGrowth = 1.618;
  double a = start;
  double b = start + 0.1 * std::max(1.0, std::abs(start));
  double fa = f({a});
  double fb = f({b});
  if (fb > fa) {
    std::swap(a, b);
    std::swap(fa, fb);
  }
  double c = b + kGrowth * (b - a);
  double fc = f({c});
  while (fc < fb && f.MayGoOn() && std::isfinite(c)) {
    a = b;
    b = c;
    fb = fc;
    c = b + kGrowth * (b - a);
    fc = f({c});
  }
  return {std::min(a, c), b, std::max(a, c), fb};
}

auto MinimiseOne(Counted& f, double start, double tolerance) -> Minimum {
  constexpr double kGolden = 0.3819660112501051;
  Bracket bracket = FindBracket(f, start);
  double a = bracket.a;
  double b = bracket.c;
  double x = bracket.b;
  double w = x;
  double v = x;
  double fx = bracket.fb;
  double fw = fx;
  double fv = fx;
  double step = 0;
  double before = 0;
  while (f.MayGoOn()) {
    const double middle = 0.5 * (a + b);
    const double near = tolerance * std::max(1.0, std::abs(x)) / 3 + 1e-12;
    if (std::abs(x - middle) <= 2 * near - 0.5 * (b - a)) break;
    bool is_golden = true;
    if (std::abs(before) > near) {
      // The parabola through the three best points.
      const double r = (x - w) * (fx - fv);
      double q = (x - v) * (fx - fw);
      double p = (x - v) * q - (x - w) * r;
      q = 2 * (q - r);
      if (q > 0) p = -p;
      q = std::abs(q);
      const double last = before;
      before = step;
      if (std::abs(p) < std::abs(0.5 * q * last) && p > q * (a - x) && p < q * (b - x)) {
        step = p / q;
        const double u = x + step;
        if (u - a < 2 * near || b - u < 2 * near) step = x < middle ? near : -near;
        is_golden = false;
      }
    }
    if (is_golden) {
      before = x < middle ? b - x : a - x;
      step = kGolden * before;
    }
    const double u = x + (std::abs(step) >= near ? step : step > 0 ? near : -near);
    const double fu = f({u});
    if (fu <= fx) {
      (u < x ? b : a) = x;
      v = w;
      fv = fw;
      w = x;
      fw = fx;
      x = u;
      fx = fu;
      continue;
    }
    (u < x ? a : b) = u;
    if (fu <= fw || w == x) {
      v = w;
      fv = fw;
      w = u;
      fw = fu;
    } else if (fu <= fv || v == x || v == w) {
      v = u;
      fv = fu;
    }
  }
  return {{x}, fx, f.n};
}

struct Vertex {
  std::vector<double> x;
  double value = 0;
};

auto MinimiseMany(Counted& f, const std::vector<double>& start, double tolerance) -> Minimum {
  const size_t n = start.size();
  const double dimension = static_cast<double>(n);
  std::vector<Vertex> simplex = {{start, f(start)}};
  for (size_t k = 0; k < n; ++k) {
    std::vector<double> x = start;
    x[k] += 0.1 * std::max(1.0, std::abs(x[k]));
    simplex.push_back({x, f(x)});
  }
  const auto along = [&](const std::vector<double>& centre, const std::vector<double>& from, double factor) {
    std::vector<double> x(n);
    for (size_t k = 0; k < n; ++k) x[k] = centre[k] + factor * (from[k] - centre[k]);
    return Vertex{x, f(x)};
  };
  while (f.MayGoOn()) {
    std::ranges::stable_sort(simplex, {}, &Vertex::value);
    double width = 0;
    for (size_t k = 0; k < n; ++k) {
      for (size_t i = 1; i <= n; ++i)
        width = std::max(
            width, std::abs(simplex[i].x[k] - simplex[0].x[k]) / std::max(1.0, std::abs(simplex[0].x[k])));
    }
    if (width <= tolerance) break;
    std::vector<double> centre(n, 0.0);
    for (size_t i = 0; i < n; ++i) {
      for (size_t k = 0; k < n; ++k) centre[k] += simplex[i].x[k] / dimension;
    }
    Vertex& worst = simplex[n];
    const Vertex reflected = along(centre, worst.x, -1);
    if (reflected.value < simplex[0].value) {
      const Vertex expanded = along(centre, worst.x, -(1 + 2 / dimension));
      worst = expanded.value < reflected.value ? expanded : reflected;
      continue;
    }
    if (reflected.value < simplex[n - 1].value) {
      worst = reflected;
      continue;
    }
    const double contraction = 0.75 - 0.5 / dimension;
    const bool is_outside = reflected.value < worst.value;
    const Vertex contracted = along(centre, worst.x, is_outside ? -contraction : contraction);
    if (contracted.value < std::min(reflected.value, worst.value)) {
      worst = contracted;
      continue;
    }
    for (size_t i = 1; i <= n; ++i) simplex[i] = along(simplex[0].x, simplex[i].x, 1 - 1 / dimension);
  }
  std::ranges::stable_sort(simplex, {}, &Vertex::value);
  return {simplex[0].x, simplex[0].value, f.n};
}

}  // namespace

auto Minimise(const Function& f, const std::vector<double>& start, double tolerance,
              const Condition& may_go_on) -> Minimum {
  Counted counted{f, may_go_on};
  if (start.size() == 1) return MinimiseOne(counted, start[0], tolerance);
  return MinimiseMany(counted, start, tolerance);
}

}  // namespace kerf::combined
