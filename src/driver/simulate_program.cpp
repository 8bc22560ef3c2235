// kerf simulate FILE.cosy
#include "driver/simulate_program.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "base/number_text.h"
#include "driver/program_outputs.h"
#include "driver/program_results.h"
#include "driver/run_indicators.h"
#include "session/read_cosy.h"
#include "session/session.h"

namespace kerf::driver {

namespace {

using Json = nlohmann::ordered_json;

// The values of all variables, arrays as lists.
auto ValuesOf(const process::Program& program, const std::vector<double>& cells) -> Json {
  Json json = Json::object();
  for (const process::Variable& variable : program.variables) {
    if (!variable.is_array) {
      json[variable.name] = cells[variable.first];
      continue;
    }
    json[variable.name] =
        std::vector<double>(cells.begin() + variable.first, cells.begin() + variable.first + variable.size);
  }
  return json;
}

auto CollectOf(const events::Collect& values) -> Json {
  Json json;
  json["n"] = values.n;
  json["mean"] = values.mean;
  json["std"] = values.std();
  if (values.n > 0) json["min"] = values.min;
  if (values.n > 0) json["max"] = values.max;
  return json;
}

auto RunOf(const process::Program& program, const combined::RunRecord& run) -> Json {
  Json json;
  json["frame"] = run.frame;
  json["replication"] = run.replication + 1;
  json["ok"] = run.ok;
  json["start"] = run.start;
  json["end"] = run.end;
  for (size_t k = 0; k < run.list_cells.size(); ++k)
    json["given"][process::CellName(program, run.list_cells[k])] = run.list_values[k];
  json["final"] = ValuesOf(program, run.cells);
  json["events"]["count"] = run.n_events;
  json["events"]["transaction_steps"] = run.n_moves;
  json["events"]["list"] = Json::array();
  for (const combined::EventRecord& event : run.events)
    json["events"]["list"].push_back({{"time", event.time}, {"name", event.name}});
  for (const combined::CollectRecord& collect : run.collects) {
    Json one = CollectOf(collect.values);
    if (std::isfinite(collect.interval.half_width)) one["half_width_95"] = collect.interval.half_width;
    json["collect"][collect.name] = one;
  }
  for (const combined::TimeRecord& value : run.time_values)
    json["timepers"][value.name] = {
        {"mean", value.mean}, {"std", value.deviation}, {"min", value.least}, {"max", value.most}};
  for (const combined::FileRecord& file : run.files)
    json["files"][file.name] = {{"mean_length", file.mean_length},
                                {"max_length", file.most},
                                {"mean_wait", file.mean_wait},
                                {"length", file.n_now}};
  for (const combined::ResourceRecord& resource : run.resources)
    json["resources"][resource.name] = {{"capacity", resource.capacity},
                                        {"mean_use", resource.mean_use},
                                        {"mean_holding", resource.mean_holding},
                                        {"seized", resource.n_seized}};
  for (const auto& [name, histogram] : run.histograms)
    json["histograms"][name] = {{"first_limit", histogram.UpperLimit(0)},
                                {"width", histogram.width()},
                                {"counts", histogram.counts()}};
  if (!run.solver.empty()) {
    json["solver"] = run.solver;
    json["statistics"] = {{"steps", run.statistics.steps},
                          {"rejected", run.statistics.rejected},
                          {"evaluations", run.statistics.rhs_evaluations},
                          {"state_events", run.statistics.state_events},
                          {"time_events", run.statistics.time_events}};
  }
  if (run.alarms) AddReliabilityJson(run.alarms->reliability, run.alarms->states, json);
  return json;
}

void PrintJson(const process::Program& program, const combined::Engine& engine, bool ok, const Io& io) {
  Json json;
  json["program"] = program.name;
  json["ok"] = ok;
  json["runs"] = Json::array();
  for (const combined::RunRecord& run : engine.runs()) json["runs"].push_back(RunOf(program, run));
  json["cross"] = Json::array();
  for (const std::vector<double>& row : engine.cross_rows()) json["cross"].push_back(ValuesOf(program, row));
  for (const combined::ReplicatedMean& mean : engine.estimates())
    json["replications"][mean.FullName()] = {{"n", mean.values.n},
                                             {"mean", mean.values.mean},
                                             {"std", mean.values.std()},
                                             {"half_width_95", mean.interval.half_width}};
  io.out(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void PrintRun(const process::Program& program, const combined::RunRecord& run, size_t number, const Io& io) {
  const std::string given = combined::ListText(program, run);
  io.out(fmt::format("run {}: time {} to {:.9g}, {}{}{}\n", number, base::NumberText(run.start), run.end,
                     Counted(run.n_events, "event"),
                     run.n_moves > 0 ? fmt::format(", {} of transactions", Counted(run.n_moves, "step")) : "",
                     given.empty() ? "" : " with " + given));
  for (const combined::CollectRecord& collect : run.collects)
    io.out(fmt::format("  {:<14} mean {:<11.6g} std {:<11.6g} min {:<11.6g} max {:<11.6g} of {}\n",
                       collect.name, collect.values.mean, collect.values.std(), collect.values.min,
                       collect.values.max, collect.values.n));
  for (const combined::TimeRecord& value : run.time_values)
    io.out(fmt::format("  {:<14} mean {:<11.6g} std {:<11.6g} min {:<11.6g} max {:<11.6g} over time\n",
                       value.name, value.mean, value.deviation, value.least, value.most));
  for (const combined::FileRecord& file : run.files)
    io.out(fmt::format("  {:<14} length {:<9.6g} at most {:<8.6g} wait {:<11.6g} now {}\n", file.name,
                       file.mean_length, file.most, file.mean_wait, file.n_now));
  for (const combined::ResourceRecord& resource : run.resources)
    io.out(fmt::format("  {:<14} in use {:<9.6g} of {:<10} held {:<11.6g} seized {} times\n", resource.name,
                       resource.mean_use, resource.capacity, resource.mean_holding, resource.n_seized));
  std::vector<plot::SummaryRow> rows;
  if (run.alarms) AddReliabilityRows(run.alarms->reliability, run.alarms->states, rows);
  for (const plot::SummaryRow& row : rows) io.out(fmt::format("  {:<14} {}\n", row.key, row.value));
}

void PrintText(const process::Program& program, const combined::Engine& engine, const Io& io) {
  constexpr size_t kMostShown = 20;
  const auto& runs = engine.runs();
  const size_t n_shown = runs.size() > kMostShown ? 0 : runs.size();
  io.out(fmt::format("{}: {}\n", program.name, Counted(runs.size(), "run")));
  for (size_t k = 0; k < n_shown; ++k) PrintRun(program, runs[k], k + 1, io);
  if (n_shown == 0 && !runs.empty()) PrintRun(program, runs.back(), runs.size(), io);
  std::string given;
  for (const combined::ReplicatedMean& mean : engine.estimates()) {
    if (mean.given != given) io.out(fmt::format("with {}:\n", mean.given));
    given = mean.given;
    io.out(fmt::format("  {:<14} mean {:.6g} ± {:.4g} (95 %, {} replications)\n", mean.name, mean.values.mean,
                       mean.interval.half_width, mean.values.n));
  }
}

}  // namespace

auto IsCombinedProgram(const std::vector<std::string>& targets) -> bool {
  return std::ranges::any_of(targets, [](const std::string& target) { return target.ends_with(".cosy"); });
}

auto SimulateProgram(const session::Request& request, const session::Request* main,
                     const ProgramOptions& options, Reporter& reporter, const Io& io) -> int {
  auto program = session::ReadCosy(request, main, reporter.buffers(), reporter.emitter());
  if (!program) return 1;
  combined::Options engine_options;
  engine_options.solver = options.solver;
  engine_options.tolerance = options.tolerance;
  engine_options.absolute_tolerance = options.absolute_tolerance;
  engine_options.largest_step = options.largest_step;
  engine_options.alarms = options.alarms;
  engine_options.seeks_short_crossings = options.seeks_short_crossings;
  engine_options.n_replications = options.n_replications;
  engine_options.is_antithetic = options.is_antithetic;
  engine_options.n_workers = options.n_workers;
  engine_options.seed = options.seed;
  engine_options.keeps_plots = !options.reports.empty();
  engine_options.engine = options.is_interpreted ? sim::Engine::Interpreter : sim::Engine::Jit;
  engine_options.should_stop = options.should_stop;
  engine_options.why_stopped = options.why_stopped;
  engine_options.most_events = options.most_events;
  const auto print = [&](std::string_view line) {
    (options.is_json ? io.err : io.out)(std::string(line) + "\n");
  };
  engine_options.print = print;
  if (options.traces) engine_options.trace = print;
  if (!AddPanels(*program, options.panels, reporter.emitter()) ||
      !CheckReportFiles(options.reports, reporter.emitter()))
    return 1;
  ProgramResults results(*program, options.outputs, reporter.emitter());
  // Who takes every run needs all their rows.
  if (!options.outputs.empty())
    engine_options.take_run = [&](const combined::RunRecord& run, size_t number) {
      results.Take(run, number);
    };
  combined::Engine engine(*program, engine_options, reporter.buffers(), reporter.emitter());
  if (!engine.Prepare()) return 1;
  const bool ok = engine.Run();
  if (options.is_json) {
    PrintJson(*program, engine, ok, io);
  } else {
    PrintText(*program, engine, io);
  }
  Io quiet = io;
  if (options.is_json) quiet.out = [](std::string_view) {};
  std::vector<std::string> plots = options.plot_files;
  if (plots.empty() && !options.panels.empty()) plots.push_back(program->name + ".svg");
  const bool is_written = results.Finish(quiet);
  const bool is_reported = WriteReports(*program, engine, options.reports, quiet, reporter.emitter());
  const bool is_drawn = WriteProgramOutputs(*program, engine, plots, quiet, reporter.emitter());
  return ok && is_drawn && is_written && is_reported ? 0 : 1;
}

}  // namespace kerf::driver
