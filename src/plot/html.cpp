// The HTML page: facts, the search box, a place for the script to draw, and the static pictures for browsers
// without it.
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

}  // namespace

auto RenderHtml(std::span<const Figure> figures, const std::string& title,
                std::span<const SummaryRow> summary, std::span<const Series> more) -> std::string {
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  page += "<meta name=\"color-scheme\" content=\"light dark\">\n";
  page += fmt::format("<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n", EscapeXml(title),
                      page_style());
  page += fmt::format("<header>\n<h1>{}</h1>\n{}</header>\n", EscapeXml(title), SummaryText(summary));
  page += "<main id=\"plots\"></main>\n<noscript>\n";
  for (const Figure& figure : figures) page += "<div class=\"picture\">" + RenderSvg(figure) + "</div>\n";
  page += "</noscript>\n<script type=\"application/json\" id=\"data\">";
  page += PageData(figures, more);
  page += fmt::format("</script>\n<script>\n{}</script>\n</body>\n</html>\n", page_script());
  return page;
}

}  // namespace kerf::plot
