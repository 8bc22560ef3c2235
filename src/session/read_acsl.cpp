// Loading and parsing of ACSL files.
#include "session/read_acsl.h"

#include <filesystem>

namespace kerf::session {

namespace {

KERF_DIAG(OtherProgram, Error, "the file holds the program `{}`, not `{}`", std::string, std::string);

}  // namespace

auto ReadAcsl(const Request& request, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<acsl::Program> {
  std::vector<std::string> files;
  for (const std::string& library : request.libraries) {
    if (library.ends_with(".csl")) files.push_back(library);
  }
  files.push_back(request.file);
  std::vector<source::BufferId> texts;
  for (const std::string& file : files) {
    texts.push_back(LoadFile(request, file, buffers, emitter));
    if (!texts.back().has_value()) return std::nullopt;
  }
  // Included files lie beside the program, unless their names say otherwise.
  const std::filesystem::path folder = std::filesystem::path(request.file).parent_path();
  const acsl::IncludeLoader loader = [&](const std::string& name, const diag::Span& from) {
    return buffers.Load((folder / name).string(), emitter, from);
  };
  acsl::RunSetup setup{request.rerun.entry, request.rerun.values, {}};
  for (const Rerun::Action& action : request.rerun.actions)
    setup.actions.push_back({action.time, action.name, action.value});
  auto program = acsl::Parse(texts, buffers, emitter, loader, setup);
  if (!program || request.model.empty()) return program;
  const base::NameId wanted = program->names.Find(request.model);
  if (wanted.has_value() && wanted == program->name) return program;
  emitter.Emit({}, OtherProgram, std::string(program->names.Written(program->name)), request.model);
  return std::nullopt;
}

}  // namespace kerf::session
