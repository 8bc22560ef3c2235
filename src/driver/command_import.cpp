// kerf import: an FMU as a model that others contain.
#include <filesystem>
#include <fstream>

#include "driver/commands.h"
#include "driver/model_options.h"
#include "session/read_fmu.h"

namespace kerf::driver {

namespace {

KERF_DIAG(CannotWriteImport, Error, "cannot write `{}`", std::string);

struct ImportOptions {
  std::string fmu;
  std::string output;
  std::string name;
  std::string type;
};

// Only the description is read; no code of the FMU runs.
void RunImport(const ImportOptions& options, Context& context) {
  Reporter reporter(context);
  context.exit_code = 1;
  const session::FmuUse use = options.type == "cs"   ? session::FmuUse::CoSimulation
                              : options.type == "me" ? session::FmuUse::ModelExchange
                                                     : session::FmuUse::Any;
  const std::string stem = std::filesystem::path(options.output).stem().string();
  const auto text =
      session::TryImport(options.fmu, use, options.name.empty() ? stem : options.name, reporter.emitter());
  if (!text) return;
  context.exit_code = 0;
  if (options.output.empty()) return context.io.out(*text);
  std::ofstream(options.output, std::ios::binary) << *text;
  std::ifstream check(options.output);
  if (check.good()) return context.io.out(fmt::format("model: {}\n", options.output));
  reporter.emitter().Emit({}, CannotWriteImport, options.output);
  context.exit_code = 1;
}

}  // namespace

void AddImport(CommandLine& app, Context& context) {
  CommandLine& command =
      app.AddCommand("import", "Write a Functional Mock-up Unit (FMI 2.0 or 3.0) as a model in Modelica");
  auto options = std::make_shared<ImportOptions>();
  command.AddOption("FMU", options->fmu, "The FMU", {.type = "FILE.fmu", .is_required = true});
  command.AddOption("-o,--output", options->output, "The file to write (default: the terminal)",
                    {.type = "FILE.mo"});
  command.AddOption("--name", options->name, "Name of the model (default: that of the file, or of the FMU)",
                    {.type = "NAME"});
  command.AddOption("--type", options->type,
                    "Model exchange (me) or co-simulation (cs); default: me where the FMU has both",
                    {.choices = {"me", "cs"}});
  command.OnRun([options, &context] { RunImport(*options, context); });
}

}  // namespace kerf::driver
