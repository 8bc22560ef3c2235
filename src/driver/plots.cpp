// From kept columns to figures and files.
#include "driver/plots.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "driver/model_options.h"

namespace kerf::driver {

namespace {

KERF_DIAG(NothingToPlot, Error, "--plot: there is no variable `{}`{}", std::string, std::string);
KERF_DIAG(UnknownPlotType, Error, "`{}` has no known ending: plots are files .svg, .png or .html",
          std::string);
KERF_DIAG(CannotPlot, Error, "the plot `{}` cannot be written: {}", std::string, std::string);

// The column of a variable: results write `A.B.x` for `A::B.x`.
auto ColumnName(std::string name) -> std::string {
  for (size_t at = name.find("::"); at != std::string::npos; at = name.find("::", at))
    name.replace(at, 2, ".");
  return name;
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

auto CheckPlotFiles(const PlotRequest& request, diag::Emitter& emitter) -> bool {
  bool good = true;
  for (const std::string& path : request.files) {
    if (path.ends_with(".svg") || path.ends_with(".png") || path.ends_with(".html")) continue;
    emitter.Emit({}, UnknownPlotType, path);
    good = false;
  }
  return good;
}

auto PlottedNames(const PlotRequest& request, const dae::Dae& dae, diag::Emitter& emitter)
    -> std::vector<std::string> {
  std::vector<std::string> names;
  for (const std::string& list : request.panels) {
    for (const std::string& name : SplitNames(list)) {
      if (name != "time" && !dae::FindVar(dae, name).has_value()) {
        const std::string nearest = dae::NearestName(dae, name);
        emitter.Emit({}, NothingToPlot, name,
                     nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest));
      }
      names.push_back(ColumnName(name));
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
