// kerf lsp: the language server for editors, on the standard streams of the process.
#include <unistd.h>

#include "driver/commands.h"
#include "lang/modelica/library/search_path.h"
#include "lsp/run.h"

namespace kerf::driver {

namespace {

struct LspCommand {
  std::vector<std::string> libraries;
  int pause = lsp::RunOptions().pause;
  bool uses_stdio = true;
};

void RunLsp(const LspCommand& command, Context& context) {
  const modelica::Environment environment = modelica::ReadEnvironment();
  lsp::RunOptions options;
  options.server.libraries = command.libraries;
  options.server.library_path = modelica::LibraryPath({}, environment);
  options.server.cache_folder = modelica::UserCacheFolder(environment);
  options.pause = command.pause;
  context.exit_code = lsp::Run(STDIN_FILENO, STDOUT_FILENO, options);
}

}  // namespace

void AddLsp(CommandLine& app, Context& context) {
  auto options = std::make_shared<LspCommand>();
  CommandLine& command = app.AddCommand("lsp", "Serve an editor: the language server for Modelica");
  command.AddOption("--library", options->libraries, "Folders that hold Modelica libraries");
  command.AddOption("--pause", options->pause,
                    "Check a text when nothing has been typed for so long [ms] (default 300)",
                    {.range = {{0, 60000}}});
  // Editors add it; there is no other way to talk.
  command.AddFlag("--stdio", options->uses_stdio, "Use the standard streams, as always");
  command.OnRun([options, &context] { RunLsp(*options, context); });
}

}  // namespace kerf::driver
