// Bytes from and to files.
#include "driver/model_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "compile/store.h"
#include "model/file.h"

namespace kerf::driver {

namespace {

KERF_DIAG(CannotOpenModel, Error, "cannot read the compiled model `{}`: {}", std::string, std::string);
KERF_DIAG(CannotWriteModel, Error, "cannot write the compiled model `{}`: {}", std::string, std::string);
KERF_DIAG(CannotStoreModel, Error, "`{}` cannot be written to a file yet: {}", std::string, std::string);
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
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  if (file) bytes << file.rdbuf();
  if (!file || file.bad()) {
    reporter.emitter().Emit({}, CannotOpenModel, path,
                            std::string(errno != 0 ? std::strerror(errno) : "it is empty"));
    return nullptr;
  }
  std::string error;
  const auto read = model::Read(bytes.view(), error);
  auto opened = read ? compile::Open(*read, reporter.buffers(), error) : nullptr;
  if (!opened) reporter.emitter().Emit({}, CannotOpenModel, path, error);
  return opened;
}

auto WriteModel(const model::CompiledModel& compiled, const std::string& path, Reporter& reporter) -> bool {
  std::string why;
  const auto storable = compile::MakeStorable(compiled, reporter.buffers(), why);
  if (!storable) {
    reporter.emitter().Emit({}, CannotStoreModel, compiled.name, why);
    return false;
  }
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << model::Write(*storable);
  file.close();
  if (!file) reporter.emitter().Emit({}, CannotWriteModel, path, std::string(std::strerror(errno)));
  return static_cast<bool>(file);
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
