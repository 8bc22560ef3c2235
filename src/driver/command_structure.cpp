// kerf structure: what can be said without numbers.
#include "analysis/structure.h"
#include "driver/model_options.h"
#include "session/session.h"
#include "sim/functions.h"

namespace kerf::driver {

namespace {

struct StructureOptions {
  ModelOptions model;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  bool json = false;
};

auto SplitAll(const std::vector<std::string>& lists) -> std::vector<std::string> {
  std::vector<std::string> names;
  for (const std::string& list : lists) {
    for (std::string& name : SplitNames(list)) names.push_back(std::move(name));
  }
  return names;
}

void RunStructure(const StructureOptions& options, Context& context) {
  Reporter reporter(context);
  sim::Functions functions;
  context.exit_code = 1;
  const auto watch = WatchLimits(options.model, context, reporter.emitter());
  if (!watch) return;
  const auto request = MakeRequest(options.model, context.io, functions, reporter.emitter());
  if (!request) return;
  const auto structure = analysis::AnalyseStructure(
      *request, SplitAll(options.inputs), SplitAll(options.outputs), reporter.buffers(), reporter.emitter());
  if (!structure) return;
  context.io.out(options.json ? analysis::JsonOf(*structure) : analysis::TextOf(*structure));
  context.exit_code = 0;
}

}  // namespace

void AddStructure(CommandLine& app, Context& context) {
  CommandLine& command = app.AddCommand(
      "structure", "Structural controllability and observability, orders of influence, subsystems");
  auto options = std::make_shared<StructureOptions>();
  options->model.AddFile(command);
  options->model.AddValues(command);
  command.AddOption("--inputs", options->inputs, "Inputs and parameters to consider (default: all inputs)",
                    {.type = "NAMES", .takes_one = true});
  command.AddOption("--outputs", options->outputs, "Variables to consider as outputs (default: all outputs)",
                    {.type = "NAMES", .takes_one = true});
  command.AddFlag("--json", options->json, "Print the result as JSON");
  command.OnRun([options, &context] { RunStructure(*options, context); });
}

}  // namespace kerf::driver
