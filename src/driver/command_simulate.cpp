// kerf simulate: from a file to numbers, plots and statistics.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "base/number_text.h"
#include "cache/compile.h"
#include "compile/make_model.h"
#include "driver/apply_wishes.h"
#include "driver/experiment.h"
#include "driver/limits.h"
#include "driver/location_options.h"
#include "driver/model_file.h"
#include "driver/model_options.h"
#include "driver/phase_display.h"
#include "driver/plots.h"
#include "driver/progress.h"
#include "driver/rerun.h"
#include "driver/run_commands.h"
#include "driver/run_experiment.h"
#include "driver/run_indicators.h"
#include "driver/simulate_program.h"
#include "session/find_process.h"
#include "session/installation.h"
#include "session/session.h"
#include "sim/functions.h"
#include "solvers/factory.h"

namespace kerf::driver {

namespace {

KERF_DIAG(BadInterval, Error, "the run cannot go from {} to {}", std::string, std::string);
KERF_DIAG(OutputIsInput, Error, "`{}` is read by this run and would be overwritten", std::string);
KERF_DIAG(BadTolerance, Error, "the tolerance must be a number between 0 and 1, not {}", std::string);

KERF_DIAG(NoStepsWithoutNoise, Error,
          "without noise the run has no steps from which one for the noise could be taken");

KERF_DIAG(NoImplicitForm, Error,
          "`{}` has no implicit form; give `--implicit` to `kerf compile` for --solver ida", std::string);

KERF_DIAG(TooManyRuns, Error, "TERMINAL has asked for more than {} runs", int);

KERF_DIAG(OptionOfModels, Error, "{} is for models; a COSY program says such things in its EXPERIMENT",
          std::string);

KERF_DIAG(ProgramAndMore, Error, "a COSY program is run alone, without `{}`; a model takes it by --process",
          std::string);

struct SimulateOptions {
  ModelOptions model;
  sim::Settings settings;
  PlotRequest plots;
  bool json = false;
  // A file of run-time commands; with the flag and no name, that beside the program.
  std::vector<std::string> commands;
  // A control file.
  std::string experiment;
  ProgramOptions program;
  // A combined program with processes that act on the model.
  std::string process;
  // Parameters that are the strengths of noise.
  std::vector<std::string> noise;
  // The compiler sees the values of parameters also where the run could set them.
  bool compiles_values = false;
  // Of an ACSL program: where a run begins that TERMINAL has asked for.
  session::Rerun rerun;
  // Of an ACSL program: what comes true where an integration fails.
  std::string error_tag;
  // Who watches them, once the command runs.
  Watchdog* watchdog = nullptr;
  // Tells which options were given.
  const CommandLine* command = nullptr;
};

// What the model asks for holds where the command line says nothing.
void TakeExperiment(const model::Experiment& experiment, SimulateOptions& options) {
  const auto is_given = [&](const char* name) { return options.command->IsGiven(name); };
  runtime::RunOptions& run = options.settings.run;
  if (experiment.start_time && !is_given("--start")) run.start = *experiment.start_time;
  if (experiment.stop_time && !is_given("--stop")) run.stop = *experiment.stop_time;
  if (experiment.tolerance && !is_given("--tolerance")) run.tolerance = *experiment.tolerance;
  const double n_intervals =
      experiment.interval ? std::round(std::abs(run.stop - run.start) / *experiment.interval) : 0;
  constexpr double kMaxIntervals = 1e9;
  if (n_intervals >= 1 && n_intervals <= kMaxIntervals && !is_given("--intervals"))
    run.intervals = static_cast<uint32_t>(n_intervals);
}

auto CheckRun(const runtime::RunOptions& run, diag::Emitter& emitter) -> bool {
  const uint32_t errors = emitter.n_errors();
  // Beyond that, products with a step or a margin are no numbers any more.
  constexpr double kLastTime = 1e300;
  if (!(std::abs(run.stop) <= kLastTime && std::abs(run.start) <= kLastTime)) {
    emitter.Emit({}, BadInterval, base::NumberText(run.start), base::NumberText(run.stop));
  }
  if (!(run.tolerance > 0 && run.tolerance < 1))
    emitter.Emit({}, BadTolerance, base::NumberText(run.tolerance));
  return emitter.n_errors() == errors;
}

// What the run writes must not be what it reads.
auto CheckOutputs(const SimulateOptions& options, diag::Emitter& emitter) -> bool {
  std::vector<std::string> read = options.model.targets;
  read.insert(read.end(), options.model.libraries.begin(), options.model.libraries.end());
  read.insert(read.end(), options.commands.begin(), options.commands.end());
  read.insert(read.end(), {options.experiment, options.process});
  for (const std::string& text : options.model.inputs) read.push_back(text.substr(text.find('=') + 1));
  std::vector<std::string> written = options.settings.outputs;
  written.insert(written.end(), options.plots.files.begin(), options.plots.files.end());
  written.insert(written.end(), options.program.reports.begin(), options.program.reports.end());
  bool good = true;
  for (const std::string& output : written) {
    const auto is_same = [&](const std::string& input) {
      std::error_code failure;
      return std::filesystem::is_regular_file(input, failure) &&
             std::filesystem::equivalent(input, output, failure);
    };
    if (std::ranges::none_of(read, is_same)) continue;
    emitter.Emit({}, OutputIsInput, output);
    good = false;
  }
  return good;
}

auto Summary(const model::CompiledModel& compiled, const SimulateOptions& options,
             const sim::Outcome& outcome) -> std::vector<plot::SummaryRow> {
  const runtime::RunStatistics& s = outcome.run.statistics;
  std::vector<plot::SummaryRow> rows = {
      {"model", fmt::format("{} ({}, {})", compiled.name, Counted(compiled.n_equations, "equation"),
                            Counted(compiled.programs->n_states, "state"))},
      {"time", fmt::format("{} to {}", base::NumberText(options.settings.run.start),
                           base::NumberText(outcome.last_time))},
      {"solver", fmt::format("{}, tolerance {}", options.settings.solver,
                             base::NumberText(options.settings.run.tolerance))},
      {"steps", fmt::format("{} ({} rejected)", s.steps, s.rejected)},
      {"evaluations",
       fmt::format("{} of the equations, {} of the Jacobian", s.rhs_evaluations, s.jacobian_evaluations)},
      {"events", fmt::format("{} in time, {} in state", s.time_events, s.state_events)},
  };
  if (s.state_changes > 0) rows.push_back({"states", fmt::format("chosen anew {} times", s.state_changes)});
  if (!compiled.blocks.empty()) {
    rows.push_back({"simultaneous", fmt::format("{}, {} Newton iterations, {} factorisations",
                                                Counted(compiled.blocks.size(), "block"), s.newton_iterations,
                                                s.factorisations)});
  }
  AddIndicatorRows(compiled, outcome.run, rows);
  if (!options.noise.empty())
    rows.push_back(
        {"noise", fmt::format("fixed step {:.3g}, from a run without", options.settings.run.initial_step)});
  return rows;
}

void PrintJson(const model::CompiledModel& compiled, const SimulateOptions& options,
               const std::vector<session::Phase>& phases, const sim::Outcome& outcome, const Io& io) {
  const runtime::RunStatistics& s = outcome.run.statistics;
  nlohmann::ordered_json json;
  json["model"] = compiled.name;
  json["ok"] = outcome.ok;
  json["solver"] = options.settings.solver;
  json["time"] = outcome.last_time;
  json["equations"] = compiled.n_equations;
  json["states"] = compiled.programs->n_states;
  json["blocks"] = compiled.blocks.size();
  json["points"] = outcome.n_points;
  json["statistics"] = {{"steps", s.steps},
                        {"rejected", s.rejected},
                        {"evaluations", s.rhs_evaluations},
                        {"jacobians", s.jacobian_evaluations},
                        {"time_events", s.time_events},
                        {"state_events", s.state_events},
                        {"location_trials", s.location_trials},
                        {"state_changes", s.state_changes},
                        {"newton_iterations", s.newton_iterations},
                        {"factorisations", s.factorisations}};
  AddIndicatorJson(compiled, outcome.run, json);
  for (const session::Phase& phase : phases) json["seconds"][phase.name] = phase.seconds;
  json["seconds"]["compile_functions"] = outcome.functions_seconds;
  json["seconds"]["translate"] = outcome.compile_seconds;
  json["seconds"]["run"] = outcome.run_seconds;
  for (uint32_t k = 0; k < compiled.variables.size(); ++k) {
    // A run that never began has no values.
    if (compiled.variables.Is(k, model::VariableFlag::kInternal) || outcome.final_values.empty()) continue;
    json["final"][NameOf(compiled, k)] = outcome.final_values[k];
  }
  io.out(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

void PrintSummary(const std::vector<plot::SummaryRow>& rows, const SimulateOptions& options,
                  const sim::Outcome& outcome, const Io& io) {
  for (const plot::SummaryRow& row : rows) io.out(fmt::format("{:<13} {}\n", row.key, row.value));
  for (size_t k = 0; k < options.settings.outputs.size(); ++k) {
    const std::string& path = options.settings.outputs[k];
    // What is missing has been told.
    if (k < outcome.is_written.size() && !outcome.is_written[k]) continue;
    io.out(fmt::format("result: {} ({} points, {} variables)\n", path, outcome.n_points, outcome.n_signals));
  }
}

// Which functions are interpreted, and which leave something to the interpreter.
void PrintFunctions(const sim::Outcome& outcome, const Io& io) {
  if (outcome.functions.empty()) return;
  const auto n_compiled = std::ranges::count_if(outcome.functions, &sim::FunctionOutcome::is_compiled);
  io.out(fmt::format("functions: {} compiled ({} instructions), {} interpreted\n", n_compiled,
                     outcome.function_statistics.n_instructions,
                     outcome.functions.size() - static_cast<size_t>(n_compiled)));
  for (const sim::FunctionOutcome& function : outcome.functions) {
    if (function.reason.empty()) continue;
    io.out(fmt::format("  {} {}: {}\n", function.is_compiled ? "in part" : "interpreted", function.name,
                       function.reason));
  }
}

// The end of the run, the interval and the inputs of a control file hold where the command line says nothing.
void TakeNumbers(const emit::AcslControl& control, SimulateOptions& options, session::Request& request) {
  const Experiment experiment = NumbersOf(control);
  const auto is_given = [&](const char* name) { return options.command->IsGiven(name); };
  runtime::RunOptions& run = options.settings.run;
  if (experiment.stop && !is_given("--stop")) run.stop = *experiment.stop;
  if (!is_given("--intervals"))
    run.intervals = TryIntervals(experiment, run.start, run.stop).value_or(run.intervals);
  TakeInputs(experiment, request.options);
}

auto TryControl(const std::string& file, Reporter& reporter) -> std::optional<emit::AcslControl> {
  const source::BufferId buffer = reporter.buffers().Load(file, reporter.emitter());
  if (!buffer.has_value()) return std::nullopt;
  return emit::TryReadControl(buffer, reporter.buffers(), std::nullopt, reporter.emitter());
}

// What there is to run, with the phases that it took to make it.
struct Prepared {
  // Null: nothing is to be run.
  std::shared_ptr<const model::CompiledModel> compiled;
  std::vector<session::Phase> phases;
  bool ok = false;
};

// A model that was compiled before.
auto PrepareFile(SimulateOptions& options, Reporter& reporter, sim::Functions& functions) -> Prepared {
  const std::string& path = options.model.targets[0];
  diag::Emitter& emitter = reporter.emitter();
  if (!CanDoWithoutSource(*options.command, path, emitter) || !CheckPlotFiles(options.plots, emitter) ||
      !CheckRun(options.settings.run, emitter))
    return {};
  for (const std::string& library : options.model.function_libraries) {
    if (!functions.AddLibrary(library, emitter)) return {};
  }
  Prepared prepared{TryOpenModel(path, reporter), {}, true};
  if (!prepared.compiled) return {};
  if (options.settings.solver == "ida" && prepared.compiled->implicit.y_slots.empty()) {
    emitter.Emit({}, NoImplicitForm, path);
    return {};
  }
  TakeExperiment(prepared.compiled->experiment, options);
  options.settings.kept =
      PlottedNames(options.plots, *prepared.compiled, options.settings.has_protected, emitter);
  prepared.ok = emitter.n_errors() == 0;
  return prepared;
}

// Compiles and checks all that can be checked before the run.
auto Prepare(SimulateOptions& options, Context& context, Reporter& reporter, sim::Functions& functions)
    -> Prepared {
  if (options.model.targets.size() == 1 && IsModelFile(options.model.targets[0]))
    return PrepareFile(options, reporter, functions);
  auto request = MakeRequest(options.model, context.io, functions, reporter.emitter());
  std::optional<emit::AcslControl> control;
  if (request && !options.experiment.empty()) {
    control = TryControl(options.experiment, reporter);
    if (!control) return {};
  }
  const bool has_sections = control && HasSections(*control);
  if (control && !has_sections) TakeNumbers(*control, options, *request);
  const bool plottable = CheckPlotFiles(options.plots, reporter.emitter());
  if (!CheckRun(options.settings.run, reporter.emitter()) || !plottable || !request) return {};
  request->options.reduce_index = true;
  if (options.command->IsGiven("--start")) request->start_time = options.settings.run.start;
  request->rerun = options.rerun;
  session::Wishes wishes;
  if (!has_sections) {
    wishes = session::WishesOf(*request, reporter.buffers());
    ApplyWishes(wishes, *options.command, options.settings);
    options.error_tag = wishes.error_tag;
  }
  request->options.implicit_form = options.settings.solver == "ida";
  request->sections = SectionsFor(*options.command);
  Prepared prepared;
  if (has_sections) {
    session::Compilation compilation = CompileWithControl(*request, *control, reporter, wishes);
    ApplyWishes(wishes, *options.command, options.settings);
    options.settings.sections = compilation.sections;
    prepared = {nullptr, std::move(compilation.phases),
                compilation.work && compilation.status == transform::Status::Ok};
    if (prepared.ok) prepared.compiled = compile::MakeModel(compilation.work);
  } else {
    const auto compile = options.compiles_values ? cache::CompileModel : cache::CompileForRun;
    cache::Compiled compiled = compile(*request, reporter.buffers(), reporter.emitter());
    options.settings.sections = std::move(compiled.sections);
    options.settings.tuned = std::move(compiled.tuned);
    prepared = {std::move(compiled.model), std::move(compiled.phases), compiled.ok};
  }
  if (!prepared.ok || !prepared.compiled) return prepared;
  TakeExperiment(prepared.compiled->experiment, options);
  options.settings.kept =
      PlottedNames(options.plots, *prepared.compiled, options.settings.has_protected, reporter.emitter());
  prepared.ok = reporter.emitter().n_errors() == 0;
  return prepared;
}

// The recipe of Cellier 1979, 6.1: error control means nothing for noise, so the steps come from a run
// without it. False after a reported mistake.
auto TakeNoiseStep(SimulateOptions& options, Context& context) -> bool {
  constexpr double kPart = 0.1;
  SimulateOptions quiet = options;
  for (const std::string& name : options.noise) {
    std::erase_if(quiet.model.set, [&](const std::string& text) { return text.starts_with(name + "="); });
    quiet.model.set.push_back(name + "=0");
  }
  quiet.plots = {};
  quiet.settings.outputs.clear();
  quiet.settings.run.measures_steps = true;
  // What the run with noise says again is not said twice.
  std::string messages;
  Io io = context.io;
  io.err = [&](std::string_view text) { messages += text; };
  // A question would not be seen.
  io.is_interactive = false;
  Context silent{io, 0, context.json_diagnostics};
  Reporter reporter(silent);
  sim::Functions functions;
  const Prepared prepared = Prepare(quiet, silent, reporter, functions);
  sim::Outcome outcome;
  if (prepared.ok && prepared.compiled)
    outcome = sim::Simulate(*prepared.compiled, functions, quiet.settings, reporter.emitter());
  const double step = outcome.run.reliability.steps.TimeQuantile(kPart);
  if (!outcome.ok || step == 0) {
    context.io.err(messages);
    if (outcome.ok) Reporter(context).emitter().Emit({}, NoStepsWithoutNoise);
    return false;
  }
  options.settings.run.initial_step = step;
  if (options.settings.solver != "euler") options.settings.solver = "rk4";
  return true;
}

// A combined program has its own experiments; a model that it acts on may have values.
auto SaysItself(const CommandLine& command, bool has_model, diag::Emitter& emitter) -> bool {
  for (const std::string& option : command.GivenOptions()) {
    const bool is_known = std::ranges::find(kProgramOptions, option) != kProgramOptions.end() ||
                          (has_model && std::ranges::find(kProcessOptions, option) != kProcessOptions.end());
    if (is_known) continue;
    emitter.Emit({}, OptionOfModels, option);
    return false;
  }
  return true;
}

// What the command line or the model itself names as its process. False after a reported mistake.
auto TakeProcess(SimulateOptions& options, Reporter& reporter) -> bool {
  if (!options.process.empty() || IsModelFile(options.model.targets[0])) return true;
  session::Request request;
  request.dialect = DialectOf(options.model.dialect);
  request.dymola_path = session::OwnDymolaFolders();
  for (const std::string& target : options.model.targets) {
    const bool is_file = target.ends_with(".mo") || target.ends_with(".dym");
    (is_file ? request.file : request.model) = target;
  }
  const auto found = session::FindProcess(request, reporter.buffers(), reporter.emitter());
  if (found) options.process = *found;
  return found.has_value();
}

void RunProgram(SimulateOptions& options, Context& context, Reporter& reporter, sim::Functions& functions) {
  const bool has_model = !options.process.empty();
  if (!CheckPlotFiles(options.plots, reporter.emitter()) ||
      !SaysItself(*options.command, has_model, reporter.emitter()))
    return;
  if (!has_model && options.model.targets.size() > 1) {
    const bool is_first = options.model.targets[0].ends_with(".cosy");
    reporter.emitter().Emit({}, ProgramAndMore, options.model.targets[is_first ? 1 : 0]);
    return;
  }
  options.program.plot_files = options.plots.files;
  options.program.panels = options.plots.panels;
  options.program.outputs = options.settings.outputs;
  options.program.is_json = options.json;
  options.program.is_interpreted = options.model.interpret;
  if (options.command->IsGiven("--solver")) options.program.solver = options.settings.solver;
  if (options.command->IsGiven("--tolerance")) options.program.tolerance = options.settings.run.tolerance;
  const runtime::RunOptions& run = options.settings.run;
  if (options.command->IsGiven("--absolute-tolerance"))
    options.program.absolute_tolerance = run.absolute_tolerance;
  if (options.command->IsGiven("--max-step")) options.program.largest_step = run.max_step;
  options.program.alarms = run.measures_reliability;
  options.program.seeks_short_crossings = run.seeks_short_crossings;
  options.program.should_stop = [watchdog = options.watchdog] { return watchdog->ShouldStop(); };
  options.program.why_stopped = [watchdog = options.watchdog] { return watchdog->Reason(); };
  options.program.most_events = options.model.limits.events;
  if (!CheckRun(run, reporter.emitter())) return;
  const auto main = MakeRequest(options.model, context.io, functions, reporter.emitter());
  if (!main) return;
  session::Request request = *main;
  if (has_model) {
    request.file = options.process;
    request.model.clear();
    request.options = {};
  }
  const RunWatch watch(*options.watchdog);
  const int code =
      SimulateProgram(request, has_model ? &*main : nullptr, options.program, reporter, context.io);
  context.exit_code = options.watchdog->ExitCode(code);
}

template <typename Run>
auto Watched(Watchdog& watchdog, const Run& run) {
  const RunWatch watch(watchdog);
  return run();
}

// PRINT of an ACSL program is output of the program, as its author knew it.
auto PrintsLines(const ModelOptions& model) -> bool {
  return std::ranges::any_of(model.targets, [](const std::string& name) { return name.ends_with(".csl"); });
}

// The model may be wrong for values that it was not compiled for; then it is compiled for them.
auto SimulatePrepared(Prepared& prepared, SimulateOptions& options, Context& context, Reporter& reporter,
                      sim::Functions& functions) -> sim::Outcome {
  if (options.settings.tuned.empty())
    return sim::Simulate(*prepared.compiled, functions, options.settings, reporter.emitter());
  diag::CollectingConsumer told;
  diag::Emitter collector(told);
  sim::Outcome outcome = sim::Simulate(*prepared.compiled, functions, options.settings, collector);
  if (!sim::MayNeedCompilation(options.settings, outcome)) {
    for (const diag::Diagnostic& diagnostic : told.all) reporter.emitter().Take(diagnostic);
    return outcome;
  }
  options.compiles_values = true;
  Prepared again = Prepare(options, context, reporter, functions);
  options.compiles_values = false;
  if (!again.ok || !again.compiled) return {};
  prepared = std::move(again);
  return sim::Simulate(*prepared.compiled, functions, options.settings, reporter.emitter());
}

// A program with ERRTAG sees that its integration has failed: it runs again, and its flag comes true at the
// last communication point before the failure. One that does not end then fails again, which is told.
auto SimulateTagged(Prepared& prepared, SimulateOptions& options, Context& context, Reporter& reporter,
                    sim::Functions& functions) -> sim::Outcome {
  if (options.error_tag.empty()) return SimulatePrepared(prepared, options, context, reporter, functions);
  diag::CollectingConsumer told;
  diag::Emitter collector(told);
  // Values that the run sets by itself would be lost on the way to the second run.
  options.compiles_values = true;
  if (!options.settings.tuned.empty()) prepared = Prepare(options, context, reporter, functions);
  if (!prepared.ok || !prepared.compiled) return {};
  sim::Outcome outcome = sim::Simulate(*prepared.compiled, functions, options.settings, collector);
  const auto flag = TakeErrorTag(options.error_tag, options.settings.run, outcome, reporter.emitter());
  if (!flag) {
    for (const diag::Diagnostic& diagnostic : told.all) reporter.emitter().Take(diagnostic);
    return outcome;
  }
  options.rerun.actions.push_back(*flag);
  Prepared again = Prepare(options, context, reporter, functions);
  options.rerun.actions.pop_back();
  if (!again.ok || !again.compiled) return {};
  prepared = std::move(again);
  return sim::Simulate(*prepared.compiled, functions, options.settings, reporter.emitter());
}

// One run; whether another one is to follow.
auto RunOnce(SimulateOptions& options, Context& context, Reporter& reporter, sim::Functions& functions)
    -> bool {
  context.exit_code = 1;
  Prepared prepared = Prepare(options, context, reporter, functions);
  if (!prepared.ok || !prepared.compiled) {
    if (options.model.timing) PrintTiming(prepared.phases, context.io);
    if (prepared.ok) context.exit_code = 0;
    return false;
  }
  options.settings.engine = options.model.interpret ? sim::Engine::Interpreter : sim::Engine::Jit;
  for (const std::string& file : options.plots.files)
    options.settings.keep_all = options.settings.keep_all || file.ends_with(".html");
  if (!IsEmpty(options.plots) && options.plots.files.empty()) {
    options.plots.files.push_back(fmt::format("{}.svg", prepared.compiled->name));
  }
  ProgressBar bar(context.io);
  options.settings.progress = [&bar](double fraction) { bar.Show(fraction); };
  options.settings.checks_tolerance = true;
  options.settings.keeps_printed = PrintsLines(options.model);
  const sim::Outcome outcome = Watched(
      *options.watchdog, [&] { return SimulateTagged(prepared, options, context, reporter, functions); });
  bar.Clear();
  const model::CompiledModel& compiled = *prepared.compiled;
  for (const std::string& line : outcome.printed)
    (options.json ? context.io.err : context.io.out)(line + "\n");

  const auto rows = Summary(compiled, options, outcome);
  const bool goes_on = TakeRerun(compiled, outcome, options.rerun);
  if (options.json && goes_on) {
    // The last run tells.
  } else if (options.json) {
    PrintJson(compiled, options, prepared.phases, outcome, context.io);
  } else if (outcome.n_points > 0) {
    PrintSummary(rows, options, outcome, context.io);
  }
  bool plotted = true;
  if (!options.plots.files.empty() && outcome.n_points > 0) {
    Io quiet = context.io;
    if (options.json) quiet.out = [](std::string_view) {};
    plotted = WritePlots(options.plots, compiled.name, outcome, rows, quiet, reporter.emitter());
  }
  if (options.model.timing && !options.json) {
    PrintFunctions(outcome, context.io);
    prepared.phases.push_back({"compile_functions", outcome.functions_seconds});
    prepared.phases.push_back({"translate", outcome.compile_seconds});
    prepared.phases.push_back({"run", outcome.run_seconds});
    PrintTiming(prepared.phases, context.io);
  }
  context.exit_code = options.watchdog->ExitCode(outcome.ok && plotted ? 0 : 1);
  return context.exit_code == 0 && goes_on;
}

// Asks the watchdog, and tells why it says so.
void TakeLimits(SimulateOptions& options, Watchdog& watchdog) {
  options.watchdog = &watchdog;
  options.settings.should_stop = [&watchdog] { return watchdog.ShouldStop(); };
  options.settings.why_stopped = [&watchdog] { return watchdog.Reason(); };
  options.settings.max_events = options.model.limits.events;
}

void RunSimulate(SimulateOptions options, Context& context) {
  context.exit_code = 1;
  const auto limits = TryLimits(options.model.limits, Reporter(context).emitter());
  if (!limits) return;
  Watchdog watchdog(*limits, context.json_diagnostics);
  if (context.phases != nullptr) context.phases->Start();
  TakeLimits(options, watchdog);
  if (!options.noise.empty() && !TakeNoiseStep(options, context)) {
    context.exit_code = 1;
    return;
  }
  Reporter reporter(context);
  sim::Functions functions;
  context.exit_code = 1;
  std::vector<std::string> variables;
  for (const std::string& list : options.settings.variables) {
    for (std::string& name : SplitNames(list)) variables.push_back(std::move(name));
  }
  options.settings.variables = variables;
  if (!TakeProcess(options, reporter) || !CheckOutputs(options, reporter.emitter())) return;
  if (IsCombinedProgram(options.model.targets) || !options.process.empty())
    return RunProgram(options, context, reporter, functions);
  if (options.command->IsGiven("--commands")) {
    if (auto request = MakeRequest(options.model, context.io, functions, reporter.emitter())) {
      const std::string file = options.commands.empty() ? "" : options.commands[0];
      const RunWatch watch(watchdog);
      context.exit_code = watchdog.ExitCode(
          RunCommands({*request, options.settings, file, *options.command}, functions, reporter, context.io));
    }
    return;
  }
  // A program whose TERMINAL section goes back to INITIAL has several runs.
  const std::vector<std::string> outputs = options.settings.outputs;
  for (int n = 1; RunOnce(options, context, reporter, functions); ++n) {
    if (n == kMaxRuns) {
      reporter.emitter().Emit({}, TooManyRuns, kMaxRuns);
      context.exit_code = 1;
      return;
    }
    for (size_t k = 0; k < outputs.size(); ++k) options.settings.outputs[k] = FileOfRun(outputs[k], n + 1);
  }
}

auto SolverHelp() -> std::string {
  std::string text = "Integration method:";
  for (const auto& name : solvers::IntegratorNames())
    text += fmt::format(" {} ({}),", name.name, name.summary);
  text.pop_back();
  return text;
}

}  // namespace

void AddSimulate(CommandLine& app, Context& context) {
  CommandLine& command = app.AddCommand("simulate", "Simulate a model");
  auto options = std::make_shared<SimulateOptions>();
  options->model.AddFile(command);
  options->model.AddValues(command);
  options->model.AddPassOptions(command);
  options->model.AddFmuType(command);
  options->model.AddTrust(command);
  options->model.limits.AddEvents(command);
  runtime::RunOptions& run = options->settings.run;
  command.AddOption("--start", run.start, "Start time", {.shows_default = true});
  command.AddOption("--stop", run.stop, "Stop time", {.shows_default = true});
  command.AddOption("--tolerance", run.tolerance, "Relative tolerance of the integration",
                    {.shows_default = true});
  command.AddOption("--absolute-tolerance", run.absolute_tolerance,
                    "Absolute tolerance (default: the relative one times the magnitude of each state)");
  command.AddOption("--intervals", run.intervals, "Number of output intervals",
                    {.shows_default = true, .range = {{1, 1'000'000'000}}});
  command.AddOption("--max-step", run.max_step, "Largest step (default: no limit)");
  command.AddOption("--step", run.initial_step, "First step; of a fixed-step method the step");
  command.AddFlag("--every-step", run.every_step, "Output after each step as well");
  AddLocation(command, run);
  command.AddFlag("--alarms", run.measures_reliability,
                  "Measure how far the results can be trusted, and warn if it is not far");
  command.AddOption(
      "--noise-step", options->noise,
      "Fixed step for a noisy model: that which steps do not exceed in a tenth of the time of a run with "
      "these parameters, the strengths of the noise, at 0",
      {.type = "NAMES", .takes_one = true, .delimiter = ','});
  command.AddOption("--solver", options->settings.solver, SolverHelp(), {.shows_default = true});
  command.AddOption("--variables", options->settings.variables,
                    "Only these variables in result files, \"a.b,r[*].v\"; * is any text, ? one character",
                    {.takes_one = true});
  options->settings.has_protected = false;
  command.AddFlag("--protected", options->settings.has_protected, "Protected variables in results as well");
  command.AddOption("--output", options->settings.outputs, "Result file, .csv or .mat (may be repeated)",
                    {.type = "FILE", .takes_one = true});
  command.AddOption("--plot", options->plots.panels, "Variables to plot, \"a,b\"; each --plot is a panel",
                    {.type = "NAMES", .takes_one = true});
  const auto add_map = [&](const char* name, std::vector<std::string>& list, const char* text) {
    command.AddOption(name, list, text, {.type = "ARRAY", .takes_one = true});
  };
  add_map("--contour", options->plots.contours,
          "Array to plot over the time as contours, \"T\" or \"cell[*].T\"");
  add_map("--surface", options->plots.surfaces, "Array to plot over the time as a surface");
  command.AddOption("--plot-to", options->plots.files,
                    "Plot file, .svg, .png or .html (default: MODEL.svg; may be repeated)",
                    {.type = "FILE", .takes_one = true});
  command.AddOption("--commands", options->commands,
                    "Run-time commands of ACSL to obey (default: the file .cmd beside the program)",
                    {.type = "FILE", .may_be_bare = true});
  command.AddOption(
      "--experiment", options->experiment,
      "Control file (DYMOLA 1991) with the end of the run, the interval, the inputs and sections",
      {.type = "FILE"});
  command.AddOption("--replications", options->program.n_replications,
                    "COSY programs: each run so often, with other random numbers",
                    {.shows_default = true, .range = {{1, 10'000'000}}});
  command.AddOption("--jobs", options->program.n_workers,
                    "COSY programs: replications at a time (default: one for each core)",
                    {.range = {{1, 1024}}});
  command.AddOption("--process", options->process,
                    "COSY program whose processes act on the model (its open SUBMODEL)", {.type = "FILE"});
  command.AddFlag(
      "--antithetic", options->program.is_antithetic,
      "COSY programs: replications in pairs, of which the second takes 1 - u for each random number u");
  command.AddOption("--seed", options->program.seed, "COSY programs: added to all seeds of random numbers",
                    {.shows_default = true});
  command.AddOption("--report", options->program.reports,
                    "COSY programs: report of the last run, .html, .json or .txt (may be repeated)",
                    {.type = "FILE", .takes_one = true});
  command.AddFlag("--trace", options->program.traces, "COSY programs: a line for each event");
  command.AddFlag("--json", options->json, "Print statistics and final values as JSON");
  options->command = &command;
  command.OnRun([options, &context] { RunSimulate(*options, context); });
}

}  // namespace kerf::driver
