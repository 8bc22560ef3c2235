// Marching squares on a grid with a rim of one more point around, which lies below every level at the place
// of its neighbour, so that every border is closed. Each cell adds directed pieces with the area to their
// left; they join in loops, because a piece that enters an edge leaves it in the cell behind.
#include "plot/contour.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "plot/decimate.h"

namespace kerf::plot {

namespace {

constexpr size_t kNoEdge = std::numeric_limits<size_t>::max();

class Marching {
 public:
  Marching(const Map& map, double level)
      : map_(map), level_(level), n_x_(map.x.size() + 2), n_y_(map.y.size() + 2) {
    next_.assign(2 * n_x_ * n_y_, kNoEdge);
  }

  auto Run() -> Contour {
    for (size_t i = 0; i + 1 < n_x_; ++i) {
      for (size_t k = 0; k + 1 < n_y_; ++k) AddCell(i, k);
    }
    Contour contour;
    for (size_t edge = 0; edge < next_.size(); ++edge) {
      if (next_[edge] != kNoEdge) AddLoop(edge, contour);
    }
    return contour;
  }

 private:
  [[nodiscard]] auto IsRim(size_t i, size_t k) const -> bool {
    return i == 0 || k == 0 || i + 1 == n_x_ || k + 1 == n_y_ || !IsDrawable(Value(i, k));
  }
  [[nodiscard]] auto Value(size_t i, size_t k) const -> double {
    return map_.z[(i - 1) * map_.y.size() + (k - 1)];
  }
  [[nodiscard]] auto IsAbove(size_t i, size_t k) const -> bool {
    return !IsRim(i, k) && Value(i, k) >= level_;
  }
  [[nodiscard]] auto Place(size_t i, size_t k) const -> Point {
    return {map_.x[std::clamp<size_t>(i, 1, n_x_ - 2) - 1], map_.y[std::clamp<size_t>(k, 1, n_y_ - 2) - 1]};
  }

  // Edges along x come first, then those along y; each by its first point.
  [[nodiscard]] auto AlongX(size_t i, size_t k) const -> size_t { return i * n_y_ + k; }
  [[nodiscard]] auto AlongY(size_t i, size_t k) const -> size_t { return n_x_ * n_y_ + i * n_y_ + k; }

  // Corners in the order lower left, lower right, upper right, upper left; edge e joins corners e and e + 1.
  void AddCell(size_t i, size_t k) {
    const std::array<bool, 4> above{IsAbove(i, k), IsAbove(i + 1, k), IsAbove(i + 1, k + 1),
                                    IsAbove(i, k + 1)};
    const std::array<size_t, 4> edges{AlongX(i, k), AlongY(i + 1, k), AlongX(i, k + 1), AlongY(i, k)};
    const int n_above = static_cast<int>(std::ranges::count(above, true));
    if (n_above == 0 || n_above == 4) return;
    const bool is_saddle = above[0] == above[2] && above[1] == above[3];
    if (is_saddle && IsHighInside(i, k)) {
      // The corners below are cut off one by one.
      for (size_t c = above[0] ? 1 : 0; c < 4; c += 2) next_[edges[(c + 3) % 4]] = edges[c];
      return;
    }
    for (size_t c = 0; c < 4; ++c) {
      // A piece starts where the walk around the cell leaves the area, and ends where that stretch began.
      if (!above[c] || above[(c + 1) % 4]) continue;
      size_t first = c;
      while (above[(first + 3) % 4]) first = (first + 3) % 4;
      next_[edges[c]] = edges[(first + 3) % 4];
    }
  }

  // Whether the middle of a saddle belongs to the area.
  [[nodiscard]] auto IsHighInside(size_t i, size_t k) const -> bool {
    if (IsRim(i, k) || IsRim(i + 1, k) || IsRim(i, k + 1) || IsRim(i + 1, k + 1)) return false;
    return (Value(i, k) + Value(i + 1, k) + Value(i, k + 1) + Value(i + 1, k + 1)) / 4 >= level_;
  }

  struct Crossing {
    Point at;
    bool is_rim = false;
  };

