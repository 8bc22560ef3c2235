// The commands of the command line. Each adds itself to the application and stores its exit code when it has
// run.
#pragma once

#include <CLI/CLI.hpp>

#include "driver/io.h"

namespace kerf::driver {

struct Context {
  Io& io;
  int exit_code = 0;
  // Diagnostics as JSON, one object a line.
  bool json_diagnostics = false;
};

void AddSimulate(CLI::App& app, Context& context);
void AddEquations(CLI::App& app, Context& context);
void AddCheck(CLI::App& app, Context& context);
void AddSteady(CLI::App& app, Context& context);
void AddSolve(CLI::App& app, Context& context);
void AddLinearize(CLI::App& app, Context& context);
void AddStructure(CLI::App& app, Context& context);
void AddExplain(CLI::App& app, Context& context);
void AddTranslate(CLI::App& app, Context& context);
void AddDymola(CLI::App& app, Context& context);
void AddPasses(CLI::App& app, Context& context);
void AddLibrary(CLI::App& app, Context& context);
void AddParse(CLI::App& app, Context& context);
void AddFormat(CLI::App& app, Context& context);
void AddFlatten(CLI::App& app, Context& context);
void AddLsp(CLI::App& app, Context& context);
void AddCompare(CLI::App& app, Context& context);
void AddRatchet(CLI::App& app, Context& context);

}  // namespace kerf::driver
