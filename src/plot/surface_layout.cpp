// Central projection of a box with the surface in it. Faces are painted from the farthest to the nearest,
// which hides what lies behind; for a surface over a grid that order is exact.
#include "plot/surface_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "plot/contour.h"
#include "plot/decimate.h"
#include "plot/map_colours.h"
#include "plot/text_metrics.h"

namespace kerf::plot {

namespace {

// Half the sides of the box, its height, and how far away the eye is.
constexpr double kHalfX = 1.35;
constexpr double kHalfY = 1.0;
constexpr double kHeight = 1.15;
constexpr double kEyeDistance = 9;
// Meshes finer than this look black.
constexpr size_t kMostAlongX = 90;
constexpr size_t kMostAlongY = 45;
constexpr double kMeshWidth = 0.4;
constexpr double kMargin = 40;

struct Spot {
  double x = 0;
  double y = 0;
  double z = 0;
};

// From the box to the page. `depth` grows away from the eye.
class Camera {
 public:
  Camera(double azimuth, double elevation)
      : cos_a_(std::cos(Radians(azimuth))),
        sin_a_(std::sin(Radians(azimuth))),
        cos_e_(std::cos(Radians(std::clamp(elevation, 2.0, 88.0)))),
        sin_e_(std::sin(Radians(std::clamp(elevation, 2.0, 88.0)))) {}

  [[nodiscard]] auto Depth(const Spot& spot) const -> double {
    const Spot turned = Turned(spot);
    return turned.y * cos_e_ - turned.z * sin_e_;
  }
  [[nodiscard]] auto See(const Spot& spot) const -> Point {
    const Spot turned = Turned(spot);
    const double scale = kEyeDistance / (kEyeDistance + Depth(spot));
    return {turned.x * scale, -(turned.y * sin_e_ + turned.z * cos_e_) * scale};
  }

 private:
  static auto Radians(double degrees) -> double { return degrees * std::numbers::pi / 180; }
  [[nodiscard]] auto Turned(const Spot& spot) const -> Spot {
    return {spot.x * cos_a_ + spot.y * sin_a_, -spot.x * sin_a_ + spot.y * cos_a_, spot.z - kHeight / 2};
  }

  double cos_a_;
  double sin_a_;
  double cos_e_;
  double sin_e_;
};

class Surface {
 public:
  Surface(const PanelPlan& plan, const Map& map, PanelDrawing& panel, Drawing& drawing)
      : plan_(plan),
        map_(Coarsened(map, kMostAlongX, kMostAlongY)),
        camera_(map.azimuth, map.elevation),
        panel_(panel),
        drawing_(drawing) {
    Fit();
  }

  void Draw() {
    DrawBox();
    DrawFaces();
    LabelX();
    LabelY();
    LabelZ();
  }

 private:
  static auto Share(const Axis& axis, double value) -> double {
    return (value - axis.range.low) / (axis.range.high - axis.range.low);
  }
  [[nodiscard]] auto BoxX(double x) const -> double { return (2 * Share(plan_.x, x) - 1) * kHalfX; }
  [[nodiscard]] auto BoxY(double y) const -> double { return (2 * Share(plan_.y, y) - 1) * kHalfY; }
  [[nodiscard]] auto BoxZ(double z) const -> double { return Share(plan_.z, z) * kHeight; }

  [[nodiscard]] auto ToPage(const Spot& spot) const -> Point {
    const Point seen = camera_.See(spot);
    return {offset_.x + scale_ * seen.x, offset_.y + scale_ * seen.y};
  }

