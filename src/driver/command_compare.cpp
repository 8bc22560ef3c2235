// kerf compare: a result against a reference, signal by signal.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/number_text.h"
#include "driver/model_options.h"
#include "driver/plots.h"
#include "plot/render.h"
#include "results/compare.h"
#include "results/read_result.h"
#include "results/signal_list.h"

namespace kerf::driver {

namespace {

KERF_DIAG(UnreadableResult, Error, "{}", std::string);
KERF_DIAG(BadTube, Error,
          "--tube {}: this is not of the form value=0.002,time=0.002,floor=0.001 with numbers of at least 0",
          std::string);
KERF_DIAG(CannotDraw, Error, "the plot `{}` cannot be written: {}", std::string, std::string);

struct CompareOptions {
  std::string reference;
  std::string result;
  std::string signals;
  std::string tube;
  bool both_ways = false;
  std::vector<std::string> plots;
};

auto Short(double value) -> std::string { return fmt::format("{:.6g}", value); }

auto ParseTube(const CompareOptions& options, results::TubeOptions& tube, diag::Emitter& emitter) -> bool {
  bool good = true;
  for (const std::string& part : SplitNames(options.tube)) {
    const size_t equals = std::min(part.find('='), part.size());
    const std::string key = part.substr(0, equals);
    const auto value = base::TryParseNumber(part.substr(std::min(equals + 1, part.size())));
    double* width = key == "value"   ? &tube.value_width
                    : key == "time"  ? &tube.time_width
                    : key == "floor" ? &tube.value_floor
                                     : nullptr;
    good = good && width != nullptr && value && *value >= 0;
    if (good) *width = *value;
  }
  if (!good) emitter.Emit({}, BadTube, options.tube);
  tube.both_ways = options.both_ways;
  return good;
}

auto Load(const std::string& path, results::Table& table, diag::Emitter& emitter) -> bool {
  results::Loaded loaded = results::ReadResult(path);
  table = std::move(loaded.table);
  if (!loaded.error.empty()) emitter.Emit({}, UnreadableResult, loaded.error);
  return loaded.error.empty();
}

// The names of a file, or those that stand on the command line.
auto LoadSignals(const std::string& text, std::vector<std::string>& names, diag::Emitter& emitter) -> bool {
  if (!text.ends_with(".txt") && !std::filesystem::exists(text)) {
    names = SplitNames(text);
    return true;
  }
  results::SignalList list = results::ReadSignalList(text);
  names = std::move(list.names);
  if (!list.error.empty()) emitter.Emit({}, UnreadableResult, list.error);
  return list.error.empty();
}

auto VerdictText(const results::SignalVerdict& verdict, const CompareOptions& options) -> std::string {
  if (verdict.no_reference) return fmt::format("not in {}", options.reference);
  if (verdict.missing) return fmt::format("not in {}", options.result);
  if (verdict.pass) return "";
  const bool is_above = verdict.worst_value > verdict.worst_tube.high;
  const std::string where = std::isnan(verdict.worst_value)
                                ? "not a number"
                                : fmt::format("{} is {} {} the tube {} to {}", Short(verdict.worst_value),
                                              Short(verdict.worst_excess), is_above ? "above" : "below",
                                              Short(verdict.worst_tube.low), Short(verdict.worst_tube.high));
  return fmt::format("worst at time {}: {}{}; first at time {}", Short(verdict.worst_time),
                     verdict.worst_is_reference ? "the reference's " : "", where, Short(verdict.first_time));
}

void PrintVerdicts(const results::Comparison& comparison, const CompareOptions& options, const Io& io) {
  size_t width = 0;
  for (const results::SignalVerdict& verdict : comparison.signals)
    width = std::max(width, verdict.name.size());
  for (const results::SignalVerdict& verdict : comparison.signals) {
    const std::string text = VerdictText(verdict, options);
    io.out(text.empty() ? fmt::format("pass  {}\n", verdict.name)
                        : fmt::format("fail  {:<{}}  {}\n", verdict.name, width, text));
  }
  if (!comparison.error.empty()) io.out(fmt::format("fail  {}\n", comparison.error));
  const auto n_passed = std::ranges::count(comparison.signals, true, &results::SignalVerdict::pass);
  io.out(fmt::format("{} of {} inside the tube\n", n_passed, Counted(comparison.signals.size(), "signal")));
}

// A panel for each signal that leaves the tube.
auto MakeFigure(const results::Comparison& comparison, const results::Table& reference,
                const results::Table& tested, const results::TubeOptions& tube_options) -> plot::Figure {
  plot::Figure figure;
  for (const results::SignalVerdict& verdict : comparison.signals) {
    if (verdict.pass || verdict.missing || verdict.no_reference) continue;
    const results::Tube tube = results::TubeAround(reference, verdict.name, tube_options);
    plot::Panel panel{.title = verdict.name, .x_label = "time [s]", .y_label = {}, .series = {}};
    panel.series.push_back({"reference", reference.columns[0], *FindSignal(reference, verdict.name)});
    panel.series.push_back({"tested", tested.columns[0], *FindSignal(tested, verdict.name)});
    panel.series.push_back({"tube, upper", tube.times, tube.high});
    panel.series.push_back({"tube, lower", tube.times, tube.low});
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

auto Draw(plot::Figure figure, const CompareOptions& options, const Io& io, diag::Emitter& emitter) -> bool {
  // A picture of hundreds of panels shows nothing.
  constexpr size_t kMaxPanels = 20;
  if (options.plots.empty()) return true;
  if (figure.panels.empty()) {
    io.out("no plot: no signal leaves its tube\n");
    return true;
  }
  if (figure.panels.size() > kMaxPanels) {
    io.out(fmt::format("plot: the first {} of {} signals\n", kMaxPanels, figure.panels.size()));
    figure.panels.resize(kMaxPanels);
  }
  figure.title = fmt::format("{} against {}", options.result, options.reference);
  bool good = true;
  for (const std::string& path : options.plots) {
    const std::string error = plot::WriteFigure(figure, path);
    if (error.empty()) {
      io.out(fmt::format("plot: {}\n", path));
      continue;
    }
    emitter.Emit({}, CannotDraw, path, error);
    good = false;
  }
  return good;
}

void RunCompare(const CompareOptions& options, Context& context) {
  Reporter reporter(context);
  diag::Emitter& emitter = reporter.emitter();
  context.exit_code = 1;
  results::TubeOptions tube;
  results::Table reference;
  results::Table tested;
  std::vector<std::string> signals;
  bool good = ParseTube(options, tube, emitter);
  good = CheckPlotFiles({.panels = {}, .files = options.plots}, emitter) && good;
  good = Load(options.reference, reference, emitter) && good;
  good = Load(options.result, tested, emitter) && good;
  good = (options.signals.empty() || LoadSignals(options.signals, signals, emitter)) && good;
  if (!good) return;
  const results::Comparison comparison = results::CompareTables(tested, reference, tube, signals);
  PrintVerdicts(comparison, options, context.io);
  const bool drawn = Draw(MakeFigure(comparison, reference, tested, tube), options, context.io, emitter);
  context.exit_code = comparison.pass && drawn ? 0 : 1;
}

}  // namespace

void AddCompare(CommandLine& app, Context& context) {
  auto options = std::make_shared<CompareOptions>();
  CommandLine& command = app.AddCommand("compare", "Compare a result with a reference, signal by signal");
  command.AddOption("REFERENCE", options->reference, "The reference, .csv or .mat", {.is_required = true});
  command.AddOption("RESULT", options->result, "The result to be tested, .csv or .mat",
                    {.is_required = true});
  command.AddOption("--signals", options->signals,
                    "Signals to compare, \"a,b\", or a file with one a line (default: all of the reference)",
                    {.type = "FILE|LIST"});
  command.AddOption("--tube", options->tube,
                    "Half-widths of the tube: value=0.002 of the signal's range, of its least value or of "
                    "floor=0.001, whichever is largest; time=0.002 of the time span",
                    {.type = "NAME=NUMBER,…"});
  command.AddFlag("--both-ways", options->both_ways,
                  "The reference must also stay in the tube around the result");
  command.AddOption("--plot-to", options->plots,
                    "Plot of the signals that leave their tubes, .svg, .png or .html (may be repeated)",
                    {.type = "FILE", .takes_one = true});
  command.OnRun([options, &context] { RunCompare(*options, context); });
}

}  // namespace kerf::driver
