// All runs of a combined program.
#include <cmath>
#include <map>

#include "api/program.h"
#include "api/structs.h"
#include "base/number_text.h"

namespace kerf::api {

namespace {

KERF_DIAG(ProgramOption, Error, "{} must be a finite number, not {}", std::string, std::string);
KERF_DIAG(ProgramTolerance, Error, "the tolerance must be less than 1, not {}", std::string);
KERF_DIAG(ProgramReplications, Error, "{} replications: there must be at least one, and at most {}", uint32_t,
          uint32_t);

constexpr uint32_t kMostReplications = 10'000'000;

// What is negative is not given; a number that is none counts as a mistake.
auto Given(double value, const char* name, diag::Emitter& emitter) -> std::optional<double> {
  if (value < 0) return std::nullopt;
  if (!std::isfinite(value)) {
    emitter.Emit({}, ProgramOption, name, base::NumberText(value));
  }
  return value;
}

// Nothing after messages.
auto TryOptions(const kerf_program_options& given, Failure& failure) -> std::optional<combined::Options> {
  Report report(failure.messages, {});
  diag::Emitter& emitter = report.emitter();
  combined::Options options;
  if (given.solver != nullptr) options.solver = given.solver;
  options.tolerance = Given(given.tolerance, "tolerance", emitter).value_or(0);
  if (options.tolerance >= 1) emitter.Emit({}, ProgramTolerance, base::NumberText(options.tolerance));
  options.absolute_tolerance = Given(given.absolute_tolerance, "absolute_tolerance", emitter);
  options.largest_step = Given(given.max_step, "max_step", emitter);
  if (given.replications == 0 || given.replications > kMostReplications)
    emitter.Emit({}, ProgramReplications, given.replications, kMostReplications);
  options.n_replications = given.replications;
  options.is_antithetic = given.is_antithetic;
  options.n_workers = given.workers;
  options.seed = given.seed;
  options.engine = given.is_interpreted ? sim::Engine::Interpreter : sim::Engine::Jit;
  options.most_events = given.max_events;
  options.print = [print = given.print, user = given.user](std::string_view line) {
    if (print != nullptr) print(user, std::string(line).c_str());
  };
  if (given.goes_on != nullptr) {
    options.should_stop = [goes_on = given.goes_on, user = given.user] { return !goes_on(user); };
    options.why_stopped = [] { return "the caller ended it"; };
  }
  if (emitter.n_errors() > 0) return std::nullopt;
  return options;
}

void TakeEvents(const std::vector<combined::EventRecord>& events, kerf_result& result) {
  std::map<std::string, uint32_t> text_of;
  for (const combined::EventRecord& event : events) {
    const auto [at, is_new] = text_of.emplace(event.name, static_cast<uint32_t>(result.texts.size()));
    if (is_new) result.texts.push_back(event.name);
    result.events.push_back({event.time, KERF_PROGRAM_EVENT, at->second, SIZE_MAX});
  }
}

auto TakeRun(const Program& handle, const process::Program& program, const combined::RunRecord& record,
             std::unique_ptr<kerf_result> result) -> ExperimentRun {
  ExperimentRun run;
  run.record = record;
  run.record.rows = {};
  run.record.events = {};
  run.given = combined::ListText(program, record);
  for (const uint32_t cell : handle.cells) run.final_values.push_back(record.cells[cell]);
  TakeEvents(record.events, *result);
  const runtime::RunStatistics& s = record.statistics;
  result->statistics = {s.steps,        s.rejected, s.rhs_evaluations, s.jacobian_evaluations, s.time_events,
                        s.state_events, 0};
  result->is_complete = record.ok;
  run.result = std::move(result);
  return run;
}

auto RunProgram(const Program& handle, const kerf_program_options& given, Failure& failure)
    -> kerf_experiment* {
  auto options = TryOptions(given, failure);
  if (!options) return nullptr;
  source::Buffers buffers;
  auto experiment = std::make_unique<kerf_experiment>();
  std::optional<process::Program> program;
  {
    // What there is to tell has been told when the program was loaded.
    std::vector<Message> messages;
    Report report(messages, {}, &buffers);
    program = TryReadProgram(handle, buffers, report.emitter());
    if (!program) failure.messages = std::move(messages);
  }
  if (!program) return nullptr;
  const RowLayout layout = LayoutOf(*program);
  std::vector<std::unique_ptr<kerf_result>> results;
  if (given.keeps_points)
    options->take_run = [&](const combined::RunRecord& run, size_t) {
      results.push_back(ResultOf(layout, run.rows));
    };
  Report report(experiment->messages, handle.setup.listener, &buffers);
  combined::Engine engine(*program, *options, buffers, report.emitter());
  const bool ok = engine.Prepare() && engine.Run();
  for (size_t k = 0; k < engine.runs().size(); ++k) {
    const combined::RunRecord& record = engine.runs()[k];
    auto result = k < results.size() ? std::move(results[k]) : ResultOf(layout, record.rows);
    experiment->runs.push_back(TakeRun(handle, *program, record, std::move(result)));
  }
  experiment->means = engine.estimates();
  experiment->cross = ResultOf(LayoutOfAll(*program), engine.cross_rows());
  if (ok) return experiment.release();
  failure.messages = experiment->messages;
  failure.runs = experiment.release();
  return nullptr;
}

}  // namespace

auto ResultOf(const RowLayout& layout, const std::vector<std::vector<double>>& rows)
    -> std::unique_ptr<kerf_result> {
  auto result = std::make_unique<kerf_result>();
  result->signals = layout.signals;
  const auto add = [&](const std::string& name, uint32_t column) {
    result->table.names.push_back(name);
    std::vector<double>& values = result->table.columns.emplace_back();
    values.reserve(rows.size());
    for (const std::vector<double>& row : rows) values.push_back(row[column]);
  };
  add("time", 0);
  for (size_t k = 0; k < layout.columns.size(); ++k) add(layout.signals[k].name, layout.columns[k]);
  return result;
}

}  // namespace kerf::api

void kerf_program_options_init(kerf_program_options* options) {
  if (options == nullptr) return;
  *options = {};
  options->size = sizeof *options;
  options->tolerance = options->absolute_tolerance = options->max_step = -1;
  options->replications = 1;
  options->workers = 1;
}

kerf_experiment* kerf_program_run(const kerf_program* program, const kerf_program_options* given,
                                  kerf_error** error) {
  return kerf::api::Guarded(error, [&](kerf::api::Failure& failure) -> kerf_experiment* {
    if (!kerf::api::IsGiven(program, "program", failure)) return nullptr;
    const auto options = kerf::api::TryFill(given, kerf_program_options_init, failure);
    return options ? kerf::api::RunProgram(*program->program, *options, failure) : nullptr;
  });
}
