// Brent, Algorithms for Minimization Without Derivatives (1973), ch. 5.
#include "combined/minimise.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerf::combined {

namespace {

constexpr uint32_t kMostEvaluations = 5000;

struct Bracket {
  double a, b, c, fb;
};

// Three points of which the middle one is lowest.
auto FindBracket(CountedObjective& f, double start) -> Bracket {
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

auto MinimiseOne(CountedObjective& f, double start, double tolerance) -> Minimum {
  constexpr double kGolden = 0.3819660112501051;
  Bracket bracket = FindBracket(f, start);
  if (!std::isfinite(bracket.a) || !std::isfinite(bracket.c)) return {{bracket.b}, bracket.fb, f.n, false};
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
  return {{x}, fx, f.n, f.MayGoOn()};
}

}  // namespace

auto CountedObjective::operator()(const std::vector<double>& x) -> double {
  ++n;
  const double value = f(x);
  return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
}

auto CountedObjective::MayGoOn() const -> bool { return n < kMostEvaluations && may_go_on(); }

auto Minimise(const Objective& f, const std::vector<double>& start, const std::vector<Box>& boxes,
              double tolerance, const std::function<bool()>& may_go_on) -> Minimum {
  CountedObjective counted{f, may_go_on};
  const bool has_limits = std::isfinite(boxes[0].least) || std::isfinite(boxes[0].most);
  if (start.size() == 1 && !has_limits) return MinimiseOne(counted, start[0], tolerance);
  return MinimiseByModels(counted, start, boxes, tolerance);
}

}  // namespace kerf::combined
