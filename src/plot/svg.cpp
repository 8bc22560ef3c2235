// Drawings as SVG.
#include <fmt/format.h>

#include <string_view>

#include "plot/escape.h"
#include "plot/layout.h"
#include "plot/render.h"

namespace kerf::plot {

namespace {

constexpr std::string_view kFonts =
    "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif";

// A coordinate with at most two decimals.
auto Number(double value) -> std::string {
  std::string text = fmt::format("{:.2f}", value);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

auto DashAttribute(const Dash& dash) -> std::string {
  if (dash[0] == 0) return {};
  return fmt::format(" stroke-dasharray=\"{} {} {} {}\"", dash[0], dash[1], dash[2], dash[3]);
}

void AddStroke(std::string& svg, const Stroke& stroke) {
  if (stroke.points.size() == 1) {
    svg += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#{:06x}\"/>\n",
                       Number(stroke.points[0].x), Number(stroke.points[0].y), kDotRadius, stroke.colour);
    return;
  }
  svg += fmt::format("<polyline fill=\"none\" stroke=\"#{:06x}\" stroke-width=\"{}\"{} points=\"",
                     stroke.colour, stroke.width, DashAttribute(stroke.dash));
  for (size_t i = 0; i < stroke.points.size(); ++i) {
    if (i > 0) svg += ' ';
    svg += Number(stroke.points[i].x) + ',' + Number(stroke.points[i].y);
  }
  svg += "\"/>\n";
}

void AddFill(std::string& svg, const Fill& fill) {
  svg += fmt::format("<path fill=\"#{:06x}\" fill-rule=\"evenodd\"", fill.colour);
  if (fill.outline_width > 0)
    svg += fmt::format(" stroke=\"#{:06x}\" stroke-width=\"{}\"", fill.outline, fill.outline_width);
  svg += " d=\"";
  for (const std::vector<Point>& loop : fill.loops) {
    for (size_t i = 0; i < loop.size(); ++i)
      svg += (i == 0 ? "M" : " ") + Number(loop[i].x) + ',' + Number(loop[i].y);
    svg += 'Z';
  }
  svg += "\"/>\n";
}

auto AnchorAttribute(Anchor anchor) -> std::string_view {
  switch (anchor) {
    case Anchor::kStart:  return "";
    case Anchor::kMiddle: return " text-anchor=\"middle\"";
    case Anchor::kEnd:    return " text-anchor=\"end\"";
  }
  return "";
}

void AddText(std::string& svg, const Text& text) {
  const std::string x = Number(text.at.x);
  const std::string y = Number(text.at.y);
  svg += fmt::format(
      "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"#{:06x}\"{}{}{}>{}</text>\n", x, y, text.size,
      text.colour, text.is_bold ? " font-weight=\"600\"" : "", AnchorAttribute(text.anchor),
      text.is_vertical ? fmt::format(" transform=\"rotate(-90 {} {})\"", x, y) : "", EscapeXml(text.text));
}

void AddPanel(std::string& svg, const PanelDrawing& panel) {
  for (const Stroke& line : panel.grid) AddStroke(svg, line);
  for (const Fill& fill : panel.fills) AddFill(svg, fill);
  svg += "<g stroke-linejoin=\"round\" stroke-linecap=\"butt\">\n";
  for (const Stroke& curve : panel.curves) AddStroke(svg, curve);
  svg += "</g>\n";
  if (!panel.has_frame) return;
  svg +=
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#{:06x}\"/>\n",
                  Number(panel.plot.x), Number(panel.plot.y), Number(panel.plot.width),
                  Number(panel.plot.height), kFrameColour);
}

}  // namespace

auto RenderSvg(const Figure& figure) -> std::string {
  const Drawing drawing = LayOut(figure);
  const std::string width = Number(drawing.width);
  const std::string height = Number(drawing.height);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "role=\"img\" "
      "font-family=\"{2}\">\n<title>{3}</title>\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      width, height, kFonts, drawing.title.empty() ? "Plot" : EscapeXml(drawing.title));
  for (const PanelDrawing& panel : drawing.panels) AddPanel(svg, panel);
  for (const Stroke& sample : drawing.samples) AddStroke(svg, sample);
  for (const Text& text : drawing.texts) AddText(svg, text);
  return svg + "</svg>\n";
}

}  // namespace kerf::plot
