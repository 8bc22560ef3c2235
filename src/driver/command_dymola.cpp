// kerf dymola: the command processor at a terminal, with line editing and history, or on piped input.
#include <cstdio>
#include <cstdlib>

#include <editline/readline.h>

#include "driver/command_processor.h"

namespace kerf::driver {

namespace {

void RunAtTerminal(CommandProcessor& processor) {
  using_history();
  while (!processor.is_stopped()) {
    char* line = readline(processor.prompt());
    if (line == nullptr) break;
    if (*line != '\0') add_history(line);
    processor.Line(line);
    std::free(line);
    std::fflush(stdout);
  }
}

void RunOnStream(CommandProcessor& processor, std::istream& in) {
  std::string line;
  while (!processor.is_stopped() && std::getline(in, line)) processor.Line(line);
}

void RunDymola(const std::string& file, const std::string& dialect, Context& context) {
  CommandProcessor processor(context.io, context, DialectOf(dialect));
  const bool read = file.empty() || processor.ReadFile(file);
  if (read && context.io.is_interactive) {
    context.io.out("DYMOLA command processor; `help` lists the commands.\n");
    RunAtTerminal(processor);
  } else if (read) {
    RunOnStream(processor, *context.io.in);
  }
  processor.End();
  context.exit_code = processor.had_errors() ? 1 : 0;
}

}  // namespace

void AddDymola(CommandLine& app, Context& context) {
  CommandLine& command =
      app.AddCommand("dymola", "The command processor of the translators of 1978 and 1991");
  auto file = std::make_shared<std::string>();
  command.AddOption("FILE", *file, "Models and commands to read first");
  auto dialect = std::make_shared<std::string>("auto");
  command.AddOption("--dialect", *dialect,
                    "Read models in the dialect of 1978 or 1991 (default: by what they use)",
                    {.choices = {"auto", "1978", "1991"}});
  command.OnRun([file, dialect, &context] { RunDymola(*file, *dialect, context); });
}

}  // namespace kerf::driver
