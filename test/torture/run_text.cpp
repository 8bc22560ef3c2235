// Files are written to a folder of the process, since the front ends read files.
#include "run_text.h"

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "analysis/solve_point.h"
#include "compile/make_model.h"
#include "diag/consumers.h"
#include "flat_check.h"
#include "session/session.h"

namespace kerf::torture {

namespace {

auto WriteModel(const ModelText& model) -> std::string {
  const auto folder = std::filesystem::temp_directory_path() / ("kerf_torture_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const auto path = folder / model.name;
  std::ofstream(path) << model.text;
  return path;
}

void TakeMessages(const diag::CollectingConsumer& consumer, TextRun& run) {
  for (const diag::Diagnostic& diagnostic : consumer.all) {
    for (const diag::Note& note : diagnostic.notes) run.notes += note.text + "\n";
    if (diagnostic.level == diag::Level::Note) continue;
    const bool is_error = diagnostic.level == diag::Level::Error;
    run.has_warnings = run.has_warnings || !is_error;
    run.messages += (is_error ? "error: " : "warning: ") + diagnostic.text + "\n";
  }
}

void TakeFinalValues(const transform::Work& work, TextRun& run) {
  for (const expr::VarId id : work.dae.vars.ids()) {
    if (id.index < run.outcome.final_values.size())
      run.final_values[dae::FullName(work.dae, id)] = run.outcome.final_values[id.index];
  }
}

void SolveAtStart(session::Request compile, const TextRequest& request, source::Buffers& buffers,
                  diag::Emitter& emitter, TextRun& run) {
  compile.options.problem = request.problem;
  compile.options.known = request.known;
  compile.options.unknown = request.unknown;
  sim::Functions functions;
  analysis::Point point = analysis::SolvePoint(compile, request.settings.run.start, request.settings.engine,
                                               functions, buffers, emitter);
  run.outcome = std::move(point.outcome);
  run.ok = run.outcome.ok;
  if (run.ok) TakeFinalValues(*point.compilation.work, run);
}

}  // namespace

auto RunText(const TextRequest& request) -> TextRun {
  TextRun run;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  source::Buffers buffers;
  session::Request compile;
  compile.file = WriteModel(request.model);
  compile.options.starts = request.starts;
  compile.options.values = request.values;
  compile.options.reduce_index = true;
  compile.options.implicit_form = request.settings.solver == "ida";
  if (request.problem != transform::Problem::Simulation) {
    SolveAtStart(compile, request, buffers, emitter, run);
    std::filesystem::remove(compile.file);
    TakeMessages(consumer, run);
    return run;
  }
  const session::Compilation compilation = session::Compile(compile, buffers, emitter);
  std::filesystem::remove(compile.file);
  if (compilation.work && compilation.status == transform::Status::Ok) {
    sim::Functions functions;
    const transform::Work& work = *compilation.work;
    run.outcome = sim::Simulate(*compile::MakeModel(compilation.work), functions, request.settings, emitter);
    run.ok = run.outcome.ok;
    if (run.ok && request.checks_flat) run.flat_problem = CheckFlat(work.flat, run.outcome.table);
    if (run.ok && request.checks_start) run.flat_problem += CheckFlatStart(work.flat, run.outcome.table);
    TakeFinalValues(work, run);
  }
  TakeMessages(consumer, run);
  return run;
}

auto ValueAt(const TextRun& run, const std::string& name, double time) -> double {
  const results::Table& table = run.outcome.table;
  const std::vector<double>* column = results::FindSignal(table, name);
  if (column == nullptr) {
    const auto found = run.final_values.find(name);
    return found == run.final_values.end() ? NAN : found->second;
  }
  // The last of several at one time: after the events.
  for (size_t row = results::RowCount(table); row-- > 0;) {
    if (std::abs(table.columns[0][row] - time) < 1e-9) return (*column)[row];
  }
  return NAN;
}

}  // namespace kerf::torture
