// kerf fmu: a model as a Functional Mock-up Unit.
#include <array>
#include <filesystem>

#include "compile/bundle.h"
#include "compile/make_model.h"
#include "compile/store.h"
#include "driver/model_file.h"
#include "fmi/package.h"
#include "model/file.h"
#include "session/find_process.h"
#include "session/installation.h"
#include "session/session.h"
#include "sim/functions.h"

namespace kerf::driver {

namespace {

KERF_DIAG(CombinedProgramFmu, Error,
          "`{}` cannot become an FMU: it is a combined program, whose processes FMI does not know",
          std::string);
KERF_DIAG(ProcessFmu, Error,
          "the model cannot become an FMU: its process `{}` acts on it, which FMI does not know",
          std::string);
KERF_DIAG(
    SectionsFmu, Error,
    "`{}` cannot become an FMU: its DERIVATIVE sections are integrated apart, each by a method of its own",
    std::string);
KERF_DIAG(TableFmu, Error, "the table for the input `{}` cannot become part of an FMU yet; an expression can",
          std::string);
KERF_DIAG(CannotBeFmu, Error, "`{}` cannot become an FMU: {}", std::string, std::string);
KERF_DIAG(CannotWriteFmu, Error, "cannot write `{}`: {}", std::string, std::string);
KERF_DIAG(UnknownFmiVersion, Error, "there is no FMI {}; there are 2 and 3", std::string);
KERF_DIAG(UnknownFmuType, Error, "there is no type `{}` of FMU; there are me and cs", std::string);
KERF_DIAG(NoRunTime, Error, "the code of FMUs is missing: there is no `{}`", std::string);

struct FmuOptions {
  ModelOptions model;
  std::string output;
  std::string version = "2";
  std::string types = "me,cs";
};

auto TryPackageOptions(const FmuOptions& options, diag::Emitter& emitter)
    -> std::optional<fmi::PackageOptions> {
  fmi::PackageOptions package;
  package.tool = "Kerf";
  package.library = session::FmuLibraryFile();
  package.has_model_exchange = package.has_co_simulation = false;
  if (options.version == "3" || options.version == "3.0") {
    package.version = fmi::Version::Three;
  } else if (options.version != "2" && options.version != "2.0") {
    emitter.Emit({}, UnknownFmiVersion, options.version);
    return std::nullopt;
  }
  for (const std::string& type : SplitNames(options.types)) {
    if (type != "me" && type != "cs") {
      emitter.Emit({}, UnknownFmuType, type);
      return std::nullopt;
    }
    (type == "me" ? package.has_model_exchange : package.has_co_simulation) = true;
  }
  if (!std::filesystem::is_regular_file(package.library)) {
    emitter.Emit({}, NoRunTime, package.library);
    return std::nullopt;
  }
  return package;
}

// What an FMU would not do as the source does is refused.
auto CanBecomeFmu(const FmuOptions& options, const session::Request& request, Reporter& reporter) -> bool {
  for (const std::string& target : options.model.targets) {
    if (!target.ends_with(".cosy")) continue;
    reporter.emitter().Emit({}, CombinedProgramFmu, target);
    return false;
  }
  for (const transform::GivenInput& input : request.options.inputs) {
    if (!input.is_table) continue;
    reporter.emitter().Emit({}, TableFmu, input.name);
    return false;
  }
  const auto process = session::FindProcess(request, reporter.buffers(), reporter.emitter());
  if (process && !process->empty()) reporter.emitter().Emit({}, ProcessFmu, *process);
  return process && process->empty();
}

// Null after a reported mistake.
auto CompileForFmu(const FmuOptions& options, Reporter& reporter, Context& context)
    -> std::shared_ptr<const model::CompiledModel> {
  sim::Functions functions;
  auto request = MakeRequest(options.model, context.io, functions, reporter.emitter());
  if (!request || !CanBecomeFmu(options, *request, reporter)) return nullptr;
  request->options.reduce_index = true;
  request->options.has_fed_inputs = true;
  request->options.has_directions = true;
  request->sections = session::SectionUse::Apart;
  session::Compilation compilation = session::Compile(*request, reporter.buffers(), reporter.emitter());
  if (options.model.timing) PrintTiming(compilation.phases, context.io);
  if (!compilation.work || compilation.status != transform::Status::Ok) return nullptr;
  auto compiled = compile::MakeModel(compilation.work);
  if (compilation.sections.empty()) return compiled;
  reporter.emitter().Emit({}, SectionsFmu, compiled->name);
  return nullptr;
}

// The model as it stands in the FMU, and in `package` what it needs beside. Null: `why` tells what of it does
// not fit into an FMU.
auto TryStore(const model::CompiledModel& compiled, const source::Buffers& buffers,
              fmi::PackageOptions& package, std::string& why) -> std::shared_ptr<const model::CompiledModel> {
  if (compiled.implicit.is_only) {
    why = "its equations have no state form";
    return nullptr;
  }
  auto storable = compile::MakeStorable(compiled, buffers, compile::Reach::Anywhere, why);
  if (storable) return storable;
  std::string elsewhere;
  storable = compile::MakeStorable(compiled, buffers, compile::Reach::ThisMachine, elsewhere);
  if (!storable || !compile::CallsForeign(*storable)) return nullptr;
  std::vector<compile::BundledFile> files;
  storable = compile::Bundle(compiled, *storable, files, why);
  for (const compile::BundledFile& file : files) package.files.emplace_back(file.name, file.path);
  package.has_states = false;
  return storable;
}

void RunFmu(const FmuOptions& options, Context& context) {
  Reporter reporter(context);
  context.exit_code = 1;
  const auto watch = WatchLimits(options.model, context, reporter.emitter());
  if (!watch) return;
  auto package = TryPackageOptions(options, reporter.emitter());
  if (!package) return;
  const auto compiled = CompileForFmu(options, reporter, context);
  if (!compiled) return;
  std::string why;
  const auto storable = TryStore(*compiled, reporter.buffers(), *package, why);
  if (!storable) {
    reporter.emitter().Emit({}, CannotBeFmu, compiled->name, why);
    return;
  }
  const std::string path = options.output.empty() ? compiled->name + ".fmu" : options.output;
  const std::string error = fmi::WritePackage(*compiled, model::Write(*storable), *package, path);
  if (!error.empty()) {
    reporter.emitter().Emit({}, CannotWriteFmu, path, error);
    return;
  }
  context.io.out(fmt::format("FMU: {}\n", path));
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
  command.OnRun([options, &context] { RunFmu(*options, context); });
}

}  // namespace kerf::driver
