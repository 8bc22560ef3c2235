// Parsing of the command line and the choice of the command.
#include <sstream>

#include "driver/commands.h"

namespace kerf::driver {

auto Main(const std::vector<std::string>& arguments, Io& io) -> int {
  CLI::App app{"Kerf: write equations, connect parts, get numbers, plots and explanations.", "kerf"};
  app.set_version_flag("--version", "kerf 0.1.0");
  app.require_subcommand(0, 1);
  app.footer("`kerf COMMAND --help` tells more. The language is described in docs/dymola.md.");
  Context context{io};
  app.add_flag("--json-diagnostics", context.json_diagnostics,
               "Print errors and warnings as JSON, one object a line");
  AddSimulate(app, context);
  AddEquations(app, context);
  AddCheck(app, context);
  AddSteady(app, context);
  AddSolve(app, context);
  AddDymola(app, context);
  AddPasses(app, context);
  // CLI11 takes arguments from the back.
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
    if (app.get_subcommands().empty()) io.out(app.help());
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream err;
    const int code = app.exit(error, out, err);
    io.out(out.str());
    io.err(err.str());
    return code == 0 ? 0 : 2;
  }
  return context.exit_code;
}

}  // namespace kerf::driver
