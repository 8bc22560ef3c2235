// kerf format: pretty-prints Modelica files.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "driver/model_options.h"
#include "lang/modelica/syntax/format.h"
#include "lang/modelica/syntax/parse.h"

namespace kerf::driver {

namespace {

KERF_DIAG(CannotWriteFormatted, Error, "cannot write `{}`", std::string);

struct FormatCommand {
  std::vector<std::string> files;
  bool check = false;
  bool in_place = false;
  modelica::FormatOptions format;
};

// First beside the file, then in its place, so that a full disk costs nobody his model.
void Write(const std::string& path, const std::string& text, diag::Emitter& emitter) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  const fs::path beside = target.string() + ".formatted";
  std::ofstream file(beside, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (file && !error) fs::permissions(beside, fs::status(target, error).permissions(), error);
  if (file && !error) fs::rename(beside, target, error);
  if (file && !error) return;
  emitter.Emit({}, CannotWriteFormatted, path);
  fs::remove(beside, error);
}

// Whether the file is formatted well already. A file with syntax errors is left alone.
auto FormatOne(const std::string& path, const FormatCommand& command, Reporter& reporter, const Io& io)
    -> bool {
  const diag::BufferId buffer = reporter.buffers().Load(path, reporter.emitter());
  if (!buffer.has_value()) return true;
  const std::string_view text = reporter.buffers().text(buffer);
  const uint32_t n_errors = reporter.emitter().n_errors();
  const modelica::TreeArrays arrays = modelica::Parse(text, buffer, reporter.emitter());
  if (reporter.emitter().n_errors() > n_errors) return true;
  const std::string formatted = modelica::Format(arrays.View(text), command.format);
  const bool is_same = formatted == text;
  if (command.check && !is_same) io.out(fmt::format("{} is not formatted\n", path));
  if (command.in_place && !is_same) Write(path, formatted, reporter.emitter());
  if (!command.check && !command.in_place) io.out(formatted);
  return is_same;
}

void RunFormat(const FormatCommand& command, Context& context) {
  Reporter reporter(context);
  bool are_same = true;
  for (const std::string& file : command.files) are_same &= FormatOne(file, command, reporter, context.io);
  context.exit_code = reporter.emitter().n_errors() > 0 || (command.check && !are_same) ? 1 : 0;
}

}  // namespace

void AddFormat(CommandLine& app, Context& context) {
  CommandLine& command = app.AddCommand("format", "Pretty-print Modelica files");
  auto options = std::make_shared<FormatCommand>();
  command.AddOption("FILE", options->files, "Modelica files", {.is_required = true});
  command.AddFlag("--check", options->check, "Only name the files that would change; exit code 1 if any");
  command.AddFlag("--in-place,-i", options->in_place, "Change the files instead of printing them");
  command.Exclude("--in-place", "--check");
  command.AddOption("--indent", options->format.indent, "Blanks for each level (default 2)",
                    {.range = {{0, 16}}});
  command.AddOption("--width", options->format.width, "Longest line aimed at (default 100)",
                    {.range = {{20, 1000}}});
  command.OnRun([options, &context] { RunFormat(*options, context); });
}

}  // namespace kerf::driver