  [[nodiscard]] auto CrossingOf(size_t edge) const -> Crossing {
    const bool is_along_x = edge < n_x_ * n_y_;
    const size_t place = is_along_x ? edge : edge - n_x_ * n_y_;
    const size_t i = place / n_y_;
    const size_t k = place % n_y_;
    const size_t to_i = is_along_x ? i + 1 : i;
    const size_t to_k = is_along_x ? k : k + 1;
    if (IsRim(i, k)) return {Place(to_i, to_k), true};
    if (IsRim(to_i, to_k)) return {Place(i, k), true};
    const double part = (level_ - Value(i, k)) / (Value(to_i, to_k) - Value(i, k));
    const Point from = Place(i, k);
    const Point to = Place(to_i, to_k);
    return {{std::lerp(from.x, to.x, part), std::lerp(from.y, to.y, part)}, false};
  }

  void AddLoop(size_t start, Contour& contour) {
    std::vector<Crossing> loop;
    for (size_t edge = start; next_[edge] != kNoEdge;) {
      loop.push_back(CrossingOf(edge));
      edge = std::exchange(next_[edge], kNoEdge);
    }
    std::vector<Point> points;
    for (const Crossing& crossing : loop) points.push_back(crossing.at);
    contour.loops.push_back(std::move(points));
    AddLines(loop, contour);
  }

  // The loop without its pieces in cells at the rim.
  static void AddLines(const std::vector<Crossing>& loop, Contour& contour) {
    const size_t n = loop.size();
    const auto is_on_rim = [&](size_t e) { return loop[e % n].is_rim || loop[(e + 1) % n].is_rim; };
    size_t first = 0;
    while (first < n && !is_on_rim(first)) ++first;
    std::vector<Point> line;
    const auto finish = [&] {
      if (line.size() > 1) contour.lines.push_back(line);
      line.clear();
    };
    for (size_t k = 0; k < n; ++k) {
      const size_t e = (first + k) % n;
      if (is_on_rim(e)) {
        finish();
        continue;
      }
      if (line.empty()) line.push_back(loop[e].at);
      line.push_back(loop[(e + 1) % n].at);
    }
    finish();
  }

  const Map& map_;
  double level_;
  size_t n_x_;
  size_t n_y_;
  // The edge at which the piece that starts on this edge ends.
  std::vector<size_t> next_;
};

auto Chosen(size_t n, size_t most) -> std::vector<size_t> {
  const size_t n_kept = std::min(n, std::max<size_t>(most, 2));
  std::vector<size_t> chosen;
  for (size_t k = 0; k < n_kept; ++k) chosen.push_back(n_kept < 2 ? 0 : k * (n - 1) / (n_kept - 1));
  return chosen;
}

}  // namespace

auto ContourAbove(const Map& map, double level) -> Contour { return Marching(map, level).Run(); }

auto ValueRange(const Map& map) -> Range {
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const double z : map.z) {
    if (!IsDrawable(z)) continue;
    range.low = std::min(range.low, z);
    range.high = std::max(range.high, z);
  }
  return range;
}

auto Coarsened(const Map& map, size_t most_x, size_t most_y) -> Map {
  Map coarse = map;
  coarse.x.clear();
  coarse.y.clear();
  coarse.z.clear();
  const std::vector<size_t> columns = Chosen(map.x.size(), most_x);
  const std::vector<size_t> rows = Chosen(map.y.size(), most_y);
  for (const size_t i : columns) coarse.x.push_back(map.x[i]);
  for (const size_t k : rows) coarse.y.push_back(map.y[k]);
  for (const size_t i : columns) {
    for (const size_t k : rows) coarse.z.push_back(map.z[i * map.y.size() + k]);
  }
  return coarse;
}

auto IsGrid(const Map& map) -> bool {
  if (map.x.size() < 2 || map.y.size() < 2 || map.z.size() != map.x.size() * map.y.size()) return false;
  const auto all_drawable = [](const std::vector<double>& values) {
    return std::ranges::all_of(values, IsDrawable);
  };
  return all_drawable(map.x) && all_drawable(map.y);
}

}  // namespace kerf::plot
