// The commands of the command line. Each adds itself to the application and stores its exit code when it has
// run.
#pragma once

#include "driver/command_line.h"
#include "driver/io.h"

namespace kerf::driver {

class PhaseDisplay;

struct Context {
  Io& io;
  int exit_code = 0;
  // Diagnostics as JSON, one object a line.
  bool json_diagnostics = false;
  // Shows phases that take long once it is started.
  PhaseDisplay* phases = nullptr;
};

void AddSimulate(CommandLine& app, Context& context);
void AddEquations(CommandLine& app, Context& context);
void AddCheck(CommandLine& app, Context& context);
void AddSteady(CommandLine& app, Context& context);
void AddSolve(CommandLine& app, Context& context);
void AddLinearize(CommandLine& app, Context& context);
void AddStructure(CommandLine& app, Context& context);
void AddExplain(CommandLine& app, Context& context);
void AddTranslate(CommandLine& app, Context& context);
void AddCompile(CommandLine& app, Context& context);
void AddFmu(CommandLine& app, Context& context);
void AddImport(CommandLine& app, Context& context);
void AddDump(CommandLine& app, Context& context);
void AddDymola(CommandLine& app, Context& context);
void AddPasses(CommandLine& app, Context& context);
void AddLibrary(CommandLine& app, Context& context);
void AddParse(CommandLine& app, Context& context);
void AddFormat(CommandLine& app, Context& context);
void AddFlatten(CommandLine& app, Context& context);
void AddLsp(CommandLine& app, Context& context);
void AddCompare(CommandLine& app, Context& context);
void AddRatchet(CommandLine& app, Context& context);

}  // namespace kerf::driver
