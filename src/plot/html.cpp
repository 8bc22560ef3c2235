// The HTML page: facts, the search box, a place for the script to draw, the static pictures for browsers
// without it, and maps as pictures.
#include "plot/html.h"

#include <fmt/format.h>

#include "plot/escape.h"
#include "plot/page_assets.h"
#include "plot/render.h"

namespace kerf::plot {

namespace {

auto SummaryText(std::span<const SummaryRow> summary) -> std::string {
  if (summary.empty()) return {};
  std::string text = "<dl class=\"summary\">\n";
  for (const SummaryRow& row : summary) {
    text += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", EscapeXml(row.key), EscapeXml(row.value));
  }
  return text + "</dl>\n";
}

// The panels of the figure with curves, which the script draws, or those with maps, which are pictures.
auto PanelsOf(const Figure& figure, bool want_maps) -> Figure {
  Figure part = figure;
  std::erase_if(part.panels, [&](const Panel& panel) { return panel.map.has_value() != want_maps; });
  return part;
}

auto Pictures(std::span<const Figure> figures) -> std::string {
  std::string text;
  for (const Figure& figure : figures) {
    if (!figure.panels.empty()) text += "<div class=\"picture\">" + RenderSvg(figure) + "</div>\n";
  }
  return text;
}

}  // namespace

auto RenderHtml(std::span<const Figure> figures, const std::string& title,
                std::span<const SummaryRow> summary, std::span<const Series> more) -> std::string {
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  page += "<meta name=\"color-scheme\" content=\"light dark\">\n";
  page += fmt::format("<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n", EscapeXml(title),
                      page_style());
  page += fmt::format("<header>\n<h1>{}</h1>\n{}</header>\n", EscapeXml(title), SummaryText(summary));
  std::vector<Figure> curves;
  std::vector<Figure> maps;
  for (const Figure& figure : figures) {
    maps.push_back(PanelsOf(figure, true));
    curves.push_back(PanelsOf(figure, false));
    // A figure of maps alone leaves nothing to the script.
    if (curves.back().panels.empty() && !maps.back().panels.empty()) curves.pop_back();
  }
  page += fmt::format("<main id=\"plots\"></main>\n<noscript>\n{}</noscript>\n", Pictures(curves));
  page += fmt::format("{}<script type=\"application/json\" id=\"data\">", Pictures(maps));
  page += PageData(curves, more);
  page += fmt::format("</script>\n<script>\n{}</script>\n</body>\n</html>\n", page_script());
  return page;
}

}  // namespace kerf::plot
