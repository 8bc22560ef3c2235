// kerf equations, kerf check and kerf passes: what a model says, without running it.
#include <algorithm>

#include "driver/explain.h"
#include "driver/model_options.h"
#include "lang/modelica/flatten/flatten.h"
#include "lsp/check_filter.h"
#include "session/listing.h"
#include "session/session.h"
#include "sim/functions.h"

namespace kerf::driver {

namespace {

struct EquationsOptions {
  ModelOptions model;
  bool sorted = false;
  bool solved = false;
  bool eliminate = false;
  bool canonical = false;
};

void RunEquations(const EquationsOptions& options, Context& context) {
  Reporter reporter(context);
  sim::Functions functions;
  context.exit_code = 1;
  const auto watch = WatchLimits(options.model, context, reporter.emitter());
  if (!watch) return;
  auto request = MakeRequest(options.model, context.io, functions, reporter.emitter());
  if (!request) return;
  if (!options.model.why.empty()) return ExplainVariables(*request, options.model.why, reporter, context);
  const bool blocks = options.sorted || options.solved;
  request->options.eliminate = options.eliminate;
  if (request->run.stop_after.empty())
    request->run.stop_after = blocks ? "solve_blocks" : "eliminate_aliases";
  const session::Compilation compilation = session::Compile(*request, reporter.buffers(), reporter.emitter());
  if (!compilation.work || compilation.status != transform::Status::Ok) return;
  session::EquationListing listing(*compilation.work);
  if (options.canonical) {
    context.io.out(listing.Canonical());
  } else {
    context.io.out(blocks ? listing.Blocks(options.solved) : listing.Equations());
  }
  if (options.model.timing) PrintTiming(compilation.phases, context.io);
  context.exit_code = 0;
}

// "3 nonlinear blocks (6 → 1, 6 → 1 unknowns)".
auto BlockSummary(const transform::Work& work, transform::BlockKind kind, std::string_view name)
    -> std::string {
  constexpr size_t kMaxListed = 8;
  std::vector<std::string> sizes;
  size_t count = 0;
  for (const transform::Block& block : work.blocks) {
    if (block.kind != kind) continue;
    if (++count > kMaxListed) continue;
    sizes.push_back(block.inner.empty()
                        ? fmt::format("{}", block.equations.size())
                        : fmt::format("{} → {}", block.equations.size(), block.iteration_vars.size()));
  }
  if (count == 0) return "";
  if (count > kMaxListed) sizes.emplace_back("…");
  return fmt::format("  {} {} block{} of {} unknowns\n", count, name, count == 1 ? "" : "s",
                     fmt::join(sizes, ", "));
}

void PrintPartial(const modelica::ComponentReport& report, const Io& io) {
  const auto n_unknowns = static_cast<size_t>(report.n_unknowns);
  io.out(fmt::format("{}: partial; {} so far for {}\n", report.name,
                     Counted(static_cast<size_t>(report.n_equations), "equation"),
                     Counted(n_unknowns, "unknown")));
}

void PrintOpen(const modelica::ComponentReport& report, const Io& io) {
  io.out(fmt::format(
      "{}: names are right; packages, functions or sizes that its users choose are missing, so it "
      "is not checked further\n",
      report.name));
}

void PrintSummary(const transform::Work& work, const modelica::ComponentReport& component, const Io& io) {
  size_t n_states = 0;
  // A compilation that stops early knows only what occurs differentiated.
  const bool is_chosen = !work.aliases.representative.empty();
  for (const expr::VarId id : work.dae.vars.ids()) {
    const bool is_state =
        is_chosen ? transform::IsState(work, id) : work.dae.vars[id].kind == dae::VarKind::State;
    n_states += is_state ? 1 : 0;
  }
  const auto n_trivial = std::ranges::count(work.aliases.trivial, true);
  const auto n_outside = static_cast<size_t>(component.n_outside);
  io.out(fmt::format("{}: {}, {} ({} of the form a = b), {}\n", work.dae.world->names[work.dae.name],
                     Counted(work.dae.vars.size(), "variable"),
                     Counted(work.dae.equations.size() - n_outside, "equation"), n_trivial,
                     Counted(n_states, "state")));
  const auto n_given = static_cast<size_t>(component.n_outside - component.n_inputs);
  if (n_given > 0) {
    io.out(fmt::format("  checked as a component: {} more come{} from what is connected to {}\n",
                       Counted(n_given, "equation"), n_given == 1 ? "s" : "",
                       fmt::join(component.open_connectors, ", ")));
  }
  if (!work.blocks.empty())
    io.out(fmt::format("  {} in order of solution\n", Counted(work.blocks.size(), "block")));
  io.out(BlockSummary(work, transform::BlockKind::Linear, "linear"));
  io.out(BlockSummary(work, transform::BlockKind::Nonlinear, "nonlinear"));
}

struct Checked {
  std::shared_ptr<modelica::ComponentReport> component;
  session::Compilation compilation;
  std::vector<diag::Diagnostic> all;
};

auto CheckOnce(session::Request request, bool relates_inputs, Reporter& reporter) -> Checked {
  Checked checked;
  checked.component = std::make_shared<modelica::ComponentReport>();
  checked.component->relates_inputs = relates_inputs;
  request.component = checked.component;
  diag::CollectingConsumer collected;
  diag::Emitter emitter(collected);
  checked.compilation = session::Compile(request, reporter.buffers(), emitter);
  checked.all = std::move(collected.all);
  return checked;
}

auto IsSingular(const Checked& checked) -> bool {
  const auto is_singular = [](const diag::Diagnostic& diagnostic) {
    return diagnostic.code == "structurally-singular";
  };
  return std::ranges::any_of(checked.all, is_singular);
}

// A part that cannot be solved for known inputs may be there to tell what an input is, as inverses of blocks
// do, or need derivatives of it.
auto Check(const session::Request& request, Reporter& reporter) -> Checked {
  Checked checked = CheckOnce(request, false, reporter);
  const modelica::ComponentReport& report = *checked.component;
  if (!IsSingular(checked) || !report.has_ports || report.has_experiment) return checked;
  Checked related = CheckOnce(request, true, reporter);
  return IsSingular(related) ? std::move(checked) : std::move(related);
}

void RunCheck(const ModelOptions& options, Context& context) {
  Reporter reporter(context);
  sim::Functions functions;
  context.exit_code = 1;
  const auto watch = WatchLimits(options, context, reporter.emitter());
  if (!watch) return;
  auto request = MakeRequest(options, context.io, functions, reporter.emitter());
  if (!request) return;
  if (!options.why.empty()) return ExplainVariables(*request, options.why, reporter, context);
  Checked checked = Check(*request, reporter);
  const session::Compilation& compilation = checked.compilation;
  const modelica::ComponentReport& component = *checked.component;
  const bool is_part = component.is_partial || (component.has_ports && !component.has_experiment);
  // Users of a part give what it leaves open; then only wrong names are wrong by themselves.
  const bool is_open = is_part && lsp::HasOpenChoice(checked.all);
  if (component.is_partial || is_open) lsp::KeepNames(checked.all);
  if (is_part) lsp::DropWhatPartsLack(checked.all);
  for (const diag::Diagnostic& diagnostic : checked.all) reporter.emitter().Take(diagnostic);
  if (options.timing) PrintTiming(compilation.phases, context.io);
  if (reporter.emitter().n_errors() > 0) return;
  context.exit_code = component.is_partial || is_open ? 0 : 1;
  if (component.is_partial) return PrintPartial(component, context.io);
  if (is_open) return PrintOpen(component, context.io);
  if (!compilation.work || compilation.status != transform::Status::Ok) return;
  PrintSummary(*compilation.work, component, context.io);
  context.exit_code = 0;
}

}  // namespace

void AddEquations(CommandLine& app, Context& context) {
  CommandLine& command = app.AddCommand("equations", "Print the equations of a model");
  auto options = std::make_shared<EquationsOptions>();
  options->model.AddFile(command);
  options->model.AddFmuType(command);
  options->model.AddValues(command);
  options->model.AddPassOptions(command);
  options->model.AddWhy(command);
  command.AddFlag("--sorted", options->sorted,
                  "In order of solution, the unknown of each equation in brackets");
  command.AddFlag("--solved", options->solved,
                  "In order of solution, solved for the unknowns where that is possible");
  command.AddFlag("--canonical", options->canonical,
                  "In the canonical form of the μModelica compiler: sums of products, sorted, = 0.0");
  command.AddFlag("--eliminate", options->eliminate, "Replace variables that are equal by one of them");
  command.OnRun([options, &context] { RunEquations(*options, context); });
}

void AddCheck(CommandLine& app, Context& context) {
  CommandLine& command = app.AddCommand("check", "Check a model and tell its structure");
  auto options = std::make_shared<ModelOptions>();
  options->AddFile(command);
  options->AddFmuType(command);
  options->AddValues(command);
  options->AddPassOptions(command);
  options->AddWhy(command);
  command.OnRun([options, &context] { RunCheck(*options, context); });
}

void AddPasses(CommandLine& app, Context& context) {
  CommandLine& command = app.AddCommand("passes", "List the passes of the compiler in order");
  const auto list = [&context] {
    for (const pipeline::Pass& pass : pipeline::Passes())
      context.io.out(fmt::format("{:<20} {}\n", pass.name, pass.summary));
  };
  command.OnRun(list);
  app.AddFlag("--list-passes", list, "List the passes of the compiler in order");
}

}  // namespace kerf::driver
