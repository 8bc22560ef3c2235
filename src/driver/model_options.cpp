// Reading of shared options.
#include "driver/model_options.h"

#include <cmath>
#include <filesystem>
#include <limits>

#include "base/number_text.h"
#include "diag/consumers.h"
#include "lang/modelica/library/search_path.h"
#include "session/session.h"
#include "session/trust.h"
#include "sim/functions.h"

namespace kerf::driver {

namespace {

KERF_DIAG(BadAssignment, Error, "{} {}: this is not of the form {}", std::string, std::string, std::string);
KERF_DIAG(NoLibraryFolder, Error, "--library {}: there is no such file or folder", std::string);
KERF_DIAG(NoTrustedPath, Error, "--trust {}: there is no such file or folder", std::string);
KERF_DIAG(NoSuchPass, Error, "there is no pass `{}`; `kerf passes` lists them", std::string);

auto MakeConsumer(const Context& context, const diag::Locator& locator) -> std::unique_ptr<diag::Consumer> {
  if (context.json_diagnostics) return std::make_unique<diag::JsonConsumer>(context.io.err, locator);
  return std::make_unique<diag::ConsoleConsumer>(context.io.err, locator, context.io.has_terminal);
}

auto Trim(std::string_view text) -> std::string_view {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

auto IsTableFile(std::string_view text) -> bool { return text.ends_with(".csv") || text.ends_with(".mat"); }

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
    if (!Trim(name).empty()) names.emplace_back(Trim(name));
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

// A name may be quoted, with any sign inside.
auto FindEquals(std::string_view text) -> size_t {
  bool in_quotes = false;
  for (size_t k = 0; k < text.size(); ++k) {
    if (in_quotes && text[k] == '\\') {
      ++k;
    } else if (text[k] == '\'') {
      in_quotes = !in_quotes;
    } else if (text[k] == '=' && !in_quotes) {
      return k;
    }
  }
  return std::string_view::npos;
}

// A number or a truth value; any other word has a meaning by the type of its variable only.
auto ValueOf(std::string_view text) -> double {
  if (text == "true") return 1;
  if (text == "false") return 0;
  return base::TryParseNumber(text).value_or(std::numeric_limits<double>::quiet_NaN());
}

auto ParseAssignments(const std::vector<std::string>& texts, std::string_view option,
                      std::vector<transform::GivenValue>& values, std::vector<std::string>& value_texts,
                      diag::Emitter& emitter) -> bool {
  bool good = true;
  for (const std::string& text : texts) {
    const size_t equals = FindEquals(text);
    const std::string_view value =
        equals == std::string::npos ? "" : Trim(std::string_view(text).substr(equals + 1));
    if (value.empty()) {
      emitter.Emit({}, BadAssignment, std::string(option), text, "name=value");
      good = false;
      continue;
    }
    values.push_back({std::string(Trim(std::string_view(text).substr(0, equals))), ValueOf(value)});
    value_texts.emplace_back(value);
  }
  return good;
}

auto DialectOf(std::string_view text) -> dymola::Dialect {
  if (text == "1978") return dymola::Dialect::Year1978;
  return text == "1991" ? dymola::Dialect::Year1991 : dymola::Dialect::ByUse;
}

auto DymolaFolders() -> std::vector<std::string> {
  const std::string root = KERF_DYMOLA_LIBRARY;
  return {root, root + "/bondgraph", root + "/network"};
}

// A file by its ending or because it is there; anything else is the name of a class.
auto IsFile(const std::string& target) -> bool {
  if (target.ends_with(".dym") || target.ends_with(".mo") || target.ends_with(".csl") ||
      target.ends_with(".cosy"))
    return true;
  return target.find('/') != std::string::npos || std::filesystem::exists(target);
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
  session::TrustOptions options;
  options.trusted = trusted;
  for (size_t at = 0; at < environment.size();) {
    const size_t colon = std::min(environment.find(':', at), environment.size());
    if (colon > at) options.trusted.push_back(environment.substr(at, colon - at));
    at = colon + 1;
  }
  options.own_folders.emplace_back(KERF_DYMOLA_LIBRARY "/../modelica");
  if (io != nullptr) options.ask = MakeAsk(*io);
  return std::make_shared<session::Trust>(std::move(options));
}

// A path that is not there is a mistake of spelling; a name may be that of a library that another run uses.
auto CheckTrust(const std::vector<std::string>& trusted, diag::Emitter& emitter) -> bool {
  bool good = true;
  for (const std::string& text : trusted) {
    std::error_code failure;
    if (text.find_first_of("/.") == std::string::npos || std::filesystem::exists(text, failure)) continue;
    emitter.Emit({}, NoTrustedPath, text);
    good = false;
  }
  return good;
}

auto WatchLimits(const ModelOptions& options, const Context& context, diag::Emitter& emitter)
    -> std::optional<std::unique_ptr<Watchdog>> {
  const auto limits = TryLimits(options.limits, emitter);
  if (!limits) return std::nullopt;
  const bool has_limits = limits->seconds > 0 || limits->bytes > 0;
  return has_limits ? std::make_unique<Watchdog>(*limits, context.json_diagnostics) : nullptr;
}

auto MakeRequest(const ModelOptions& options, const Io& io, sim::Functions& functions, diag::Emitter& emitter)
    -> std::optional<session::Request> {
  session::Request request;
  request.libraries = options.libraries;
  request.mu_modelica = options.mu_modelica;
  request.dialect = DialectOf(options.dialect);
  request.dymola_path = DymolaFolders();
  for (const std::string& target : options.targets) {
    if (!IsFile(target)) {
      request.model = target;
      continue;
    }
    if (!request.file.empty()) request.libraries.push_back(request.file);
    request.file = target;
  }
  const modelica::Environment environment = modelica::ReadEnvironment();
  request.library_path = modelica::LibraryPath({}, environment);
  request.library_path.emplace_back(KERF_DYMOLA_LIBRARY "/../modelica");
  request.cache_folder = modelica::UserCacheFolder(environment);
  bool good = ParseAssignments(options.set, "--set", request.options.values, request.value_texts, emitter);
  good = CheckTrust(options.trust, emitter) && good;
  if (options.runs_code) request.trust = MakeTrust(options.trust, environment.trust, &io);
  for (const std::string& library : options.libraries) {
    // That a model file cannot be read is told when it is.
    const bool is_model = library.ends_with(".dym") || library.ends_with(".mo") || library.ends_with(".csl");
    std::error_code error;
    if (is_model || std::filesystem::exists(library, error)) continue;
    emitter.Emit({}, NoLibraryFolder, library);
    good = false;
  }
  good =
      ParseAssignments(options.init, "--init", request.options.starts, request.start_texts, emitter) && good;
  for (const std::string& text : options.inputs) {
    const size_t equals = FindEquals(text);
    if (equals == std::string::npos) {
      emitter.Emit({}, BadAssignment, std::string("--input"), text, "name=expression or name=FILE.csv");
      good = false;
      continue;
    }
    const std::string name(Trim(std::string_view(text).substr(0, equals)));
    const std::string value(Trim(std::string_view(text).substr(equals + 1)));
    request.options.inputs.push_back({name, value, IsTableFile(value)});
    if (!IsTableFile(value)) continue;
    auto table = sim::LoadTable(value, name, emitter);
    good = good && table != nullptr;
    functions.AddTable({name, table});
  }
  for (const std::string& path : options.function_libraries)
    good = functions.AddLibrary(path, emitter) && good;
  for (const std::string* pass : {&options.stop_after, &options.dump_after}) {
    if (pass->empty() || pipeline::FindPass(*pass) != nullptr) continue;
    emitter.Emit({}, NoSuchPass, *pass);
    good = false;
  }
  request.checks_units = !options.no_units;
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
