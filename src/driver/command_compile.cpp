// kerf compile: a model as a file that runs without its source. kerf dump: what stands in such a file.
#include "compile/make_model.h"
#include "driver/model_file.h"
#include "model/print.h"
#include "session/session.h"
#include "sim/functions.h"

namespace kerf::driver {

namespace {

KERF_DIAG(ProgramNotStored, Error,
          "`{}` cannot be written to a file yet: a program says more about its runs than a compiled model "
          "holds",
          std::string);
KERF_DIAG(TableNotStored, Error,
          "the table for the input `{}` cannot be written to a file yet; an expression can", std::string);

struct CompileOptions {
  ModelOptions model;
  std::string output;
  bool has_implicit_form = false;
};

auto IsProgram(const std::string& target) -> bool {
  return target.ends_with(".csl") || target.ends_with(".cosy");
}

// What a compiled model would not do as the source does is refused.
auto CanBeStored(const CompileOptions& options, const session::Request& request, diag::Emitter& emitter)
    -> bool {
  for (const std::string& target : options.model.targets) {
    if (!IsProgram(target)) continue;
    emitter.Emit({}, ProgramNotStored, target);
    return false;
  }
  for (const transform::GivenInput& input : request.options.inputs) {
    if (!input.is_table) continue;
    emitter.Emit({}, TableNotStored, input.name);
    return false;
  }
  return true;
}

void RunCompile(const CompileOptions& options, Context& context) {
  Reporter reporter(context);
  sim::Functions functions;
  context.exit_code = 1;
  const auto watch = WatchLimits(options.model, context, reporter.emitter());
  if (!watch) return;
  auto request = MakeRequest(options.model, context.io, functions, reporter.emitter());
  if (!request || !CanBeStored(options, *request, reporter.emitter())) return;
  request->options.reduce_index = true;
  request->options.implicit_form = options.has_implicit_form;
  session::Compilation compilation = session::Compile(*request, reporter.buffers(), reporter.emitter());
  if (options.model.timing) PrintTiming(compilation.phases, context.io);
  if (!compilation.work || compilation.status != transform::Status::Ok) return;
  if (!options.model.stop_after.empty()) {
    context.exit_code = 0;
    return;
  }
  const auto compiled = compile::MakeModel(compilation.work);
  const std::string path = options.output.empty() ? compiled->name + ".kerf" : options.output;
  if (!WriteModel(*compiled, path, reporter)) return;
  context.io.out(fmt::format("compiled model: {}\n", path));
  context.exit_code = 0;
}

void RunDump(const std::string& file, Context& context) {
  Reporter reporter(context);
  context.exit_code = 1;
  const auto compiled = TryOpenModel(file, reporter);
  if (!compiled) return;
  context.io.out(model::Print(*compiled));
  context.exit_code = 0;
}

}  // namespace

void AddCompile(CommandLine& app, Context& context) {
  CommandLine& command = app.AddCommand("compile", "Write a model as a file that runs without its source");
  auto options = std::make_shared<CompileOptions>();
  options->model.AddFile(command);
  options->model.AddValues(command);
  options->model.AddPassOptions(command);
  options->model.AddTrust(command);
  command.AddOption("-o,--output", options->output, "The file to write (default: MODEL.kerf)",
                    {.type = "FILE.kerf"});
  command.AddFlag("--implicit", options->has_implicit_form, "Also for --solver ida");
  command.OnRun([options, &context] { RunCompile(*options, context); });
}

void AddDump(CommandLine& app, Context& context) {
  CommandLine& command = app.AddCommand("dump", "Print what a compiled model consists of");
  auto file = std::make_shared<std::string>();
  command.AddOption("FILE", *file, "A file that `kerf compile` has written",
                    {.type = "FILE.kerf", .is_required = true});
  command.OnRun([file, &context] { RunDump(*file, context); });
}

}  // namespace kerf::driver
