// Results as pictures.
#include <string>

#include "api/result.h"
#include "api/structs.h"
#include "base/nearest.h"
#include "plot/render.h"

namespace kerf::api {

namespace {

KERF_DIAG(NoSuchSignal, Error, "the result has no signal `{}`{}", std::string, std::string);
KERF_DIAG(NoSignalsToPlot, Error, "there is no signal to plot");
KERF_DIAG(PictureSize, Error, "a picture cannot be {} pixels wide, and a panel {} high", double, double);

// The column of a signal or of the time; null after a message.
auto TryColumn(const kerf_result& result, const std::string& name, diag::Emitter& emitter)
    -> const std::vector<double>* {
  if (const auto* column = results::FindColumn(result.table, name)) return column;
  const std::string near = base::Nearest(name, result.table.names);
  emitter.Emit({}, NoSuchSignal, name, near.empty() ? "" : fmt::format("; did you mean `{}`?", near));
  return nullptr;
}

auto UnitText(const kerf_result& result, const std::string& name) -> std::string {
  const std::string unit = kerf_result_signal(&result, kerf_result_find(&result, name.c_str())).unit;
  return unit.empty() ? "" : fmt::format(" [{}]", unit);
}

auto AllThatVary(const kerf_result& result) -> std::vector<std::string> {
  std::vector<std::string> names;
  for (size_t k = 0; k < kerf_result_signal_count(&result); ++k) {
    const kerf_signal signal = kerf_result_signal(&result, k);
    if (!signal.is_constant) names.emplace_back(signal.name);
  }
  return names;
}

// Curves of one unit have it at their axis.
void LabelPanel(const kerf_result& result, plot::Panel& panel) {
  std::string unit;
  for (const plot::Series& series : panel.series) {
    const std::string of_series = UnitText(result, series.name);
    if (&series != panel.series.data() && of_series != unit) return;
    unit = of_series;
  }
  if (panel.series.size() == 1) panel.y_label = panel.series[0].name + unit;
  if (panel.series.size() > 1 && !unit.empty()) panel.y_label = unit.substr(1);
}

// False after a message.
auto FillFigure(const kerf_result& result, const kerf_plot_options& options, plot::Figure& figure,
                diag::Emitter& emitter) -> bool {
  std::vector<std::string> names(options.signals, options.signals + options.n_signals);
  if (names.empty()) names = AllThatVary(result);
  const std::string versus = options.versus == nullptr ? "time" : options.versus;
  const std::vector<double>* x = TryColumn(result, versus, emitter);
  const bool is_time = &result.table.columns[0] == x;
  const bool has_unit = is_time && result.model != nullptr;
  const std::string label = versus + (has_unit ? " [s]" : UnitText(result, versus));
  const auto begin_panel = [&] {
    figure.panels.emplace_back();
    figure.panels.back().x_label = label;
  };
  begin_panel();
  for (const std::string& name : names) {
    if (name.empty()) {
      begin_panel();
      continue;
    }
    const std::vector<double>* y = TryColumn(result, name, emitter);
    if (x != nullptr && y != nullptr) figure.panels.back().series.push_back({name, *x, *y});
  }
  std::erase_if(figure.panels, [](const plot::Panel& panel) { return panel.series.empty(); });
  for (plot::Panel& panel : figure.panels) LabelPanel(result, panel);
  if (figure.panels.empty() && emitter.n_errors() == 0) emitter.Emit({}, NoSignalsToPlot);
  return emitter.n_errors() == 0;
}

auto Plot(const kerf_result& result, const kerf_plot_options& options, kerf_picture picture, Failure& failure)
    -> char* {
  Report report(failure.messages, {});
  plot::Figure figure;
  if (options.title != nullptr) figure.title = options.title;
  figure.width_px = options.width;
  figure.panel_height_px = options.height;
  const auto is_size = [](double pixels) { return pixels >= 1 && pixels <= 1e5; };
  if (!is_size(options.width) || !is_size(options.height))
    report.emitter().Emit({}, PictureSize, options.width, options.height);
  if (report.emitter().n_errors() > 0 || !FillFigure(result, options, figure, report.emitter()))
    return nullptr;
  return CopyOf(picture == KERF_PAGE ? plot::RenderHtml({&figure, 1}, figure.title)
                                     : plot::RenderSvg(figure));
}

}  // namespace

}  // namespace kerf::api

void kerf_plot_options_init(kerf_plot_options* options) {
  if (options == nullptr) return;
  const kerf::plot::Figure defaults;
  *options = {};
  options->size = sizeof *options;
  options->width = defaults.width_px;
  options->height = defaults.panel_height_px;
}

char* kerf_result_plot(const kerf_result* result, const kerf_plot_options* given, kerf_picture picture,
                       kerf_error** error) {
  return kerf::api::Guarded(error, [&](kerf::api::Failure& failure) -> char* {
    if (!kerf::api::IsGiven(result, "result", failure)) return nullptr;
    const auto options = kerf::api::TryFill(given, kerf_plot_options_init, failure);
    return options ? kerf::api::Plot(*result, *options, picture, failure) : nullptr;
  });
}
