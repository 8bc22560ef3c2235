// kerf parse: reads files and whole folders of Modelica and tells what is wrong with their syntax.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>

#include <fmt/format.h>

#include "base/thread_pool.h"
#include "driver/model_options.h"
#include "lang/modelica/syntax/dump_mu_tree.h"
#include "lang/modelica/syntax/parse.h"

namespace kerf::driver {

namespace {

namespace fs = std::filesystem;

struct ParseCommand {
  std::vector<std::string> paths;
  bool verify = false;
  bool mu_modelica = false;
  bool tree = false;
  unsigned jobs = 0;
};

// What became of one file; the text is kept only where there is something to say about it.
struct FileOutcome {
  bool is_read = false;
  bool is_identical = false;
  uint64_t n_bytes = 0;
  uint64_t n_lines = 0;
  std::string text;
  std::string tree;
  std::vector<diag::Diagnostic> diagnostics;
};

// The files named and all *.mo in the folders named, each once, by name.
auto ListFiles(const std::vector<std::string>& paths) -> std::vector<std::string> {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
      if (at->path().extension() == ".mo" && at->is_regular_file(error)) files.push_back(at->path().string());
    }
  }
  std::ranges::sort(files);
  const auto repeated = std::ranges::unique(files);
  files.erase(repeated.begin(), repeated.end());
  return files;
}

auto TryRead(const std::string& path) -> std::optional<std::string> {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  const uint64_t size = fs::file_size(path, error);
  constexpr uint64_t kMaxSize = uint64_t{1} << 30;
  std::ifstream file(path, std::ios::binary);
  if (error || !file || size > kMaxSize) return std::nullopt;
  std::string text(size, '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  text.resize(static_cast<size_t>(file.gcount()));
  return file.bad() ? std::nullopt : std::optional(std::move(text));
}

auto ParseOne(const std::string& path, const ParseCommand& command) -> FileOutcome {
  FileOutcome outcome;
  std::optional<std::string> text = TryRead(path);
  if (!text) return outcome;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  modelica::ParseOptions options;
  options.mu_modelica = command.mu_modelica;
  const modelica::TreeArrays arrays = modelica::Parse(*text, diag::BufferId{}, emitter, options);
  outcome.is_read = true;
  outcome.is_identical = command.verify && modelica::PrintBack(arrays.View(*text)) == *text;
  if (command.tree) {
    const modelica::Tree tree = arrays.View(*text);
    outcome.tree = modelica::DumpMuTree(modelica::Root(tree));
  }
  outcome.n_bytes = text->size();
  outcome.n_lines = static_cast<uint64_t>(std::ranges::count(*text, '\n')) +
                    (text->empty() || text->back() == '\n' ? 0U : 1U);
  outcome.diagnostics = std::move(consumer.all);
  if (!outcome.diagnostics.empty()) outcome.text = std::move(*text);
  return outcome;
}

// The messages were collected without a buffer; they get theirs here, in the order of the files.
void Report(const std::string& path, FileOutcome& outcome, Reporter& reporter) {
  if (!outcome.is_read) {
    reporter.buffers().Load(path, reporter.emitter());
    return;
  }
  if (outcome.diagnostics.empty()) return;
  const diag::BufferId buffer = reporter.buffers().Add(path, std::move(outcome.text));
  for (diag::Diagnostic& diagnostic : outcome.diagnostics) {
    diagnostic.span.buffer = buffer;
    for (diag::Note& note : diagnostic.notes) note.span.buffer = buffer;
    reporter.emitter().Take(diagnostic);
  }
}

void RunParse(const ParseCommand& command, Context& context) {
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<std::string> files = ListFiles(command.paths);
  std::vector<FileOutcome> outcomes(files.size());
  const unsigned threads = command.jobs == 0 ? base::HardwareThreads() : command.jobs;
  base::ParallelFor(files.size(), threads, [&](size_t k) { outcomes[k] = ParseOne(files[k], command); });
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;

  Reporter reporter(context);
  size_t n_read = 0;
  size_t n_identical = 0;
  uint64_t n_bytes = 0;
  uint64_t n_lines = 0;
  for (size_t k = 0; k < files.size(); ++k) {
    Report(files[k], outcomes[k], reporter);
    context.io.out(outcomes[k].tree);
    n_read += outcomes[k].is_read ? 1U : 0U;
    n_identical += outcomes[k].is_identical ? 1U : 0U;
    n_bytes += outcomes[k].n_bytes;
    n_lines += outcomes[k].n_lines;
  }
  // Who asks for the tree wants to read nothing else.
  if (!command.tree)
    context.io.out(fmt::format("{}, {}, {} in {:.3f} s ({:.1f} MB/s)\n", Counted(n_read, "file"),
                               Counted(n_lines, "line"), Counted(n_bytes, "byte"), seconds.count(),
                               static_cast<double>(n_bytes) * 1e-6 / std::max(seconds.count(), 1e-9)));
  if (command.verify) {
    context.io.out(fmt::format("{} of {} print back identically\n", n_identical, Counted(n_read, "file")));
  }
  const bool is_lossless = !command.verify || n_identical == n_read;
  context.exit_code = reporter.emitter().n_errors() > 0 || !is_lossless ? 1 : 0;
}

}  // namespace

void AddParse(CommandLine& app, Context& context) {
  CommandLine& command = app.AddCommand("parse", "Check the syntax of Modelica files and folders");
  auto options = std::make_shared<ParseCommand>();
  command.AddOption("PATH", options->paths, "Files, and folders with all *.mo below them",
                    {.is_required = true});
  command.AddFlag("--verify", options->verify, "Check that each file can be printed back byte for byte");
  command.AddFlag("--tree", options->tree, "Print the parse tree as the μModelica compiler did");
  command.AddFlag("--mu-modelica", options->mu_modelica, "Accept the dialect of the μModelica compiler");
  command.AddOption("--jobs,-j", options->jobs, "How many files at a time (default: one for each core)");
  command.OnRun([options, &context] { RunParse(*options, context); });
}

}  // namespace kerf::driver