  // The corners of the floor and the sides nearest to and farthest from the eye.
  void Fit() {
    Range across{1e9, -1e9};
    Range down{1e9, -1e9};
    for (const double x : {-kHalfX, kHalfX}) {
      for (const double y : {-kHalfY, kHalfY}) {
        for (const double z : {0.0, kHeight}) {
          const Point seen = camera_.See({x, y, z});
          across = {std::min(across.low, seen.x), std::max(across.high, seen.x)};
          down = {std::min(down.low, seen.y), std::max(down.high, seen.y)};
        }
      }
    }
    const Rect& plot = plan_.plot;
    scale_ = std::min((plot.width - 2 * kMargin) / (across.high - across.low),
                      (plot.height - kMargin) / (down.high - down.low));
    offset_ = {plot.x + plot.width / 2 - scale_ * (across.low + across.high) / 2,
               plot.y + plot.height / 2 - scale_ * (down.low + down.high) / 2};
    near_x_ = camera_.Depth({kHalfX, 0, 0}) < camera_.Depth({-kHalfX, 0, 0}) ? kHalfX : -kHalfX;
    near_y_ = camera_.Depth({0, kHalfY, 0}) < camera_.Depth({0, -kHalfY, 0}) ? kHalfY : -kHalfY;
  }

  void Line(const Spot& from, const Spot& to, uint32_t colour) {
    panel_.grid.push_back({.points = {ToPage(from), ToPage(to)}, .colour = colour, .width = 1});
  }

  // The floor and the two walls behind, with their grids.
  void DrawBox() {
    for (const double tick : plan_.x.ticks) {
      const double x = BoxX(tick);
      Line({x, -kHalfY, 0}, {x, kHalfY, 0}, kGridColour);
      Line({x, -near_y_, 0}, {x, -near_y_, kHeight}, kGridColour);
    }
    for (const double tick : plan_.y.ticks) {
      const double y = BoxY(tick);
      Line({-kHalfX, y, 0}, {kHalfX, y, 0}, kGridColour);
      Line({-near_x_, y, 0}, {-near_x_, y, kHeight}, kGridColour);
    }
    for (const double tick : plan_.z.ticks) {
      const double z = BoxZ(tick);
      Line({-kHalfX, -near_y_, z}, {kHalfX, -near_y_, z}, kGridColour);
      Line({-near_x_, -kHalfY, z}, {-near_x_, kHalfY, z}, kGridColour);
    }
    const double x = near_x_;
    const double y = near_y_;
    for (const double z : {0.0, kHeight}) {
      Line({-x, -y, z}, {x, -y, z}, kFrameColour);
      Line({-x, -y, z}, {-x, y, z}, kFrameColour);
    }
    Line({x, -y, 0}, {x, y, 0}, kFrameColour);
    Line({-x, y, 0}, {x, y, 0}, kFrameColour);
    for (const Spot& corner : {Spot{-x, -y, 0}, Spot{x, -y, 0}, Spot{-x, y, 0}})
      Line(corner, {corner.x, corner.y, kHeight}, kFrameColour);
  }

  [[nodiscard]] auto SpotAt(size_t i, size_t k) const -> Spot {
    return {BoxX(map_.x[i]), BoxY(map_.y[k]), BoxZ(map_.z[i * map_.y.size() + k])};
  }

  void DrawFaces() {
    struct Face {
      double depth = 0;
      size_t i = 0;
      size_t k = 0;
    };
    std::vector<Face> faces;
    for (size_t i = 0; i + 1 < map_.x.size(); ++i) {
      for (size_t k = 0; k + 1 < map_.y.size(); ++k) {
        const Spot middle{(BoxX(map_.x[i]) + BoxX(map_.x[i + 1])) / 2,
                          (BoxY(map_.y[k]) + BoxY(map_.y[k + 1])) / 2, 0};
        faces.push_back({camera_.Depth(middle), i, k});
      }
    }
    std::ranges::stable_sort(faces, std::greater<>(), &Face::depth);
    for (const Face& face : faces) DrawFace(face.i, face.k);
  }

  void DrawFace(size_t i, size_t k) {
    const std::array<Spot, 4> corners{SpotAt(i, k), SpotAt(i + 1, k), SpotAt(i + 1, k + 1), SpotAt(i, k + 1)};
    double height = 0;
    std::vector<Point> loop;
    for (const Spot& corner : corners) {
      if (!IsDrawable(corner.z)) return;
      height += corner.z / 4;
      loop.push_back(ToPage(corner));
    }
    const uint32_t colour = Shaded(ColourOfValue(height / kHeight), Light(corners));
    panel_.fills.push_back({.loops = {std::move(loop)},
                            .colour = colour,
                            .outline = Shaded(colour, 0.6),
                            .outline_width = kMeshWidth});
  }

