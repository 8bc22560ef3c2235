// The COSY front end: the text of a combined program to its process program and flat models. The language is
// that of Cellier, Combined Continuous/Discrete System Simulation by Use of Digital Computers (ETH Zürich,
// 1979), as docs/cosy.md has it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lang/cosy/program.h"
#include "process/program.h"
#include "source/buffers.h"

namespace kerf::cosy {

// Reads a program. INVOKE looks for files in the folders. Nothing after mistakes, all of which are emitted.
auto Parse(source::BufferId text, const std::vector<std::string>& folders, source::Buffers& buffers,
           diag::Emitter& emitter) -> std::optional<Program>;

// Adds what the texts of its external processes define, found in the folders. False after mistakes.
auto ReadExternals(Program& program, const std::vector<std::string>& folders, source::Buffers& buffers,
                   diag::Emitter& emitter) -> bool;

// The meaning of a program. `submodels` is the flat model that its submodels make together, each under the
// name that the program gives it; null: there are none. With more variables and elements than `max_size` a
// program is refused. Nothing after mistakes.
inline constexpr uint32_t kUsualMaxSize = 10'000'000;
auto Translate(Program& program, std::unique_ptr<flat::Model> submodels, uint32_t max_size,
               diag::Emitter& emitter) -> std::optional<process::Program>;
inline auto Translate(Program& program, diag::Emitter& emitter) -> std::optional<process::Program> {
  return Translate(program, nullptr, kUsualMaxSize, emitter);
}

}  // namespace kerf::cosy
