// Reading of shared options.
#include "driver/model_options.h"

#include <cmath>
#include <filesystem>
#include <limits>

#include "base/number_text.h"
#include "diag/consumers.h"
#include "driver/phase_display.h"
#include "lang/modelica/library/search_path.h"
#include "session/assignments.h"
#include "session/installation.h"
#include "session/named_paths.h"
#include "session/session.h"
#include "session/trust.h"
#include "sim/functions.h"

namespace kerf::driver {

namespace {

KERF_DIAG(NoSuchPass, Error, "there is no pass `{}`; `kerf passes` lists them", std::string);

auto MakeConsumer(const Context& context, const diag::Locator& locator) -> std::unique_ptr<diag::Consumer> {
  if (context.json_diagnostics) return std::make_unique<diag::JsonConsumer>(context.io.err, locator);
  return std::make_unique<diag::ConsoleConsumer>(context.io.err, locator, context.io.has_terminal);
}

}  // namespace

Reporter::Reporter(const Context& context)
    : consumer_(MakeConsumer(context, buffers_)), emitter_(*consumer_) {}

void ModelOptions::AddFile(CommandLine& command) {
  command.AddOption("TARGET", targets,
                    "Model files (.dym, .mo, .csl) and the name of the model or class to take (default: the "
                    "last one in "
                    "the last file); a class of a library on the path needs no file",
                    {.type = "FILE|CLASS", .is_required = true});
  command.AddOption("--library", libraries,
                    "File to read first, or folder that holds Modelica libraries (may be repeated)",
                    {.type = "PATH", .takes_one = true});
  command.AddFlag("--mu-modelica", mu_modelica,
                  "Read Modelica files in the dialect of the μModelica compiler, with `self`");
  command.AddOption("--dialect", dialect,
                    "Read DYMOLA files in the dialect of 1978 or 1991 (default: by what they use)",
                    {.choices = {"auto", "1978", "1991"}});
  command.AddFlag("--no-units", no_units, "Do not warn of units that do not match");
  command.AddOption(
      "--max-size", max_size,
      "Refuse a model with more parts, or more scalar variables or equations (default: 1000000 parts "
      "and 10000000 variables)",
      {.type = "N", .range = {{1, 100'000'000}}});
  limits.Add(command);
}

void ModelOptions::AddValues(CommandLine& command) {
  command.AddOption("--set", set, "Value of a parameter, p=5.6E3 (may be repeated)",
                    {.type = "NAME=VALUE", .takes_one = true});
  command.AddOption("--init", init, "Initial value of a state, or a guess: x=0.5 (may be repeated)",
                    {.type = "NAME=VALUE", .takes_one = true});
  command.AddOption("--input", inputs,
                    "Input as expression of time or as file: u=\"if time < 1 then 0 else 5\", u=data.csv",
                    {.type = "NAME=EXPR", .takes_one = true});
  command.AddOption("--functions", function_libraries,
                    "Shared library with functions that the model calls (may be repeated)",
                    {.type = "FILE.so", .takes_one = true});
  command.AddFlag("--interpret", interpret,
                  "Interpret equations and statements instead of translating them to machine code");
}

void ModelOptions::AddTrust(CommandLine& command) {
  runs_code = true;
  command.AddOption("--trust", trust,
                    "Library, folder or file whose functions in C may be compiled and called (may be "
                    "repeated; also KERF_TRUST=A:B)",
                    {.type = "NAME|PATH", .takes_one = true});
}

void ModelOptions::AddFmuType(CommandLine& command) {
  command.AddOption("--type", fmu_type,
                    "Of an FMU: model exchange (me) or co-simulation (cs); default: me where it has both",
                    {.choices = {"me", "cs"}});
}

void ModelOptions::AddPassOptions(CommandLine& command) {
  command.AddOption("--stop-after", stop_after, "Stop after this pass", {.type = "PASS"});
  command.AddOption("--dump-after", dump_after, "Print the model as it is after this pass", {.type = "PASS"});
  command.AddFlag("--timing", timing, "Print the time of each phase");
}

void ModelOptions::AddWhy(CommandLine& command) {
  command.AddOption("--why", why,
                    "Only tell where a variable has its value, attributes and class from: the modifiers, "
                    "redeclarations, equations and connections, with file and line (may be repeated)",
                    {.type = "VARIABLE", .takes_one = true});
}

auto SplitNames(std::string_view list) -> std::vector<std::string> {
  std::vector<std::string> names;
  std::string name;
  int depth = 0;
  bool in_quotes = false;
  const auto flush = [&] {
    if (!session::Trim(name).empty()) names.emplace_back(session::Trim(name));
    name.clear();
  };
  for (size_t k = 0; k < list.size(); ++k) {
    const char c = list[k];
    if (in_quotes && c == '\\' && k + 1 < list.size()) {
      name += c;
      name += list[++k];
      continue;
    }
    if (c == '\'') in_quotes = !in_quotes;
    if (!in_quotes) depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0 && !in_quotes) {
      flush();
    } else {
      name += c;
    }
  }
  flush();
  return names;
}

