// From kept columns to figures and files.
#include "driver/plots.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "driver/model_options.h"

namespace kerf::driver {

namespace {

KERF_DIAG(NothingToPlot, Error, "--plot: there is no variable `{}`{}", std::string, std::string);
KERF_DIAG(ProtectedPlot, Error, "`{}` is protected; --protected records it", std::string);
KERF_DIAG(
    NothingToMap, Error,
    "a map needs at least two elements, and `{}` has {}; write `x` for x[1], x[2] …, `a[*].x` for a[1].x, …",
    std::string, size_t);
KERF_DIAG(UnknownPlotType, Error, "`{}` has no known ending: plots are files .svg, .png or .html",
          std::string);
KERF_DIAG(CannotPlot, Error, "the plot `{}` cannot be written: {}", std::string, std::string);

// The column of a variable: results write `A.B.x` for `A::B.x`.
auto ColumnName(std::string name) -> std::string {
  for (size_t at = name.find("::"); at != std::string::npos; at = name.find("::", at))
    name.replace(at, 2, ".");
  return name;
}

// The k-th element of what a map shows.
auto ElementName(const std::string& name, size_t k) -> std::string {
  const size_t star = name.find('*');
  if (star == std::string::npos) return fmt::format("{}[{}]", name, k);
  return fmt::format("{}{}{}", name.substr(0, star), k, name.substr(star + 1));
}

auto MakeMapPanel(const std::string& name, plot::MapLook look, const results::Table& table) -> plot::Panel {
  plot::Panel panel{.title = "", .x_label = "time [s]", .y_label = "element", .series = {}};
  plot::Map map;
  map.name = name;
  map.look = look;
  if (const std::vector<double>* time = results::FindColumn(table, "time")) map.x = *time;
  std::vector<const std::vector<double>*> columns;
  while (const auto* column = results::FindColumn(table, ColumnName(ElementName(name, columns.size() + 1)))) {
    columns.push_back(column);
    map.y.push_back(static_cast<double>(columns.size()));
  }
  for (size_t i = 0; i < map.x.size(); ++i) {
    for (const std::vector<double>* column : columns) map.z.push_back((*column)[i]);
  }
  panel.map = std::move(map);
  return panel;
}

auto MakeFigure(const PlotRequest& request, const std::string& title, const results::Table& table)
    -> plot::Figure {
  plot::Figure figure;
  figure.title = title;
  const std::vector<double>* time = results::FindColumn(table, "time");
  for (const std::string& list : request.panels) {
    plot::Panel panel;
    panel.x_label = "time [s]";
    for (const std::string& name : SplitNames(list)) {
      const std::vector<double>* values = results::FindColumn(table, ColumnName(name));
      if (time != nullptr && values != nullptr) panel.series.push_back({name, *time, *values});
    }
    figure.panels.push_back(std::move(panel));
  }
  for (const std::string& name : request.contours)
    figure.panels.push_back(MakeMapPanel(name, plot::MapLook::Contour, table));
  for (const std::string& name : request.surfaces)
    figure.panels.push_back(MakeMapPanel(name, plot::MapLook::Surface, table));
  return figure;
}

auto WriteText(const std::string& path, const std::string& text) -> std::string {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return file ? "" : std::strerror(errno);
}

auto WritePlot(const plot::Figure& figure, const std::string& path, const sim::Outcome& outcome,
               const std::vector<plot::SummaryRow>& summary) -> std::string {
  if (path.ends_with(".svg")) return WriteText(path, plot::RenderSvg(figure));
  if (path.ends_with(".png")) return plot::WritePng(figure, path);
  std::vector<plot::Series> more;
  const std::vector<double>* time = results::FindColumn(outcome.table, "time");
  for (size_t k = 0; time != nullptr && k < outcome.table.names.size(); ++k) {
    if (outcome.table.names[k] != "time")
      more.push_back({outcome.table.names[k], *time, outcome.table.columns[k]});
  }
  return WriteText(path, plot::RenderHtml({&figure, 1}, figure.title, summary, more));
}

}  // namespace

auto IsEmpty(const PlotRequest& request) -> bool {
  return request.panels.empty() && request.contours.empty() && request.surfaces.empty();
}

auto CheckPlotFiles(const PlotRequest& request, diag::Emitter& emitter) -> bool {
  bool good = true;
  for (const std::string& path : request.files) {
    if (path.ends_with(".svg") || path.ends_with(".png") || path.ends_with(".html")) continue;
    emitter.Emit({}, UnknownPlotType, path);
    good = false;
  }
  return good;
}

auto PlottedNames(const PlotRequest& request, const model::CompiledModel& compiled, bool has_protected,
                  diag::Emitter& emitter) -> std::vector<std::string> {
  const std::vector<bool> is_recorded = sim::RecordedVariables(compiled, has_protected);
  const auto is_hidden = [&](const std::string& name) {
    const uint32_t variable = FindVariable(compiled, name);
    return variable != model::kNone && !compiled.variables.Is(variable, model::VariableFlag::kInternal) &&
           !is_recorded[variable];
  };
  std::vector<std::string> names;
  for (const std::string& list : request.panels) {
    for (const std::string& name : SplitNames(list)) {
      if (name != "time" && FindVariable(compiled, name) == model::kNone) {
        const std::string nearest = NearestName(compiled, name);
        emitter.Emit({}, NothingToPlot, name,
                     nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest));
      } else if (is_hidden(name)) {
        emitter.Emit({}, ProtectedPlot, name);
      }
      names.push_back(ColumnName(name));
    }
  }
  for (const std::vector<std::string>* maps : {&request.contours, &request.surfaces}) {
    for (const std::string& name : *maps) {
      size_t n = 0;
      for (; FindVariable(compiled, ElementName(name, n + 1)) != model::kNone; ++n)
        names.push_back(ColumnName(ElementName(name, n + 1)));
      if (is_hidden(ElementName(name, 1))) emitter.Emit({}, ProtectedPlot, name);
      if (n < 2) emitter.Emit({}, NothingToMap, name, n);
    }
  }
  return names;
}

auto WritePlots(const PlotRequest& request, const std::string& title, const sim::Outcome& outcome,
                const std::vector<plot::SummaryRow>& summary, const Io& io, diag::Emitter& emitter) -> bool {
  const plot::Figure figure = MakeFigure(request, title, outcome.table);
  bool good = true;
  for (const std::string& path : request.files) {
    const std::string error = WritePlot(figure, path, outcome, summary);
    if (error.empty()) {
      io.out(fmt::format("plot: {}\n", path));
    } else {
      emitter.Emit({}, CannotPlot, path, error);
      good = false;
    }
  }
  return good;
}

}  // namespace kerf::driver
