// Drawings as PNG files. The only file that includes cairo.
#include <cairo.h>
#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <memory>

#include "plot/layout.h"
#include "plot/render.h"

namespace kerf::plot {

namespace {

// Pixels per side beyond which cairo cannot go.
constexpr double kLargestSide = 32767;

struct CairoDeleter {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};

void SetColour(cairo_t* context, uint32_t colour) {
  const auto part = [colour](unsigned shift) { return static_cast<double>((colour >> shift) & 0xFFU) / 255; };
  cairo_set_source_rgb(context, part(16), part(8), part(0));
}

void DrawStroke(cairo_t* context, const Stroke& stroke) {
  SetColour(context, stroke.colour);
  if (stroke.points.size() == 1) {
    cairo_arc(context, stroke.points[0].x, stroke.points[0].y, kDotRadius, 0, 2 * M_PI);
    cairo_fill(context);
    return;
  }
  cairo_set_line_width(context, stroke.width);
  cairo_set_dash(context, stroke.dash.data(), stroke.dash[0] == 0 ? 0 : 4, 0);
  for (const Point& point : stroke.points) cairo_line_to(context, point.x, point.y);
  cairo_stroke(context);
}

void DrawFill(cairo_t* context, const Fill& fill) {
  cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD);
  for (const std::vector<Point>& loop : fill.loops) {
    cairo_new_sub_path(context);
    for (const Point& point : loop) cairo_line_to(context, point.x, point.y);
    cairo_close_path(context);
  }
  SetColour(context, fill.colour);
  if (fill.outline_width <= 0) {
    cairo_fill(context);
    return;
  }
  cairo_fill_preserve(context);
  SetColour(context, fill.outline);
  cairo_set_line_width(context, fill.outline_width);
  cairo_set_dash(context, nullptr, 0, 0);
  cairo_stroke(context);
}

void DrawText(cairo_t* context, const Text& text) {
  const auto weight = text.is_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL;
  cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, weight);
  cairo_set_font_size(context, text.size);
  cairo_text_extents_t extents;
  cairo_text_extents(context, text.text.c_str(), &extents);
  const double part = text.anchor == Anchor::kStart ? 0 : text.anchor == Anchor::kMiddle ? 0.5 : 1;
  SetColour(context, text.colour);
  cairo_save(context);
  cairo_translate(context, text.at.x, text.at.y);
  if (text.is_vertical) cairo_rotate(context, -M_PI / 2);
  cairo_move_to(context, -part * extents.x_advance, 0);
  cairo_show_text(context, text.text.c_str());
  cairo_restore(context);
}

void DrawFrame(cairo_t* context, const Rect& plot) {
  SetColour(context, kFrameColour);
  cairo_set_line_width(context, 1);
  cairo_set_dash(context, nullptr, 0, 0);
  cairo_rectangle(context, plot.x, plot.y, plot.width, plot.height);
  cairo_stroke(context);
}

void DrawAll(cairo_t* context, const Drawing& drawing) {
  SetColour(context, 0xFFFFFF);
  cairo_paint(context);
  cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND);
  for (const PanelDrawing& panel : drawing.panels) {
    for (const Stroke& line : panel.grid) DrawStroke(context, line);
    for (const Fill& fill : panel.fills) DrawFill(context, fill);
    for (const Stroke& curve : panel.curves) DrawStroke(context, curve);
    if (panel.has_frame) DrawFrame(context, panel.plot);
  }
  for (const Stroke& sample : drawing.samples) DrawStroke(context, sample);
  for (const Text& text : drawing.texts) DrawText(context, text);
}

}  // namespace

auto WritePng(const Figure& figure, const std::string& path, double scale) -> std::string {
  if (!(scale > 0)) return fmt::format("{}: the scale of a picture must be positive, not {}", path, scale);
  const Drawing drawing = LayOut(figure);
  const double width = std::ceil(drawing.width * scale);
  const double height = std::ceil(drawing.height * scale);
  if (!(width <= kLargestSide && height <= kLargestSide)) {
    return fmt::format("{}: a picture of {} × {} pixels is too large", path, width, height);
  }
  const std::unique_ptr<cairo_surface_t, CairoDeleter> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height)));
  const std::unique_ptr<cairo_t, CairoDeleter> context(cairo_create(surface.get()));
  cairo_scale(context.get(), scale, scale);
  DrawAll(context.get(), drawing);
  errno = 0;
  const int status = cairo_surface_write_to_png(surface.get(), path.c_str());
  if (status == CAIRO_STATUS_SUCCESS) return {};
  const char* reason =
      errno != 0 ? std::strerror(errno) : cairo_status_to_string(static_cast<cairo_status_t>(status));
  return fmt::format("{}: cannot write: {}", path, reason);
}

}  // namespace kerf::plot
