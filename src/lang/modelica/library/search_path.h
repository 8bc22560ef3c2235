// Where libraries are looked for.
#pragma once

#include <string>
#include <vector>

namespace kerf::modelica {

// Read once, by the driver: values of environment variables.
struct Environment {
  std::string modelica_path;
  std::string home;
  std::string xdg_data_home;
  std::string xdg_cache_home;
  // KERF_TRUST: libraries and paths whose code may run, with colons between them.
  std::string trust{};
};

auto ReadEnvironment() -> Environment;

// `$XDG_DATA_HOME/kerf/libraries` or `~/.local/share/kerf/libraries`.
auto UserLibraryFolder(const Environment& environment) -> std::string;
auto UserCacheFolder(const Environment& environment) -> std::string;
// The folders given by the user, then those of MODELICAPATH, then the user's library folder.
auto LibraryPath(const std::vector<std::string>& given, const Environment& environment)
    -> std::vector<std::string>;

}  // namespace kerf::modelica
