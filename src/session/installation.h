// What comes with Kerf, and what follows from where it is.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace kerf::session {

class Trust;

// The folder `library` with the parts in DYMOLA and Modelica: that of the installation to which the program
// or shared library with this code belongs, or else that of the sources it was built from.
auto OwnLibraryFolder() -> std::string;
// The shared library with the code of FMUs (src/fmu): that of the installation, or else that of the build.
auto FmuLibraryFile() -> std::string;
// Where files that DYMOLA texts add are looked for.
auto OwnDymolaFolders() -> std::vector<std::string>;
// Whose code may run: what is named, what the text of KERF_TRUST names with colons in between, and what comes
// with Kerf. Without `ask` nobody is asked.
auto MakeTrust(const std::vector<std::string>& trusted, const std::string& environment,
               std::function<bool(const std::string& question)> ask = {}) -> std::shared_ptr<Trust>;

}  // namespace kerf::session
