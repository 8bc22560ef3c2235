// Bytes from and to files.
#include "driver/model_file.h"

#include <algorithm>
#include <array>

#include "compile/model_file.h"

namespace kerf::driver {

namespace {

KERF_DIAG(NeedsSource, Error, "{} needs the source of the model, and `{}` is compiled", std::string,
          std::string);
KERF_NOTE(CompileAgain, "give {} to `kerf compile`", std::string);

// What says how the model is to be made, not how it is to be run.
constexpr auto kSourceOptions =
    std::to_array<std::string_view>({"--set", "--init", "--input", "--library", "--mu-modelica", "--dialect",
                                     "--no-units", "--stop-after", "--dump-after", "--trust"});
// What runs a model in another way than once from its start.
constexpr auto kOtherRuns =
    std::to_array<std::string_view>({"--commands", "--experiment", "--process", "--noise-step"});

}  // namespace

auto IsModelFile(const std::string& target) -> bool { return target.ends_with(".kerf"); }

auto TryOpenModel(const std::string& path, Reporter& reporter)
    -> std::shared_ptr<const model::CompiledModel> {
  return compile::TryReadModel(path, reporter.buffers(), reporter.emitter());
}

auto WriteModel(const model::CompiledModel& compiled, const std::string& path, Reporter& reporter) -> bool {
  return compile::WriteModel(compiled, path, reporter.buffers(), reporter.emitter());
}

auto CanDoWithoutSource(const CommandLine& command, const std::string& path, diag::Emitter& emitter) -> bool {
  for (const std::string& option : command.GivenOptions()) {
    const bool is_of_source = std::ranges::find(kSourceOptions, option) != kSourceOptions.end();
    if (!is_of_source && std::ranges::find(kOtherRuns, option) == kOtherRuns.end()) continue;
    auto builder = emitter.Emit({}, NeedsSource, option, path);
    if (is_of_source) builder.Note({}, CompileAgain, option);
    return false;
  }
  return true;
}

}  // namespace kerf::driver
