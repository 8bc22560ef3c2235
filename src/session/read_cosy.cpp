// See read_cosy.h.
#include "session/read_cosy.h"

#include <filesystem>

#include "lang/cosy/cosy.h"
#include "session/submodels.h"
#include "units/check.h"

namespace kerf::session {

auto ReadCosy(const Request& request, const Request* main, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<process::Program> {
  const source::BufferId buffer = buffers.Load(request.file, emitter);
  if (!buffer.has_value()) return std::nullopt;
  std::vector<std::string> folders = {std::filesystem::path(request.file).parent_path().string()};
  folders.insert(folders.end(), request.libraries.begin(), request.libraries.end());
  auto source = cosy::Parse(buffer, folders, buffers, emitter);
  if (!source) return std::nullopt;
  std::unique_ptr<flat::Model> submodels;
  if (!MakeSubmodels(*source, request, main, buffers, emitter, submodels)) return std::nullopt;
  const bool has_submodels = submodels != nullptr;
  auto program = cosy::Translate(*source, std::move(submodels), emitter);
  if (program && has_submodels && request.checks_units) units::CheckUnits(program->system->model, emitter);
  return program;
}

}  // namespace kerf::session
