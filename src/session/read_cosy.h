// A file as a combined program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "process/program.h"
#include "source/buffers.h"

namespace kerf::session {

// INVOKE looks beside the file and then in the libraries. Nothing after mistakes.
auto ReadCosy(const std::string& file, const std::vector<std::string>& libraries, source::Buffers& buffers,
              diag::Emitter& emitter) -> std::optional<process::Program>;

}  // namespace kerf::session
