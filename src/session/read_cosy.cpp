// See read_cosy.h.
#include "session/read_cosy.h"

#include <filesystem>

#include "lang/cosy/cosy.h"

namespace kerf::session {

auto ReadCosy(const std::string& file, const std::vector<std::string>& libraries, source::Buffers& buffers,
              diag::Emitter& emitter) -> std::optional<process::Program> {
  const source::BufferId buffer = buffers.Load(file, emitter);
  if (!buffer.has_value()) return std::nullopt;
  std::vector<std::string> folders = {std::filesystem::path(file).parent_path().string()};
  folders.insert(folders.end(), libraries.begin(), libraries.end());
  auto source = cosy::Parse(buffer, folders, buffers, emitter);
  return source ? cosy::Translate(*source, emitter) : std::nullopt;
}

}  // namespace kerf::session
