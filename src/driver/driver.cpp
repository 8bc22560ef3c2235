// Parsing of the command line and the choice of the command.
#include <algorithm>

#include <fmt/format.h>

#include "base/nearest.h"
#include "driver/commands.h"
#include "driver/phase_display.h"

namespace kerf::driver {

namespace {

// A first word that is no command would be told by CLI11 as an argument too many.
auto UnknownCommand(const CommandLine& app, const std::vector<std::string>& arguments) -> std::string {
  const auto is_word = [](const std::string& argument) { return !argument.starts_with("-"); };
  const auto word = std::ranges::find_if(arguments, is_word);
  if (word == arguments.end()) return "";
  const std::vector<std::string> names = app.CommandNames();
  if (std::ranges::count(names, *word) > 0) return "";
  const std::string nearest = base::Nearest(*word, names);
  const std::string hint =
      nearest.empty() ? "`kerf --help` lists them" : fmt::format("did you mean `{}`?", nearest);
  return fmt::format("There is no command `{}`; {}\n", *word, hint);
}

}  // namespace

auto Main(const std::vector<std::string>& arguments, Io& io) -> int {
  CommandLine app("kerf", "Kerf: write equations, connect parts, get numbers, plots and explanations.");
  app.AddVersion("--version", "kerf 0.1.0");
  app.RequireCommands(0, 1);
  app.SetFooter("`kerf COMMAND --help` tells more. The language is described in docs/dymola.md.");
  PhaseDisplay phases(io);
  Context context{io};
  context.phases = &phases;
  app.AddFlag("--json-diagnostics", context.json_diagnostics,
              "Print errors and warnings as JSON, one object a line");
  AddSimulate(app, context);
  AddEquations(app, context);
  AddCheck(app, context);
  AddSteady(app, context);
  AddSolve(app, context);
  AddLinearize(app, context);
  AddStructure(app, context);
  AddExplain(app, context);
  AddTranslate(app, context);
  AddCompile(app, context);
  AddFmu(app, context);
  AddImport(app, context);
  AddDump(app, context);
  AddDymola(app, context);
  AddPasses(app, context);
  AddLibrary(app, context);
  AddParse(app, context);
  AddFormat(app, context);
  AddFlatten(app, context);
  AddLsp(app, context);
  AddCompare(app, context);
  AddRatchet(app, context);
  if (const std::string unknown = UnknownCommand(app, arguments); !unknown.empty()) {
    io.err(unknown);
    return 2;
  }
  if (const auto end = app.Parse(arguments)) {
    io.out(end->out);
    io.err(end->err);
    return end->is_error ? 2 : 0;
  }
  if (!app.HasCommand() && !app.IsGiven("--list-passes")) io.out(app.Help());
  return context.exit_code;
}

}  // namespace kerf::driver