  // How bright a face is under a lamp up at the left; from either side.
  static auto Light(const std::array<Spot, 4>& c) -> double {
    const Spot a{c[2].x - c[0].x, c[2].y - c[0].y, c[2].z - c[0].z};
    const Spot b{c[3].x - c[1].x, c[3].y - c[1].y, c[3].z - c[1].z};
    const Spot n{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    const double length = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    if (length == 0) return 1;
    constexpr Spot kLamp{-0.48, -0.36, 0.8};
    return 0.68 + 0.32 * std::fabs(n.x * kLamp.x + n.y * kLamp.y + n.z * kLamp.z) / length;
  }

  // A text beside a spot, on the side that `away` points to.
  void Label(const Spot& spot, Point away, double distance, const std::string& text, uint32_t colour) {
    const Point at = ToPage(spot);
    const double length = std::max(std::hypot(away.x, away.y), 1e-9);
    const Point to{away.x / length, away.y / length};
    const Anchor anchor = to.x > 0.35 ? Anchor::kStart : to.x < -0.35 ? Anchor::kEnd : Anchor::kMiddle;
    drawing_.texts.push_back({.at = {at.x + distance * to.x, at.y + distance * to.y + kTextSize * 0.35},
                              .text = text,
                              .colour = colour,
                              .anchor = anchor});
  }

  [[nodiscard]] auto Away(const Spot& from, const Spot& to) const -> Point {
    const Point a = ToPage(from);
    const Point b = ToPage(to);
    return {b.x - a.x, b.y - a.y};
  }

  // At most about so many labels along an edge.
  static auto LabelStride(const Axis& axis) -> size_t { return axis.ticks.size() / 7 + 1; }

  void LabelX() {
    const Point away = Away({0, 0, 0}, {0, near_y_, 0});
    for (size_t k = 0; k < plan_.x.ticks.size(); k += LabelStride(plan_.x))
      Label({BoxX(plan_.x.ticks[k]), near_y_, 0}, away, 12, plan_.x.tick_labels[k], kSoftInk);
    Label({0, near_y_, 0}, away, 36, Joined(plan_.x), kInk);
  }

  void LabelY() {
    const Point away = Away({0, 0, 0}, {near_x_, 0, 0});
    for (size_t k = 0; k < plan_.y.ticks.size(); k += LabelStride(plan_.y))
      Label({near_x_, BoxY(plan_.y.ticks[k]), 0}, away, 12, plan_.y.tick_labels[k], kSoftInk);
    Label({near_x_, 0, 0}, away, 36, Joined(plan_.y), kInk);
  }

  // Along the upright edge at the outside of a wall behind.
  void LabelZ() {
    const Spot one{near_x_, -near_y_, 0};
    const Spot other{-near_x_, near_y_, 0};
    const Spot& edge = ToPage(one).x < ToPage(other).x ? one : other;
    for (size_t k = 0; k < plan_.z.ticks.size(); k += LabelStride(plan_.z)) {
      const double z = BoxZ(plan_.z.ticks[k]);
      // At the floor the other axes have their labels.
      if (z > 0.03 * kHeight) Label({edge.x, edge.y, z}, {-1, 0}, 8, plan_.z.tick_labels[k], kSoftInk);
    }
    const std::string name = CleanText(map_.name) + (plan_.z.note.empty() ? "" : "  " + plan_.z.note);
    Label({edge.x, edge.y, kHeight}, {0, -1}, 12, name, kInk);
  }

  static auto Joined(const Axis& axis) -> std::string {
    return axis.label + (axis.label.empty() || axis.note.empty() ? "" : "  ") + axis.note;
  }

  const PanelPlan& plan_;
  Map map_;
  Camera camera_;
  PanelDrawing& panel_;
  Drawing& drawing_;
  double scale_ = 1;
  Point offset_;
  double near_x_ = kHalfX;
  double near_y_ = kHalfY;
};

}  // namespace

void DrawSurface(const PanelPlan& plan, const Map& map, PanelDrawing& panel, Drawing& drawing) {
  Surface(plan, map, panel, drawing).Draw();
}

}  // namespace kerf::plot
