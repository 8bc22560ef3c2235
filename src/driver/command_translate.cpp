// kerf translate: a model as a program in another language.
#include <cmath>

#include "base/whole_file.h"
#include "driver/acsl_steps.h"
#include "driver/experiment.h"
#include "driver/fixed_states.h"
#include "emit/target.h"
#include "flat/print.h"
#include "lang/acsl/acsl.h"
#include "lang/acsl/comments.h"
#include "session/given_values.h"
#include "session/session.h"
#include "sim/functions.h"

namespace kerf::driver {

namespace {

KERF_DIAG(UnknownTarget, Error, "there is no target `{}`; there are {}", std::string, std::string);
KERF_DIAG(OptionOfOtherTarget, Error, "{} is for --to {} alone", std::string, std::string);
KERF_DIAG(NoExperimentInModelica, Error,
          "--experiment is for programs; a Modelica model gets its inputs and its run from who simulates it");
KERF_DIAG(RunsNotTranslated, Warning,
          "TERMINAL goes back to INITIAL for more runs; the Modelica model is one run");
KERF_DIAG(TranslationNotWritten, Error, "the translation cannot be written to `{}`", std::string);

struct TranslateCommand {
  ModelOptions model;
  std::string target;
  std::string output;
  std::string form = "program";
  std::string solver = "rk45";
  // A control file.
  std::string experiment;
  // Of ACSL: the layout with one PROCEDURAL block.
  bool is_procedural = false;
  emit::TranslateOptions options;
  // Tells which options were given.
  const CommandLine* command = nullptr;
};

constexpr std::string_view kAcsl = "acsl";
constexpr std::string_view kModelica = "modelica";

auto TargetNames() -> std::string {
  std::string names;
  for (const emit::Target& target : emit::Targets()) names += fmt::format("{}, ", target.name);
  return fmt::format("{}{}, {}", names, kAcsl, kModelica);
}

// An option that has no meaning for the target asked for, and what it has one for.
auto MisplacedOption(const TranslateCommand& command) -> std::optional<std::pair<std::string, std::string>> {
  if (command.solver == "cvode" && command.target != "c") return {{"--solver cvode", "c"}};
  if (command.options.is_per_state && command.target != "octave") return {{"--per-state", "octave"}};
  if (command.is_procedural && command.target != kAcsl) return {{"--procedural", std::string(kAcsl)}};
  return std::nullopt;
}

// What the model asks for holds where the command line says nothing.
void TakeExperiment(const flat::Model& model, TranslateCommand& command) {
  const auto is_given = [&](const char* name) { return command.command->IsGiven(name); };
  emit::TranslateOptions& options = command.options;
  if (model.start_time && !is_given("--start")) options.start = *model.start_time;
  if (model.stop_time && !is_given("--stop")) options.stop = *model.stop_time;
  if (model.tolerance && !is_given("--tolerance")) options.tolerance = *model.tolerance;
  const double n_intervals =
      model.interval ? std::round((options.stop - options.start) / *model.interval) : 0;
  constexpr double kMaxIntervals = 1e9;
  if (n_intervals >= 1 && n_intervals <= kMaxIntervals && !is_given("--intervals"))
    options.intervals = static_cast<uint32_t>(n_intervals);
}

void Deliver(const TranslateCommand& command, const std::string& text, Context& context, Reporter& reporter) {
  if (command.output.empty()) {
    context.io.out(text);
  } else if (!base::TryWriteWhole(command.output, text)) {
    reporter.emitter().Emit({}, TranslationNotWritten, command.output);
    return;
  }
  context.exit_code = 0;
}

// The run of an ACSL program, where somebody has asked for one.
auto RunOf(const flat::Model& model, TranslateCommand command) -> std::optional<emit::TranslateOptions> {
  const CommandLine& given = *command.command;
  const bool is_asked = given.IsGiven("--start") || given.IsGiven("--stop") || given.IsGiven("--intervals");
  if (!is_asked && !model.stop_time) return std::nullopt;
  TakeExperiment(model, command);
  return command.options;
}

// The annotation experiment of a Modelica model, where the command line says something.
void PutRun(const TranslateCommand& command, flat::Model& model) {
  const auto is_given = [&](const char* name) { return command.command->IsGiven(name); };
  const emit::TranslateOptions& options = command.options;
  if (is_given("--start")) model.start_time = options.start;
  if (is_given("--stop")) model.stop_time = options.stop;
  if (is_given("--tolerance")) model.tolerance = options.tolerance;
  if (!is_given("--intervals") || options.intervals == 0) return;
  const double length = model.stop_time.value_or(options.stop) - model.start_time.value_or(options.start);
  model.interval = length / options.intervals;
}

// ACSL programs are made of sorted equations, not of the program that the other targets share.
auto AcslText(const TranslateCommand& command, Context& context, Reporter& reporter)
    -> std::optional<std::string> {
  sim::Functions functions;
  const auto request = MakeRequest(command.model, context.io, functions, reporter.emitter());
  if (!request) return std::nullopt;
  const auto run = [&](const flat::Model& model) { return RunOf(model, command); };
  return TranslateToAcsl(*request, {command.experiment, command.is_procedural, run}, reporter);
}

// Comments of an ACSL program go with the statements that they stand at.
auto PrintWithComments(const session::Request& request, const flat::Model& model, Reporter& reporter)
    -> std::string {
  flat::Comments comments;
  comments.is_for_readers = true;
  if (!request.file.ends_with(".csl")) return flat::Print(model, comments);
  for (const expr::VarId id : model.vars.ids()) {
    const flat::Var& var = model.vars[id];
    if (model.world->paths.RenderLocal(var.path) == acsl::kRunAgain)
      reporter.emitter().Emit(model.world->origins[var.origin].span, RunsNotTranslated);
  }
  acsl::CommentReader reader(reporter.buffers());
  for (const expr::VarId id : model.vars.ids()) {
    const diag::Span span = model.world->origins[model.vars[id].origin].span;
    if (!comments.heading.empty() || !span.has_value()) continue;
    comments.heading = reader.Heading(span.buffer);
    break;
  }
  comments.above = [&](const diag::Span& span) { return reader.Above(span); };
  comments.at = [&](const diag::Span& span) { return reader.At(span); };
  return flat::Print(model, comments);
}

// All languages meet in the flat model, which prints as Modelica. What the command line gives becomes part of
// it, after the passes have looked at it.
auto ModelicaText(const TranslateCommand& command, Context& context, Reporter& reporter)
    -> std::optional<std::string> {
  sim::Functions functions;
  auto request = MakeRequest(command.model, context.io, functions, reporter.emitter());
  if (!request) return std::nullopt;
  request->sections = session::SectionUse::Together;
  request->is_for_readers = true;
  const transform::Options& given = request->options;
  if (given.values.empty() && given.starts.empty() && given.inputs.empty()) {
    std::vector<session::Phase> phases;
    auto flat = session::MakeFlat(*request, request->options, reporter.buffers(), reporter.emitter(), phases);
    if (!flat) return std::nullopt;
    PutRun(command, *flat);
    return PrintWithComments(*request, *flat, reporter);
  }
  request->run.stop_after = "pose_problem";
  const session::Compilation made = session::Compile(*request, reporter.buffers(), reporter.emitter());
  if (!made.work || made.status != transform::Status::Ok) return std::nullopt;
  if (!session::PutIn(made.work->flat, made.options, reporter.emitter())) return std::nullopt;
  PutRun(command, made.work->flat);
  return PrintWithComments(*request, made.work->flat, reporter);
}

// What the control file says, if there is one; nothing after errors.
auto TryExperiment(const TranslateCommand& command, const emit::Target& target, Reporter& reporter)
    -> std::optional<Experiment> {
  if (command.experiment.empty()) return Experiment();
  const source::BufferId buffer = reporter.buffers().Load(command.experiment, reporter.emitter());
  if (!buffer.has_value()) return std::nullopt;
  return ReadExperiment(buffer, target.title, reporter);
}

// The control file holds where the command line says nothing.
void TakeNumbers(const Experiment& experiment, TranslateCommand& command) {
  const auto is_given = [&](const char* name) { return command.command->IsGiven(name); };
  emit::TranslateOptions& options = command.options;
  if (experiment.stop && !is_given("--stop")) options.stop = *experiment.stop;
  if (!is_given("--intervals"))
    options.intervals = TryIntervals(experiment, options.start, options.stop).value_or(options.intervals);
}

// Inputs that nobody has given are left to who calls the program, where the target has a place for them.
auto CompileWith(const TranslateCommand& command, const emit::Target& target, session::Request request,
                 bool has_dynamic_states, Reporter& reporter) -> session::Compilation {
  request.options.reduce_index = true;
  request.sections = session::SectionUse::Together;
  request.options.dynamic_states = has_dynamic_states;
  const bool is_function = command.options.form == emit::TranslateOptions::Form::Function;
  const bool is_part = is_function || target.has_free_inputs;
  request.options.keep_outputs = is_part;
  request.run.stop_after = "apply_inputs";
  session::Compilation compilation = session::Compile(request, reporter.buffers(), reporter.emitter());
  if (!compilation.work || compilation.status != transform::Status::Ok) return compilation;
  if (is_part) {
    for (std::string& name : emit::FreeInputs(compilation.work->dae))
      compilation.options.values.push_back({std::move(name), 0.0});
  }
  pipeline::RunOptions run;
  run.start_after = "apply_inputs";
  run.stop_after = "build_initial";
  compilation.status =
      session::RunPasses(*compilation.work, compilation.options, run, reporter.buffers(), reporter.emitter())
          .status;
  return compilation;
}

auto CompileFor(const TranslateCommand& command, const emit::Target& target, const session::Request& request,
                Reporter& reporter) -> session::Compilation {
  session::Compilation compilation = CompileWith(command, target, request, true, reporter);
  if (!compilation.work || compilation.work->dae.state_sets.empty()) return compilation;
  TranslateCommand run = command;
  TakeExperiment(compilation.work->flat, run);
  const bool is_part =
      command.options.form == emit::TranslateOptions::Form::Function || target.has_free_inputs;
  const auto wanted = is_part ? std::nullopt : std::optional(run.options);
  if (!MayFixStates(request, compilation.work->dae, wanted, reporter)) {
    compilation.status = transform::Status::Failed;
    return compilation;
  }
  return CompileWith(command, target, request, false, reporter);
}

void RunTranslate(TranslateCommand command, Context& context) {
  Reporter reporter(context);
  sim::Functions functions;
  context.exit_code = 1;
  if (const auto misplaced = MisplacedOption(command)) {
    reporter.emitter().Emit({}, OptionOfOtherTarget, misplaced->first, misplaced->second);
    return;
  }
  if (command.target == kModelica && !command.experiment.empty()) {
    reporter.emitter().Emit({}, NoExperimentInModelica);
    return;
  }
  const auto watch = WatchLimits(command.model, context, reporter.emitter());
  if (!watch) return;
  if (command.target == kAcsl) {
    if (const auto text = AcslText(command, context, reporter)) Deliver(command, *text, context, reporter);
    return;
  }
  if (command.target == kModelica) {
    if (const auto text = ModelicaText(command, context, reporter))
      Deliver(command, *text, context, reporter);
    return;
  }
  const emit::Target* target = emit::FindTarget(command.target);
  if (target == nullptr) {
    reporter.emitter().Emit({}, UnknownTarget, command.target, TargetNames());
    return;
  }
  auto request = MakeRequest(command.model, context.io, functions, reporter.emitter());
  const auto experiment = TryExperiment(command, *target, reporter);
  if (!request || !experiment) return;
  TakeInputs(*experiment, request->options);
  if (command.form == "function") command.options.form = emit::TranslateOptions::Form::Function;
  if (command.solver == "cvode") command.options.solver = emit::TranslateOptions::Solver::Cvode;
  TakeNumbers(*experiment, command);
  session::Compilation compilation = CompileFor(command, *target, *request, reporter);
  if (!compilation.work || compilation.status != transform::Status::Ok) return;
  TellDecisiveParameters(*compilation.work, reporter);
  TakeExperiment(compilation.work->flat, command);
  TakeNumbers(*experiment, command);
  pipeline::Runner runner;
  transform::PassContext passes{reporter.emitter(), reporter.buffers(), compilation.options, runner};
  auto program = emit::BuildProgram(*compilation.work, passes);
  if (!program) return;
  const auto text = emit::WriteTarget(*program, *target, command.options, passes);
  if (text) Deliver(command, *text, context, reporter);
}

}  // namespace

void AddTranslate(CommandLine& app, Context& context) {
  CommandLine& command = app.AddCommand("translate", "Write a model as a program in another language");
  auto options = std::make_shared<TranslateCommand>();
  options->command = &command;
  options->model.AddFile(command);
  options->model.AddValues(command);
  command.AddOption("--to", options->target, "The language: " + TargetNames(),
                    {.type = "TARGET", .is_required = true});
  command.AddOption("-o,--output", options->output, "Write to this file instead of standard output",
                    {.type = "FILE"});
  command.AddOption("--form", options->form,
                    "program: complete, with integrator and results; function: derivatives for a caller",
                    {.choices = {"program", "function"}});
  command.AddOption("--solver", options->solver,
                    "Integrator of a C program: its own rk45, or cvode to link with",
                    {.choices = {"rk45", "cvode"}});
  command.AddFlag("--per-state", options->options.is_per_state,
                  "Octave: integrate each state by itself, as the μModelica compiler's programs did");
  command.AddOption(
      "--experiment", options->experiment,
      "Control file (DYMOLA 1991) with the end of the run, the interval, the inputs; for ACSL also "
      "sections",
      {.type = "FILE"});
  command.AddFlag("--procedural", options->is_procedural,
                  "ACSL: all equations in one PROCEDURAL block, in their order");
  command.AddOption("--start", options->options.start, "Start of the run", {.type = "TIME"});
  command.AddOption("--stop", options->options.stop, "End of the run", {.type = "TIME"});
  command.AddOption("--tolerance", options->options.tolerance, "Relative tolerance", {.type = "NUMBER"});
  command.AddOption("--intervals", options->options.intervals, "Number of intervals between results",
                    {.type = "N"});
  command.OnRun([options, &context] { RunTranslate(*options, context); });
}

}  // namespace kerf::driver