auto DialectOf(std::string_view text) -> dymola::Dialect {
  if (text == "1978") return dymola::Dialect::Year1978;
  return text == "1991" ? dymola::Dialect::Year1991 : dymola::Dialect::ByUse;
}

// A person who reads the question can answer it; nobody else is asked.
auto MakeAsk(const Io& io) -> std::function<bool(const std::string&)> {
  if (!io.is_interactive || !io.has_terminal || io.in == nullptr) return {};
  return [&io](const std::string& question) {
    io.err(question);
    std::string answer;
    return static_cast<bool>(std::getline(*io.in, answer)) && (answer == "y" || answer == "yes");
  };
}

auto MakeTrust(const std::vector<std::string>& trusted, const std::string& environment, const Io* io)
    -> std::shared_ptr<session::Trust> {
  return session::MakeTrust(trusted, environment, io != nullptr ? MakeAsk(*io) : nullptr);
}

auto WatchLimits(const ModelOptions& options, const Context& context, diag::Emitter& emitter)
    -> std::optional<std::unique_ptr<Watchdog>> {
  const auto limits = TryLimits(options.limits, emitter);
  if (!limits) return std::nullopt;
  if (context.phases != nullptr) context.phases->Start();
  const bool has_limits = limits->seconds > 0 || limits->bytes > 0;
  return has_limits ? std::make_unique<Watchdog>(*limits, context.json_diagnostics) : nullptr;
}

auto MakeRequest(const ModelOptions& options, const Io& io, sim::Functions& functions, diag::Emitter& emitter)
    -> std::optional<session::Request> {
  session::Request request;
  request.libraries = options.libraries;
  request.mu_modelica = options.mu_modelica;
  request.max_size = options.max_size;
  request.dialect = DialectOf(options.dialect);
  request.dymola_path = session::OwnDymolaFolders();
  for (const std::string& target : options.targets) {
    if (!session::IsFile(target)) {
      request.model = target;
      continue;
    }
    if (!request.file.empty()) request.libraries.push_back(request.file);
    request.file = target;
  }
  const modelica::Environment environment = modelica::ReadEnvironment();
  request.library_path = modelica::LibraryPath({}, environment);
  request.library_path.emplace_back(session::OwnLibraryFolder() + "/modelica");
  request.cache_folder = modelica::UserCacheFolder(environment);
  bool good =
      session::ParseAssignments(options.set, "--set", request.options.values, request.value_texts, emitter);
  good = session::CheckTrusted(options.trust, emitter) && good;
  if (options.runs_code) request.trust = MakeTrust(options.trust, environment.trust, &io);
  good = session::CheckLibraries(options.libraries, emitter) && good;
  good = session::ParseAssignments(options.init, "--init", request.options.starts, request.start_texts,
                                   emitter) &&
         good;
  for (const std::string& text : options.inputs) {
    const auto input = session::TryParseInput(text, "--input", emitter);
    good = good && input;
    if (!input) continue;
    request.options.inputs.push_back(*input);
    if (!input->is_table) continue;
    auto table = sim::LoadTable(input->text, input->name, emitter);
    good = good && table != nullptr;
    functions.AddTable({input->name, table});
  }
  for (const std::string& path : options.function_libraries)
    good = functions.AddLibrary(path, emitter) && good;
  for (const std::string* pass : {&options.stop_after, &options.dump_after}) {
    if (pass->empty() || pipeline::FindPass(*pass) != nullptr) continue;
    emitter.Emit({}, NoSuchPass, *pass);
    good = false;
  }
  request.checks_units = !options.no_units;
  if (options.fmu_type == "me") request.fmu_use = session::FmuUse::ModelExchange;
  if (options.fmu_type == "cs") request.fmu_use = session::FmuUse::CoSimulation;
  request.run.stop_after = options.stop_after;
  request.run.dump_after = options.dump_after;
  request.run.dump = io.out;
  return good ? std::optional(std::move(request)) : std::nullopt;
}

auto Counted(size_t n, std::string_view noun) -> std::string {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

void PrintTiming(const std::vector<session::Phase>& phases, const Io& io) {
  double total = 0;
  for (const session::Phase& phase : phases) {
    const std::string name = std::string(size_t{2} * phase.depth, ' ') + phase.name;
    io.out(fmt::format("{:<22} {:>10.3f} ms\n", name, phase.seconds * 1e3));
    if (phase.depth == 0) total += phase.seconds;
  }
  io.out(fmt::format("{:<22} {:>10.3f} ms\n", "total", total * 1e3));
}

}  // namespace kerf::driver
