// kerf flatten: the flat model as Modelica text.
#include "driver/explain.h"
#include "driver/model_options.h"
#include "flat/print.h"
#include "session/session.h"
#include "sim/functions.h"

namespace kerf::driver {

namespace {

struct FlattenOptions {
  ModelOptions model;
  bool quiet = false;
};

void RunFlatten(const FlattenOptions& options, Context& context) {
  Reporter reporter(context);
  sim::Functions functions;
  context.exit_code = 1;
  const auto watch = WatchLimits(options.model, context, reporter.emitter());
  if (!watch) return;
  auto request = MakeRequest(options.model, context.io, functions, reporter.emitter());
  if (!request) return;
  if (!options.model.why.empty()) return ExplainVariables(*request, options.model.why, reporter, context);
  std::vector<session::Phase> phases;
  const auto flat =
      session::MakeFlat(*request, request->options, reporter.buffers(), reporter.emitter(), phases);
  if (options.model.timing) PrintTiming(phases, context.io);
  if (!flat) return;
  if (!options.quiet) context.io.out(flat::Print(*flat));
  context.exit_code = 0;
}

}  // namespace

void AddFlatten(CommandLine& app, Context& context) {
  auto options = std::make_shared<FlattenOptions>();
  CommandLine& command =
      app.AddCommand("flatten", "Print a model with all its parts as one flat Modelica model");
  options->model.AddFile(command);
  options->model.AddWhy(command);
  command.AddFlag("--timing", options->model.timing, "Print the time of each phase");
  command.AddFlag("--quiet", options->quiet, "Only say what is wrong");
  command.OnRun([options, &context] { RunFlatten(*options, context); });
}

}  // namespace kerf::driver
