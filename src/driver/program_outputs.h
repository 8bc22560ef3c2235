// What the OUTPUT part of a combined program asks for: graphs and lists of what was stored.
#pragma once

#include <string>
#include <vector>

#include "combined/engine.h"
#include "driver/io.h"

namespace kerf::driver {

// Prints the lists, and draws all graphs into the files (.svg, .png or .html). False if one could not be
// written, or something was not stored; that is emitted.
auto WriteProgramOutputs(const process::Program& program, const combined::Engine& engine,
                         const std::vector<std::string>& files, const Io& io, diag::Emitter& emitter) -> bool;

}  // namespace kerf::driver
