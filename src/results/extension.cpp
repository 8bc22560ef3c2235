// The kinds of result file, told apart by the end of their name.
#include "results/extension.h"

#include <fmt/format.h>

#include <filesystem>

namespace kerf::results {

auto LowerExtension(const std::string& path) -> std::string {
  std::string extension = std::filesystem::path(path).extension().string();
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return extension;
}

auto UnknownExtensionText(const std::string& path) -> std::string {
  return fmt::format("{}: result files end in .csv or .mat", path);
}

}  // namespace kerf::results
