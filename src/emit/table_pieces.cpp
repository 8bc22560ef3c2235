// Splines are cubics with given slopes at the points. How the slopes are chosen:
//   H. Akima, A new method of interpolation and smooth curve fitting based on local procedures, J. ACM 17
//   (1970); C. Ionita, Makima piecewise cubic interpolation (2019); F. N. Fritsch and J. Butland, A method
//   for constructing local monotone piecewise cubic interpolants, SIAM J. Sci. Stat. Comput. 5 (1984); M.
//   Steffen, A simple method for monotonic interpolation in one dimension, Astron. Astrophys. 239 (1990).
#include "emit/table_pieces.h"

#include <algorithm>
#include <cmath>

namespace kerf::emit {

namespace {

using Numbers = std::vector<double>;

auto DividedDifferences(std::span<const double> x, std::span<const double> y) -> Numbers {
  Numbers d;
  for (size_t i = 0; i + 1 < x.size(); ++i) d.push_back((y[i + 1] - y[i]) / (x[i + 1] - x[i]));
  return d;
}

// The slope between d[1] and d[2]: the smoother side counts more.
auto AkimaSlope(std::span<const double> d, bool is_modified) -> double {
  const auto roughness = [&](double a, double b) {
    return std::abs(b - a) + (is_modified ? 0.5 * std::abs(a + b) : 0);
  };
  const double left = roughness(d[0], d[1]);
  const double right = roughness(d[2], d[3]);
  if (left + right == 0) return is_modified ? 0 : 0.5 * (d[1] + d[2]);
  return (right * d[1] + left * d[2]) / (left + right);
}

auto AkimaSlopes(const Numbers& d, bool is_modified) -> Numbers {
  const size_t n = d.size();
  Numbers more = {3 * d[0] - 2 * d[1], 2 * d[0] - d[1]};
  more.insert(more.end(), d.begin(), d.end());
  more.insert(more.end(), {2 * d[n - 1] - d[n - 2], 3 * d[n - 1] - 2 * d[n - 2]});
  Numbers slopes;
  for (size_t i = 0; i <= n; ++i) slopes.push_back(AkimaSlope(std::span(more).subspan(i, 4), is_modified));
  return slopes;
}

auto HarmonicSlope(double h0, double h1, double d0, double d1) -> double {
  return 3 * (h0 + h1) / ((h0 + 2 * h1) / d0 + (h1 + 2 * h0) / d1);
}

// That of the parabola, limited.
auto LimitedSlope(double h0, double h1, double d0, double d1) -> double {
  const double slope = (d0 * h1 + d1 * h0) / (h0 + h1);
  const double least = std::min(std::abs(d0), std::abs(d1));
  return 0.5 * std::abs(slope) > least ? std::copysign(2 * least, d0) : slope;
}

auto MonotoneSlopes(std::span<const double> x, const Numbers& d, Smoothness smoothness) -> Numbers {
  Numbers slopes = {d.front()};
  for (size_t i = 0; i + 1 < d.size(); ++i) {
    const double h0 = x[i + 1] - x[i];
    const double h1 = x[i + 2] - x[i + 1];
    const bool is_extreme = d[i] == 0 || d[i + 1] == 0 || (d[i] < 0) != (d[i + 1] < 0);
    slopes.push_back(is_extreme                                 ? 0
                     : smoothness == Smoothness::FritschButland ? HarmonicSlope(h0, h1, d[i], d[i + 1])
                                                                : LimitedSlope(h0, h1, d[i], d[i + 1]));
  }
  slopes.push_back(d.back());
  return slopes;
}

auto SplineSlopes(std::span<const double> x, const Numbers& d, Smoothness smoothness) -> Numbers {
  const bool is_modified = smoothness == Smoothness::ModifiedAkima;
  if (smoothness == Smoothness::Akima || is_modified) return AkimaSlopes(d, is_modified);
  return MonotoneSlopes(x, d, smoothness);
}

class PieceMaker {
 public:
  PieceMaker(std::span<const double> x, std::span<const double> y, Smoothness smoothness)
      : x_(x), y_(y), smoothness_(smoothness) {
    // Two points have one slope.
    is_spline_ = IsSpline(smoothness) && x.size() > 2;
    if (is_spline_) slopes_ = SplineSlopes(x, DividedDifferences(x, y), smoothness);
  }

  auto Make(Extrapolation extrapolation) -> Pieces {
    const bool has_slopes = extrapolation == Extrapolation::LastTwoPoints;
    Add(x_.front(), {y_.front(), has_slopes ? EndSlope(0) : 0});
    for (size_t i = 0; i + 1 < x_.size(); ++i) {
      if (x_[i + 1] > x_[i]) AddBetween(i);
    }
    const size_t last = x_.size() - 1;
    Add(x_[last], {y_[last], has_slopes ? EndSlope(last) : 0});
    return std::move(pieces_);
  }

 private:
  void Add(double start, Numbers coefficients) {
    coefficients.resize(Pieces::kOrder, 0);
    pieces_.starts.push_back(start);
    pieces_.coefficients.insert(pieces_.coefficients.end(), coefficients.begin(), coefficients.end());
  }

  void AddBetween(size_t i) {
    const double h = x_[i + 1] - x_[i];
    const double d = (y_[i + 1] - y_[i]) / h;
    if (smoothness_ == Smoothness::Constant) return Add(x_[i], {y_[i]});
    if (!is_spline_) return Add(x_[i], {y_[i], d});
    const double s0 = slopes_[i];
    const double s1 = slopes_[i + 1];
    Add(x_[i], {y_[i], s0, (3 * d - 2 * s0 - s1) / h, (s0 + s1 - 2 * d) / (h * h)});
  }

  [[nodiscard]] auto EndSlope(size_t at) const -> double {
    if (is_spline_) return slopes_[at];
    if (x_.size() < 2) return 0;
    const size_t i = at == 0 ? 0 : at - 1;
    return x_[i + 1] > x_[i] ? (y_[i + 1] - y_[i]) / (x_[i + 1] - x_[i]) : 0;
  }

  std::span<const double> x_;
  std::span<const double> y_;
  Smoothness smoothness_;
  bool is_spline_ = false;
  Numbers slopes_;
  Pieces pieces_;
};

}  // namespace

auto MakePieces(std::span<const double> x, std::span<const double> y, Smoothness smoothness,
                Extrapolation extrapolation) -> Pieces {
  return PieceMaker(x, y, smoothness).Make(extrapolation);
}

}  // namespace kerf::emit
