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
    char* line = readline(processor.is_reading_model() ? "  " : "> ");
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

void RunDymola(const std::string& file, Context& context) {
  CommandProcessor processor(context.io, context);
  const bool read = file.empty() || processor.ReadFile(file);
  if (read && context.io.is_interactive) {
    context.io.out("DYMOLA 1978 command processor; `help` lists the commands.\n");
    RunAtTerminal(processor);
  } else if (read) {
    RunOnStream(processor, *context.io.in);
  }
  processor.End();
  context.exit_code = processor.had_errors() ? 1 : 0;
}

}  // namespace

void AddDymola(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("dymola", "The command processor of the 1978 translator");
  auto file = std::make_shared<std::string>();
  command->add_option("FILE", *file, "Models and commands to read first");
  command->callback([file, &context] { RunDymola(*file, context); });
}

}  // namespace kerf::driver
