// The libraries that lie in a folder of the library path: "Name/package.mo", "Name.mo", "Name VERSION/…" and
// "Name VERSION.mo".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/file_trace.h"

namespace kerf::modelica {

struct LibraryPlace {
  std::string name;
  // As the name of the folder or file says; empty if it says nothing.
  std::string version;
  // The folder of a structured library, else its only file.
  std::string path;
  bool is_folder = false;
  // The file that holds the top-level class.
  std::string file;
};

// By name, then newest first. A folder that is a library itself holds just that one.
auto FindPlaces(const std::string& folder, base::FileTrace* trace = nullptr) -> std::vector<LibraryPlace>;
// The library at a path that is a library's folder or file.
auto PlaceAt(const std::string& path) -> LibraryPlace;

}  // namespace kerf::modelica
