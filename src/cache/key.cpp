// See key.h.
#include "cache/key.h"

#include <dlfcn.h>

#include <filesystem>

#include "model/archive.h"
#include "session/trust.h"

namespace kerf::cache {

namespace {

namespace fs = std::filesystem;

// Names of files as they are: messages show them.
void AddOptions(const transform::Options& options, model::Writer& key) {
  key(static_cast<uint8_t>(options.problem), options.eliminate, options.keep_outputs, options.known,
      options.unknown, options.implicit_form, options.has_directions, options.directions,
      options.begins_elsewhere, options.reduce_index, options.dynamic_states, options.report_structure);
  for (const auto* list : {&options.values, &options.starts}) {
    key(uint64_t{list->size()});
    for (const transform::GivenValue& given : *list) key(given.name, given.value);
  }
  key(uint64_t{options.inputs.size()});
  for (const transform::GivenInput& input : options.inputs) key(input.name, input.text, input.is_table);
}

// Programs say more about their runs than a model holds, and texts come from somebody who has them.
auto IsKept(const session::Request& request) -> bool {
  const bool is_file_of_model =
      request.file.empty() || request.file.ends_with(".mo") || request.file.ends_with(".dym");
  return !request.cache_folder.empty() && is_file_of_model && !request.text && request.component == nullptr &&
         request.world == nullptr && request.rerun.values.empty() && request.rerun.actions.empty() &&
         request.rerun.entry == 0 && request.run_settings.empty() && !request.is_for_readers &&
         request.run.stop_after.empty() && request.run.dump_after.empty() &&
         request.options.problem == transform::Problem::Simulation;
}

}  // namespace

auto CompilerFile() -> std::string {
  Dl_info info{};
  const bool is_known = dladdr(reinterpret_cast<void*>(&CompilerFile), &info) != 0;
  std::error_code error;
  // A program knows itself by the name it was called with, which need not be a path.
  const bool is_library = is_known && info.dli_fname != nullptr &&
                          std::string_view(info.dli_fname).find(".so") != std::string_view::npos;
  const fs::path file = fs::canonical(is_library ? info.dli_fname : "/proc/self/exe", error);
  return error ? "" : file.string();
}

auto TryKeyOf(const session::Request& request) -> std::optional<std::string> {
  std::error_code error;
  const std::string folder = fs::current_path(error).string();
  const std::string compiler = CompilerFile();
  if (!IsKept(request) || error || compiler.empty()) return std::nullopt;
  model::Writer key;
  key(compiler, folder, request.file, request.model, request.libraries, request.library_path,
      request.dymola_path, static_cast<uint8_t>(request.dialect), request.keeps_calls, request.mu_modelica,
      request.checks_units, request.max_size, request.trust != nullptr,
      static_cast<uint8_t>(request.sections), request.value_texts, request.start_texts,
      request.start_time.has_value(), request.start_time.value_or(0));
  if (request.trust != nullptr) key(request.trust->trusted());
  AddOptions(request.options, key);
  return key.bytes();
}

}  // namespace kerf::cache
