// Where libraries are looked for.
#include "lang/modelica/library/search_path.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace kerf::modelica {

namespace {

auto Variable(const char* name) -> std::string {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// A relative path in an XDG variable does not count, says their specification.
auto Below(const std::string& xdg, const std::string& home, std::string_view default_folder,
           std::string_view folder) -> std::string {
  if (xdg.starts_with('/')) return xdg + "/" + std::string(folder);
  if (home.empty()) return "";
  return home + "/" + std::string(default_folder) + "/" + std::string(folder);
}

void AddOnce(std::string folder, std::vector<std::string>& folders) {
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  if (!folder.empty() && std::ranges::count(folders, folder) == 0) folders.push_back(std::move(folder));
}

}  // namespace

auto ReadEnvironment() -> Environment {
  return {Variable("MODELICAPATH"), Variable("HOME"), Variable("XDG_DATA_HOME"), Variable("XDG_CACHE_HOME"),
          Variable("KERF_TRUST")};
}

auto UserLibraryFolder(const Environment& environment) -> std::string {
  return Below(environment.xdg_data_home, environment.home, ".local/share", "kerf/libraries");
}

auto UserCacheFolder(const Environment& environment) -> std::string {
  return Below(environment.xdg_cache_home, environment.home, ".cache", "kerf");
}

auto LibraryPath(const std::vector<std::string>& given, const Environment& environment)
    -> std::vector<std::string> {
  std::vector<std::string> folders;
  for (const std::string& folder : given) AddOnce(folder, folders);
  const std::string_view path = environment.modelica_path;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find(':', begin), path.size());
    AddOnce(std::string(path.substr(begin, end - begin)), folders);
    begin = end + 1;
  }
  AddOnce(UserLibraryFolder(environment), folders);
  return folders;
}

}  // namespace kerf::modelica
