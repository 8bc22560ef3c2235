// Minimisation by quadratic models through points around the best one, in a box where they are trusted, after
// Powell (UOBYQA, 2002; BOBYQA, 2009): `resolution` is how far apart the points are kept at least, and goes
// down to the tolerance; `radius`, never smaller, is how far a step may go. A step that the model promises
// too much of makes the region smaller, unless one of the points lies too far off and is replaced first.
#include <algorithm>
#include <cmath>
#include <limits>

#include "combined/minimise.h"
#include "combined/quadratic.h"

namespace kerf::combined {

namespace {

using Point = std::vector<double>;

constexpr double kFirst = 0.1;
// Who goes on so far finds no end.
constexpr double kFarthest = 1e15;
constexpr double kNear = 1e9;
// With so many variables at most the model has all second derivatives from the points.
constexpr size_t kMostForAll = 6;

auto Distance(const Point& a, const Point& b) -> double {
  double largest = 0;
  for (size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

auto Difference(const Point& a, const Point& b) -> Point {
  Point s(a.size());
  for (size_t k = 0; k < a.size(); ++k) s[k] = a[k] - b[k];
  return s;
}

class Search {
 public:
  Search(CountedObjective& f, const Point& start, const std::vector<Box>& boxes, double tolerance)
      : f_(f), tolerance_(tolerance), n_(start.size()), start_(start) {
    double narrowest = std::numeric_limits<double>::infinity();
    for (size_t k = 0; k < n_; ++k) {
      scale_.push_back(std::max(1.0, std::abs(start[k])));
      lower_.push_back((boxes[k].least - start[k]) / scale_[k]);
      upper_.push_back((boxes[k].most - start[k]) / scale_[k]);
      narrowest = std::min(narrowest, upper_[k] - lower_[k]);
    }
    boxes_ = boxes;
    radius_ = resolution_ = std::max(std::min(kFirst, 0.25 * narrowest), tolerance_);
  }

  auto Run() -> Minimum {
    Begin(Point(n_, 0.0));
    bool is_found = false;
    while (!is_found && f_.MayGoOn() && radius_ < kFarthest) is_found = !Improve();
    // So far from the start rounding errors end the search, not a minimum.
    const bool is_near = Distance(points_[best_], Point(n_, 0.0)) < kNear;
    return {Written(points_[best_]), values_[best_], f_.n, is_found && is_near && !is_stuck_};
  }

 private:
  [[nodiscard]] auto Written(const Point& u) const -> Point {
    Point x(n_);
    for (size_t k = 0; k < n_; ++k)
      x[k] = std::clamp(start_[k] + scale_[k] * u[k], boxes_[k].least, boxes_[k].most);
    return x;
  }

  // What is infinite is replaced by something that models can bear.
  auto Value(const Point& u) -> double {
    const double value = f_(Written(u));
    if (std::isfinite(value)) {
      largest_ = std::max(largest_, value);
      least_ = std::min(least_, value);
      return value;
    }
    if (value < 0) return -std::numeric_limits<double>::max() / 1e100;
    const bool is_known = largest_ >= least_;
    return is_known ? largest_ + 10 * (largest_ - least_) + 1 : 1e100;
  }

  void Add(Point u) {
    for (size_t k = 0; k < n_; ++k) u[k] = std::clamp(u[k], lower_[k], upper_[k]);
    values_.push_back(Value(u));
    points_.push_back(std::move(u));
    if (values_.back() < values_[best_]) best_ = points_.size() - 1;
  }

  // Points around one: two along each coordinate, and one for each pair of them.
  void Begin(const Point& middle) {
    points_.clear();
    values_.clear();
    best_ = 0;
    Add(middle);
    std::vector<double> better(n_);
    for (size_t k = 0; k < n_ && f_.MayGoOn(); ++k) {
      const bool has_up = middle[k] + radius_ <= upper_[k];
      const bool has_down = middle[k] - radius_ >= lower_[k];
      const double first = has_up ? radius_ : -radius_;
      const double second = has_up && has_down ? -radius_ : 2 * first;
      for (const double step : {first, second}) {
        Point u = middle;
        u[k] += step;
        Add(std::move(u));
      }
      const size_t last = values_.size() - 1;
      better[k] = values_[last] < values_[last - 1] ? second : first;
    }
    for (size_t i = 0; n_ <= kMostForAll && i < n_; ++i) {
      for (size_t j = 0; j < i && f_.MayGoOn(); ++j) {
        Point u = middle;
        u[i] += better[i];
        u[j] += better[j];
        Add(std::move(u));
      }
    }
  }

  [[nodiscard]] auto Relative() const -> std::vector<Point> {
    std::vector<Point> all;
    for (const Point& point : points_) {
      all.push_back(Difference(point, points_[best_]));
      for (double& x : all.back()) x /= radius_;
    }
    return all;
  }

  // In units of the radius.
  [[nodiscard]] auto LimitsOf(const Point& limits, double sign) const -> Point {
    Point s(n_);
    for (size_t k = 0; k < n_; ++k)
      s[k] = sign * std::min(1.0, std::max(0.0, sign * (limits[k] - points_[best_][k]) / radius_));
    return s;
  }

  [[nodiscard]] auto StepFrom(const Point& s) const -> Point {
    Point u = points_[best_];
    for (size_t k = 0; k < n_; ++k) u[k] = std::clamp(u[k] + radius_ * s[k], lower_[k], upper_[k]);
    return u;
  }

  // The point that does least for the model when a new one comes: far away, or in the way of the new one.
  [[nodiscard]] auto WhomToReplace(const Interpolation& through, const Point& s, bool is_better) const
      -> size_t {
    size_t worst = points_.size();
    double most = 0;
    for (size_t t = 0; t < points_.size(); ++t) {
      if (t == best_ && !is_better) continue;
      const Point& from = points_[best_];
      const double distance = Distance(is_better ? StepFrom(s) : from, points_[t]) / radius_;
      const double weight = std::pow(std::max(1.0, distance), 3);
      const double score = std::abs(Lagrange(through, t).At(s)) * weight;
      if (score <= most) continue;
      most = score;
      worst = t;
    }
    return worst;
  }

  // 1 at one point, 0 at the others.
  [[nodiscard]] auto Lagrange(const Interpolation& through, size_t t) const -> Quadratic {
    std::vector<double> unit(points_.size(), 0.0);
    unit[t] = 1;
    return through.Through(unit);
  }

  void Replace(size_t t, Point u, double value) {
    points_[t] = std::move(u);
    values_[t] = value;
    if (value < values_[best_]) best_ = t;
  }

  // Brings the farthest point nearer, to where it tells most. False if all are near.
  auto Tidy(const Interpolation& through) -> bool {
    size_t far = best_;
    for (size_t t = 0; t < points_.size(); ++t) {
      if (Distance(points_[t], points_[best_]) > Distance(points_[far], points_[best_])) far = t;
    }
    if (Distance(points_[far], points_[best_]) <= 2 * radius_ * (1 + 1e-9)) return false;
    Quadratic lagrange = Lagrange(through, far);
    const Point lower = LimitsOf(lower_, -1);
    const Point upper = LimitsOf(upper_, 1);
    const Point down = LeastInBox(lagrange, lower, upper);
    for (double& x : lagrange.g) x = -x;
    for (double& x : lagrange.h) x = -x;
    lagrange.value = -lagrange.value;
    const Point up = LeastInBox(lagrange, lower, upper);
    Point u = StepFrom(lagrange.At(up) < -lagrange.At(down) ? up : down);
    const double value = Value(u);
    Replace(far, std::move(u), value);
    return true;
  }

  // False at the end.
  auto Refine() -> bool {
    if (resolution_ <= tolerance_) return false;
    resolution_ = std::max(0.1 * resolution_, tolerance_);
    radius_ = std::max(0.5 * radius_, resolution_);
    return true;
  }

  // One step, or one that makes the model better. False at the end.
  auto Improve() -> bool {
    const std::vector<Point> relative = Relative();
    const auto through = Interpolation::Make(relative);
    if (!through) {
      radius_ = std::max(radius_, resolution_);
      const Point middle = points_[best_];
      Begin(middle);
      is_stuck_ = ++n_restarts_ >= 20;
      return !is_stuck_;
    }
    const Quadratic model = through->Through(values_);
    const Point s = LeastInBox(model, LimitsOf(lower_, -1), LimitsOf(upper_, 1));
    const double length = Distance(s, Point(n_, 0.0)) * radius_;
    const double promised = values_[best_] - model.At(s);
    if (!(promised > 0) || length < 0.5 * resolution_) {
      const double radius = radius_;
      radius_ = std::max(0.5 * radius_, resolution_);
      if (Tidy(*Interpolation::Make(Relative()))) return true;
      return radius > resolution_ * (1 + 1e-9) || Refine();
    }
    Point u = StepFrom(s);
    const double value = Value(u);
    const double ratio = (values_[best_] - value) / promised;
    const bool is_better = value < values_[best_];
    const size_t t = WhomToReplace(*through, s, is_better);
    if (t < points_.size()) Replace(t, std::move(u), value);
    const bool was_smallest = radius_ <= resolution_ * (1 + 1e-9);
    if (ratio >= 0.7) {
      radius_ = std::max(radius_, 2 * length);
    } else if (ratio < 0.1) {
      radius_ = 0.5 * std::min(radius_, length);
    } else {
      radius_ = std::max(0.5 * radius_, length);
    }
    if (radius_ < 1.5 * resolution_) radius_ = resolution_;
    if (ratio >= 0.1) return true;
    const auto now = Interpolation::Make(Relative());
    if (!now || Tidy(*now)) return true;
    return !was_smallest || is_better || Refine();
  }

  CountedObjective& f_;
  double tolerance_;
  size_t n_;
  Point start_, scale_, lower_, upper_;
  std::vector<Box> boxes_;
  double radius_ = kFirst;
  double resolution_ = kFirst;
  std::vector<Point> points_;
  std::vector<double> values_;
  size_t best_ = 0;
  double largest_ = -std::numeric_limits<double>::infinity();
  double least_ = std::numeric_limits<double>::infinity();
  int n_restarts_ = 0;
  // Points that determine no model, however they are laid.
  bool is_stuck_ = false;
};

}  // namespace

auto MinimiseByModels(CountedObjective& f, const std::vector<double>& start, const std::vector<Box>& boxes,
                      double tolerance) -> Minimum {
  return Search(f, start, boxes, tolerance).Run();
}

}  // namespace kerf::combined
