// The report as a page that needs nothing else; see report.h.
#include <fmt/format.h>

#include "events/report.h"
#include "events/svg.h"

namespace kerf::events {

namespace {

constexpr const char* kStyle =
    "body{font-family:sans-serif;margin:2em;color:#222}table{border-collapse:collapse;margin:0.5em 0 1.5em}"
    "th,td{padding:0.2em 0.8em;text-align:right;border-bottom:1px solid #ddd}"
    "th:first-child,td:first-child{text-align:left}th{border-bottom:1px solid #888}"
    ".warning{background:#fdf3d8;border-left:4px solid #c09020;padding:0.6em 1em}"
    ".fault{background:#fbe3e0;border-left:4px solid #b03020;padding:0.6em 1em;white-space:pre-wrap}"
    ".figures{display:flex;flex-wrap:wrap;gap:1em}h2{font-size:1.05em;margin-bottom:0.2em}";

auto TableHtml(const ReportTable& table) -> std::string {
  std::string html = fmt::format("<h2>{}</h2>\n<table>\n<tr>", Escaped(table.title));
  for (const std::string& head : table.heads) html += fmt::format("<th>{}</th>", Escaped(head));
  html += "</tr>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (const std::string& cell : row) html += fmt::format("<td>{}</td>", Escaped(cell));
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

auto Figures(const World& world) -> std::string {
  std::string html;
  for (const HistogramVariable& variable : world.histograms) {
    html += HistogramSvg(variable.name, variable.counts);
  }
  for (const TimeVariable& variable : world.time_variables) {
    html += TimePlotSvg(variable.name, variable.values.plot(), world.runs_backward);
  }
  for (const File& file : world.files.all()) {
    if (!file.is_internal)
      html += TimePlotSvg(file.name + ", length", file.length.plot(), world.runs_backward);
  }
  for (const Facility& facility : world.facilities) {
    html += TimePlotSvg(facility.name + ", in use", facility.use.plot(), world.runs_backward);
  }
  for (const Store& store : world.stores)
    html += TimePlotSvg(store.name + ", level", store.level.plot(), world.runs_backward);
  return html;
}

}  // namespace

auto ReportHtml(const World& world, const ReportOptions& options) -> std::string {
  const std::string title = Escaped(options.title);
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\n<style>{}</style>"
      "</head>\n<body>\n<h1>{}</h1>\n<p>{}</p>\n",
      title, kStyle, title, Escaped(ReportHead(world)));
  if (world.fault.IsSet()) {
    html += fmt::format("<p class=\"fault\">ended by a fault at {}</p>\n", Escaped(world.fault.text));
  }
  for (const std::string& warning : world.warnings)
    html += fmt::format("<p class=\"warning\">warning: {}</p>\n", Escaped(warning));
  for (const ReportTable& table : ReportTables(world, options)) html += TableHtml(table);
  return html + "<div class=\"figures\">\n" + Figures(world) + "</div>\n</body></html>\n";
}

}  // namespace kerf::events
