// All that a program has left as text, with all bits of its numbers; see run_program.h.
#include "run_program.h"

namespace kerf::combined {

namespace {

void Add(std::string& text, std::string_view what, const std::vector<double>& values) {
  text += what;
  for (const double value : values) text += fmt::format(" {:a}", value);
  text += '\n';
}

void AddRun(std::string& text, const RunRecord& run) {
  text += fmt::format("run {} {} {} {} {}\n", run.frame, run.replication, run.ok, run.n_events, run.solver);
  Add(text, "span", {run.start, run.end});
  Add(text, "given", run.list_values);
  Add(text, "cells", run.cells);
  Add(text, "grids", run.grid_indicators);
  for (const std::vector<double>& row : run.rows) Add(text, "row", row);
  for (const EventRecord& event : run.events) Add(text, event.name, {event.time});
  for (const CollectRecord& collect : run.collects) {
    const events::Collect& values = collect.values;
    Add(text, collect.name,
        {static_cast<double>(values.n), values.mean, values.squares, values.min, values.max, values.last,
         collect.interval.mean, collect.interval.half_width});
  }
  for (const TimeRecord& value : run.time_values)
    Add(text, value.name, {value.mean, value.deviation, value.least, value.most});
  for (const FileRecord& file : run.files)
    Add(text, file.name, {file.mean_length, file.most, file.mean_wait, static_cast<double>(file.n_now)});
  for (const ResourceRecord& resource : run.resources)
    Add(text, resource.name,
        {resource.mean_use, resource.mean_holding, static_cast<double>(resource.n_seized)});
  for (const auto& [name, histogram] : run.histograms)
    text += fmt::format("{} {}\n", name, fmt::join(histogram.counts(), " "));
  const runtime::RunStatistics& counts = run.statistics;
  text += fmt::format("{} {} {} {} {}\n", counts.steps, counts.rejected, counts.rhs_evaluations,
                      counts.time_events, counts.state_events);
}

}  // namespace

auto ReportOf(const Ran& ran) -> std::string {
  std::string text =
      fmt::format("{}\n{}\n{}\n", ran.ok, fmt::join(ran.lines, "\n"), fmt::join(ran.trace, "\n"));
  for (const diag::Diagnostic& mistake : ran.mistakes.all) {
    text += fmt::format("{} {} {} {}\n", mistake.code, mistake.span.begin, mistake.span.end, mistake.text);
    for (const diag::Note& note : mistake.notes) text += note.text + "\n";
  }
  if (ran.engine == nullptr) return text;
  for (const RunRecord& run : ran.engine->runs()) AddRun(text, run);
  for (const std::vector<double>& row : ran.engine->cross_rows()) Add(text, "cross", row);
  for (const ReplicatedMean& mean : ran.engine->estimates())
    Add(text, mean.name, {mean.values.mean, mean.values.squares, mean.interval.half_width});
  return text;
}

}  // namespace kerf::combined
