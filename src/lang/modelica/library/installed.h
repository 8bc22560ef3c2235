// The libraries of the path as a person sees them, and the user's library folder: what `kerf library` does.
#pragma once

#include <string>
#include <vector>

#include "diag/diag.h"
#include "lang/modelica/library/library_place.h"
#include "source/buffers.h"

namespace kerf::modelica {

struct InstalledLibrary {
  LibraryPlace place;
  // Of the annotation, or of the folder's name if there is none.
  std::string version;
  uint32_t n_files = 0;
  bool is_cached = false;
};

// In the order in which they are looked for.
auto ListLibraries(const std::vector<std::string>& library_path, const std::string& cache_folder)
    -> std::vector<InstalledLibrary>;

// Puts a library into the user's library folder as "Name VERSION": a link to a folder, so that changes there
// are seen, or a copy of a single file. Gives its new path; empty after a diagnostic.
auto InstallLibrary(const std::string& path, const std::string& user_folder, source::Buffers& buffers,
                    diag::Emitter& emitter) -> std::string;

// Takes the library "Name" or "Name VERSION" out of the user's library folder, with its cache. What a link
// leads to stays. Gives the path that was removed; empty after a diagnostic.
auto RemoveLibrary(const std::string& name, const std::string& user_folder, const std::string& cache_folder,
                   diag::Emitter& emitter) -> std::string;

}  // namespace kerf::modelica
