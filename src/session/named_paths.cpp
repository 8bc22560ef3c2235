// See named_paths.h.
#include "session/named_paths.h"

#include <filesystem>

namespace kerf::session {

namespace {

KERF_DIAG(NoLibraryFolder, Error, "--library {}: there is no such file or folder", std::string);
KERF_DIAG(NoTrustedPath, Error, "--trust {}: there is no such file or folder", std::string);

}  // namespace

auto IsFile(const std::string& target) -> bool {
  if (target.ends_with(".dym") || target.ends_with(".mo") || target.ends_with(".csl") ||
      target.ends_with(".cosy") || target.ends_with(".fmu"))
    return true;
  return target.find('/') != std::string::npos || std::filesystem::exists(target);
}

auto CheckLibraries(const std::vector<std::string>& libraries, diag::Emitter& emitter) -> bool {
  bool good = true;
  for (const std::string& library : libraries) {
    // That a model file cannot be read is told when it is.
    const bool is_model = library.ends_with(".dym") || library.ends_with(".mo") || library.ends_with(".csl");
    std::error_code error;
    if (is_model || std::filesystem::exists(library, error)) continue;
    emitter.Emit({}, NoLibraryFolder, library);
    good = false;
  }
  return good;
}

// A path that is not there is a mistake of spelling; a name may be that of a library that another run uses.
auto CheckTrusted(const std::vector<std::string>& trusted, diag::Emitter& emitter) -> bool {
  bool good = true;
  for (const std::string& text : trusted) {
    std::error_code failure;
    if (text.find_first_of("/.") == std::string::npos || std::filesystem::exists(text, failure)) continue;
    emitter.Emit({}, NoTrustedPath, text);
    good = false;
  }
  return good;
}

}  // namespace kerf::session
