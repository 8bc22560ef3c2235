// See installation.h.
#include "session/installation.h"

#include <dlfcn.h>

#include <filesystem>

#include "session/trust.h"

namespace kerf::session {

namespace {

// PREFIX/bin/kerf and PREFIX/lib/libkerf.so, or PREFIX/lib/TRIPLET/libkerf.so, have
// PREFIX/share/kerf/library.
auto InstalledBeside(const std::filesystem::path& file) -> std::string {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(file, error);
  if (error) return "";
  for (const char* prefix : {"..", "../.."}) {
    const std::filesystem::path library = real.parent_path() / prefix / "share/kerf/library";
    if (std::filesystem::is_directory(library, error)) return library.lexically_normal().string();
  }
  return "";
}

}  // namespace

auto OwnLibraryFolder() -> std::string {
  Dl_info info{};
  const bool is_known = dladdr(reinterpret_cast<void*>(&OwnLibraryFolder), &info) != 0;
  std::string folder = is_known && info.dli_fname != nullptr ? InstalledBeside(info.dli_fname) : "";
  // A program knows itself by the name it was called with, which need not be a path.
  if (folder.empty()) folder = InstalledBeside("/proc/self/exe");
  return folder.empty() ? KERF_LIBRARY_FOLDER : folder;
}

auto FmuLibraryFile() -> std::string {
  const std::filesystem::path folder = OwnLibraryFolder();
  const std::filesystem::path installed = folder.parent_path() / "fmu/kerf_fmu.so";
  std::error_code error;
  return std::filesystem::is_regular_file(installed, error) ? installed.string() : KERF_FMU_LIBRARY;
}

auto OwnDymolaFolders() -> std::vector<std::string> {
  const std::string root = OwnLibraryFolder() + "/dymola";
  return {root, root + "/bondgraph", root + "/network"};
}

auto MakeTrust(const std::vector<std::string>& trusted, const std::string& environment,
               std::function<bool(const std::string& question)> ask) -> std::shared_ptr<Trust> {
  TrustOptions options;
  options.trusted = trusted;
  for (size_t at = 0; at < environment.size();) {
    const size_t colon = std::min(environment.find(':', at), environment.size());
    if (colon > at) options.trusted.push_back(environment.substr(at, colon - at));
    at = colon + 1;
  }
  options.own_folders.emplace_back(OwnLibraryFolder() + "/modelica");
  options.ask = std::move(ask);
  return std::make_shared<Trust>(std::move(options));
}

}  // namespace kerf::session
