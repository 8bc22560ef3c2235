// kerf linearize: the linear model near a point.
#include <fstream>

#include "analysis/linearise.h"
#include "driver/model_options.h"
#include "session/session.h"
#include "sim/functions.h"

namespace kerf::driver {

namespace {

KERF_DIAG(UnknownLinearFormat, Error, "`{}`: linear models are written to files .json, .mat and .txt",
          std::string);
KERF_DIAG(LinearNotWritten, Error, "the linear model cannot be written: {}", std::string);
KERF_DIAG(TimeBeforeStart, Error, "--time {} lies before --start {}", double, double);

struct LinearizeOptions {
  ModelOptions model;
  analysis::LineariseOptions linearise;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<std::string> files;
  bool is_steady = false;
  bool json = false;
};

auto WriteFile(const analysis::LinearModel& model, const std::string& path, diag::Emitter& emitter) -> bool {
  if (path.ends_with(".mat")) {
    const std::string error = analysis::WriteMat(model, path);
    if (!error.empty()) emitter.Emit({}, LinearNotWritten, error);
    return error.empty();
  }
  std::ofstream file(path, std::ios::binary);
  file << (path.ends_with(".json") ? analysis::JsonOf(model) : analysis::TextOf(model));
  file.close();
  if (!file) emitter.Emit({}, LinearNotWritten, path);
  return !file.fail();
}

// Before anything is computed.
auto CheckOptions(const LinearizeOptions& options, diag::Emitter& emitter) -> bool {
  bool good = true;
  for (const std::string& file : options.files) {
    if (file.ends_with(".mat") || file.ends_with(".json") || file.ends_with(".txt")) continue;
    emitter.Emit({}, UnknownLinearFormat, file);
    good = false;
  }
  if (options.linearise.time < options.linearise.start && !options.is_steady) {
    emitter.Emit({}, TimeBeforeStart, options.linearise.time, options.linearise.start);
    good = false;
  }
  return good;
}

void RunLinearize(const LinearizeOptions& given, Context& context) {
  Reporter reporter(context);
  sim::Functions functions;
  context.exit_code = 1;
  LinearizeOptions options = given;
  const auto watch = WatchLimits(options.model, context, reporter.emitter());
  if (!watch) return;
  const auto request = MakeRequest(options.model, context.io, functions, reporter.emitter());
  if (!request || !CheckOptions(options, reporter.emitter())) return;
  for (const auto& [lists, names] : {std::pair(&options.inputs, &options.linearise.inputs),
                                     {&options.outputs, &options.linearise.outputs}}) {
    for (const std::string& list : *lists) {
      for (std::string& name : SplitNames(list)) names->push_back(std::move(name));
    }
  }
  if (options.is_steady) options.linearise.point = analysis::PointKind::Steady;
  if (options.model.interpret) options.linearise.engine = sim::Engine::Interpreter;
  const auto model =
      analysis::Linearise(*request, options.linearise, functions, reporter.buffers(), reporter.emitter());
  if (!model) return;
  context.exit_code = 0;
  for (const std::string& file : options.files) {
    if (!WriteFile(*model, file, reporter.emitter())) context.exit_code = 1;
  }
  if (options.json) context.io.out(analysis::JsonOf(*model));
  if (!options.json) context.io.out(analysis::TextOf(*model));
}

}  // namespace

void AddLinearize(CommandLine& app, Context& context) {
  CommandLine& command = app.AddCommand(
      "linearize", "Linear model near a point: A, B, C, D, eigenvalues, time constants, participation");
  auto options = std::make_shared<LinearizeOptions>();
  options->model.AddFile(command);
  options->model.AddValues(command);
  options->model.AddTrust(command);
  command.AddOption("--start", options->linearise.start, "Time at which the model starts");
  command.AddOption("--time", options->linearise.time, "Simulate up to this time and linearise there");
  command.AddFlag("--steady", options->is_steady, "Linearise where all derivatives are zero");
  command.AddOption("--tolerance", options->linearise.tolerance, "Relative tolerance of that simulation");
  const auto add_names = [&](const char* option, std::vector<std::string>& names, const char* text) {
    command.AddOption(option, names, text, {.type = "NAMES", .takes_one = true});
  };
  add_names("--inputs", options->inputs,
            "Inputs and parameters that are inputs of the linear model: u,R1.R (default: all inputs)");
  add_names("--outputs", options->outputs, "Variables that are its outputs: y,x (default: all outputs)");
  command.AddOption("--output", options->files, "File for the linear model: .json, .mat or .txt",
                    {.type = "FILE", .takes_one = true});
  command.AddFlag("--json", options->json, "Print the linear model as JSON");
  command.OnRun([options, &context] { RunLinearize(*options, context); });
}

}  // namespace kerf::driver
