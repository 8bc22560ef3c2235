// FMU files: a zip archive of description, code and compiled model.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fmi/description.h"

namespace kerf::fmi {

struct PackageOptions {
  Version version = Version::Two;
  bool has_model_exchange = true;
  bool has_co_simulation = true;
  std::string tool;
  // The shared library with the code that runs compiled models (src/fmu).
  std::string library;
  // States of instances can be taken.
  bool has_states = true;
  // As MakeInterface gives it, or less where the code can do less.
  Interface interface;
  // The C source in place of library and model (emit/support/fmu.c), with kTokenMark for the token.
  std::string source;
  // Further resources: name below resources/, and file.
  std::vector<std::pair<std::string, std::string>> files;
};

// The file in an FMU that holds the compiled model.
inline constexpr const char* kModelFile = "resources/model.kerf";

// Stands in C sources for the token, which follows from the rest of them.
inline constexpr const char* kTokenMark = "@token@";

// "" or why the file could not be written. `stored` is the model in its file form (model/file.h); `compiled`
// is the same.
auto WritePackage(const model::CompiledModel& compiled, std::string_view stored,
                  const PackageOptions& options, const std::string& path) -> std::string;

// Ties a description to the stored model.
auto TokenOf(std::string_view stored) -> std::string;

}  // namespace kerf::fmi
