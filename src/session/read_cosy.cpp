// See read_cosy.h.
#include "session/read_cosy.h"

#include <filesystem>

#include "diag/consumers.h"
#include "lang/cosy/cosy.h"
#include "session/fits_size.h"
#include "session/submodels.h"
#include "units/check.h"

namespace kerf::session {

namespace {

KERF_DIAG(NoUnitOfTime, Error, "`{}` is not a unit of time", std::string);

// Of equations and of statements. False if the time has no unit of time.
auto CheckUnits(const process::Program& program, bool checks, diag::Emitter& emitter) -> bool {
  const std::string& time = program.time_unit;
  if (!time.empty() && !units::IsUnitOfTime(time)) {
    emitter.Emit(program.time_span, NoUnitOfTime, time);
    return false;
  }
  if (!checks) return true;
  // Equations of other places come first or last; people read from top to bottom.
  diag::ForwardingConsumer forward(emitter);
  diag::SortingConsumer sorted(forward);
  diag::Emitter front(sorted);
  if (program.system != nullptr) units::CheckUnits(program.system->model, front, time);
  for (const process::Copyable& copyable : program.copyables) {
    if (copyable.part != nullptr) units::CheckUnits(copyable.part->model, front, time);
  }
  if (program.assignments != nullptr) units::CheckUnits(*program.assignments, front, time);
  return true;
}

}  // namespace

auto ReadCosy(const Request& request, const Request* main, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<process::Program> {
  const source::BufferId buffer = LoadFile(request, request.file, buffers, emitter);
  if (!buffer.has_value()) return std::nullopt;
  std::vector<std::string> folders = {std::filesystem::path(request.file).parent_path().string()};
  folders.insert(folders.end(), request.libraries.begin(), request.libraries.end());
  auto source = cosy::Parse(buffer, folders, buffers, emitter);
  if (!source || !cosy::ReadExternals(*source, folders, buffers, emitter)) return std::nullopt;
  std::unique_ptr<flat::Model> submodels;
  if (!MakeSubmodels(*source, request, main, buffers, emitter, submodels)) return std::nullopt;
  const uint32_t max_size = request.max_size > 0 ? request.max_size : cosy::kUsualMaxSize;
  auto program = cosy::Translate(*source, std::move(submodels), max_size, emitter);
  if (program && !FitsSize(*program, request, emitter)) return std::nullopt;
  if (program && !CheckUnits(*program, request.checks_units, emitter)) return std::nullopt;
  return program;
}

}  // namespace kerf::session
