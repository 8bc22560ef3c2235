// kerf steady and kerf solve: the equations once, with other variables known.
#include <nlohmann/json.hpp>

#include "analysis/solve_point.h"
#include "base/number_text.h"
#include "driver/model_options.h"
#include "session/assignments.h"
#include "session/session.h"
#include "sim/functions.h"

namespace kerf::driver {

namespace {

struct SolveOptions {
  ModelOptions model;
  std::vector<std::string> known;
  std::vector<std::string> unknown;
  double time = 0;
  bool steady = false;
  bool json = false;
};

// `--known a,b=5` makes variables known and gives values.
auto AddKnown(const SolveOptions& options, session::Request& request, diag::Emitter& emitter) -> bool {
  std::vector<std::string> assignments;
  for (const std::string& list : options.known) {
    for (const std::string& item : SplitNames(list)) {
      const size_t equals = item.find('=');
      request.options.known.push_back(item.substr(0, equals));
      if (equals != std::string::npos) assignments.push_back(item);
    }
  }
  for (const std::string& list : options.unknown) {
    for (const std::string& item : SplitNames(list)) request.options.unknown.push_back(item);
  }
  return session::ParseAssignments(assignments, "--known", request.options.values, request.value_texts,
                                   emitter);
}

// What was sought, without what passes have added for themselves.
auto SoughtVars(const transform::Work& work) -> std::vector<expr::VarId> {
  std::vector<expr::VarId> sought;
  for (const auto id : work.dae.vars.ids()) {
    if (!work.known[id.index] && !work.dae.vars[id].is_internal) sought.push_back(id);
  }
  return sought;
}

void PrintValues(const transform::Work& work, const sim::Outcome& outcome, bool json, const Io& io) {
  nlohmann::ordered_json object;
  size_t width = 0;
  const std::vector<expr::VarId> sought = SoughtVars(work);
  for (const auto id : sought) width = std::max(width, dae::FullName(work.dae, id).size());
  for (const auto id : sought) {
    const std::string name = dae::FullName(work.dae, id);
    // Adding zero turns -0 into 0.
    const double value = outcome.final_values[id.index] + 0.0;
    if (json) {
      object[name] = value;
    } else {
      io.out(fmt::format("{:<{}} = {}\n", name, width, base::NumberText(value)));
    }
  }
  if (json) io.out(object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

void RunSolve(const SolveOptions& options, Context& context) {
  Reporter reporter(context);
  sim::Functions functions;
  context.exit_code = 1;
  const auto watch = WatchLimits(options.model, context, reporter.emitter());
  if (!watch) return;
  auto request = MakeRequest(options.model, context.io, functions, reporter.emitter());
  if (!request || !AddKnown(options, *request, reporter.emitter())) return;
  request->options.problem = options.steady ? transform::Problem::Steady : transform::Problem::Instant;
  const sim::Engine engine = options.model.interpret ? sim::Engine::Interpreter : sim::Engine::Jit;
  const analysis::Point point =
      analysis::SolvePoint(*request, options.time, engine, functions, reporter.buffers(), reporter.emitter());
  const session::Compilation& compilation = point.compilation;
  if (options.model.timing) PrintTiming(compilation.phases, context.io);
  if (!compilation.work || compilation.status != transform::Status::Ok) return;
  if (!request->run.stop_after.empty()) {
    context.exit_code = 0;
    return;
  }
  if (!point.outcome.ok) return;
  PrintValues(*compilation.work, point.outcome, options.json, context.io);
  context.exit_code = 0;
}

void AddCommand(CommandLine& app, Context& context, const std::string& name, const std::string& summary,
                bool steady) {
  CommandLine& command = app.AddCommand(name, summary);
  auto options = std::make_shared<SolveOptions>();
  options->steady = steady;
  options->model.AddFile(command);
  options->model.AddValues(command);
  options->model.AddPassOptions(command);
  options->model.AddTrust(command);
  command.AddOption("--known", options->known, "Variables to take as known, with values: y=5,dervc=0",
                    {.type = "NAMES", .takes_one = true});
  command.AddOption("--unknown", options->unknown,
                    "Variables to solve for although they are normally given: R1,R2",
                    {.type = "NAMES", .takes_one = true});
  command.AddOption("--time", options->time, "The instant at which the equations are solved");
  command.AddFlag("--json", options->json, "Print the values as JSON");
  command.OnRun([options, &context] { RunSolve(*options, context); });
}

}  // namespace

void AddSteady(CommandLine& app, Context& context) {
  AddCommand(app, context, "steady", "Find a steady state: all derivatives zero, states unknown", true);
}

void AddSolve(CommandLine& app, Context& context) {
  AddCommand(app, context, "solve",
             "Solve the equations once, with other variables known and unknown (initial values, design)",
             false);
}

}  // namespace kerf::driver
