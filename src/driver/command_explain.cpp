// kerf explain: what the compiler does with a model, and why.
#include <fstream>

#include "driver/model_options.h"
#include "explain/explain.h"
#include "session/session.h"
#include "sim/functions.h"

namespace kerf::driver {

namespace {

KERF_DIAG(PageNotWritten, Error, "the explanation cannot be written to `{}`", std::string);

struct ExplainOptions {
  ModelOptions model;
  std::string page;
  bool text = false;
};

// A terminal shows less at a time than a page.
auto LimitsFor(const ExplainOptions& options) -> explain::Limits {
  if (!options.page.empty()) return {};
  return {.explicit_equations = 200, .blocks = 50, .block_equations = 60, .rows = 100};
}

void RunExplain(const ExplainOptions& options, Context& context) {
  Reporter reporter(context);
  sim::Functions functions;
  context.exit_code = 1;
  const auto watch = WatchLimits(options.model, context, reporter.emitter());
  if (!watch) return;
  const auto request = MakeRequest(options.model, context.io, functions, reporter.emitter());
  if (!request) return;
  const auto report = explain::Explain(*request, LimitsFor(options), reporter.buffers(), reporter.emitter());
  if (!report) return;
  if (options.page.empty() || options.text) context.io.out(explain::TextOf(*report));
  context.exit_code = 0;
  if (options.page.empty()) return;
  std::ofstream file(options.page, std::ios::binary);
  file << explain::HtmlOf(*report);
  file.close();
  if (file) {
    context.io.out(fmt::format("explanation: {}\n", options.page));
    return;
  }
  reporter.emitter().Emit({}, PageNotWritten, options.page);
  context.exit_code = 1;
}

}  // namespace

void AddExplain(CommandLine& app, Context& context) {
  CommandLine& command = app.AddCommand(
      "explain", "Explain order of solution, states, index reduction and events, as text or as a page");
  auto options = std::make_shared<ExplainOptions>();
  options->model.AddFile(command);
  options->model.AddValues(command);
  command.AddOption("-o,--output", options->page, "Write one HTML page to this file instead of text",
                    {.type = "FILE.html"});
  command.AddFlag("--text", options->text, "Print text, also beside a page");
  command.OnRun([options, &context] { RunExplain(*options, context); });
}

}  // namespace kerf::driver
