// kerf fmu: a model as a Functional Mock-up Unit.
#include <algorithm>

#include "driver/model_file.h"
#include "pack/write_fmu.h"
#include "sim/functions.h"

namespace kerf::driver {

namespace {

KERF_DIAG(CombinedProgramFmu, Error,
          "`{}` cannot become an FMU: it is a combined program, whose processes FMI does not know",
          std::string);
KERF_DIAG(UnknownFmiVersion, Error, "there is no FMI {}; there are 2 and 3", std::string);
KERF_DIAG(UnknownFmuType, Error, "there is no type `{}` of FMU; there are me and cs", std::string);

struct FmuOptions {
  ModelOptions model;
  std::string output;
  std::string version = "2";
  std::string types = "me,cs";
  bool is_source = false;
};

auto TryFmuOptions(const FmuOptions& options, diag::Emitter& emitter) -> std::optional<pack::FmuOptions> {
  pack::FmuOptions fmu;
  fmu.path = options.output;
  fmu.is_source = options.is_source;
  fmu.is_version_3 = options.version == "3" || options.version == "3.0";
  fmu.has_model_exchange = fmu.has_co_simulation = false;
  if (!fmu.is_version_3 && options.version != "2" && options.version != "2.0") {
    emitter.Emit({}, UnknownFmiVersion, options.version);
    return std::nullopt;
  }
  for (const std::string& type : SplitNames(options.types)) {
    if (type != "me" && type != "cs") {
      emitter.Emit({}, UnknownFmuType, type);
      return std::nullopt;
    }
    (type == "me" ? fmu.has_model_exchange : fmu.has_co_simulation) = true;
  }
  const auto& targets = options.model.targets;
  const auto program =
      std::ranges::find_if(targets, [](const std::string& target) { return target.ends_with(".cosy"); });
  if (program == targets.end()) return fmu;
  emitter.Emit({}, CombinedProgramFmu, *program);
  return std::nullopt;
}

void RunFmu(const FmuOptions& options, Context& context) {
  Reporter reporter(context);
  context.exit_code = 1;
  const auto watch = WatchLimits(options.model, context, reporter.emitter());
  if (!watch) return;
  const auto fmu = TryFmuOptions(options, reporter.emitter());
  if (!fmu) return;
  sim::Functions functions;
  auto request = MakeRequest(options.model, context.io, functions, reporter.emitter());
  if (!request) return;
  const pack::WrittenFmu written =
      pack::WriteFmu(std::move(*request), *fmu, reporter.buffers(), reporter.emitter());
  if (options.model.timing) PrintTiming(written.phases, context.io);
  if (written.path.empty()) return;
  context.io.out(fmt::format("FMU: {}\n", written.path));
  context.exit_code = 0;
}

}  // namespace

void AddFmu(CommandLine& app, Context& context) {
  CommandLine& command =
      app.AddCommand("fmu", "Export a model as a Functional Mock-up Unit (FMI 2.0 or 3.0)");
  auto options = std::make_shared<FmuOptions>();
  options->model.AddFile(command);
  options->model.AddValues(command);
  options->model.AddPassOptions(command);
  options->model.AddTrust(command);
  command.AddOption("-o,--output", options->output, "The file to write (default: MODEL.fmu)",
                    {.type = "FILE.fmu"});
  command.AddOption("--fmi", options->version, "Version of FMI: 2 or 3", {.shows_default = true});
  command.AddOption("--type", options->types, "Model exchange (me), co-simulation (cs), or both",
                    {.type = "NAMES", .shows_default = true});
  command.AddFlag("--source", options->is_source, "C sources in place of the code for this machine");
  command.OnRun([options, &context] { RunFmu(*options, context); });
}

}  // namespace kerf::driver
