// Files, folders and classes as users name them.
#pragma once

#include <string>
#include <vector>

#include "diag/diag.h"

namespace kerf::session {

// By its ending or because it is there; anything else is the name of a class.
auto IsFile(const std::string& target) -> bool;
// Each file or folder to read first is there. False after a reported mistake.
auto CheckLibraries(const std::vector<std::string>& libraries, diag::Emitter& emitter) -> bool;
// Likewise what is trusted, as far as it is a path.
auto CheckTrusted(const std::vector<std::string>& trusted, diag::Emitter& emitter) -> bool;

}  // namespace kerf::session
