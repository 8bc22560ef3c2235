// Runs a fuzz target over every file of the folders given and over the large inputs, without libFuzzer. An
// input that crashes names itself: its name stands in the last line printed.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "large_inputs.h"
#include "target.h"

namespace {

void RunOne(const std::string& name, const std::string& input) {
  fmt::print("{} ({} bytes)\n", name, input.size());
  std::fflush(stdout);
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
}

auto FilesOf(const std::string& folder) -> std::vector<std::string> {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

auto main(int argc, char** argv) -> int {
  size_t n_files = 0;
  for (int k = 1; k < argc; ++k) {
    for (const std::string& file : FilesOf(argv[k])) {
      std::ifstream stream(file, std::ios::binary);
      RunOne(file, {std::istreambuf_iterator<char>(stream), {}});
      ++n_files;
    }
  }
  const auto large = kerf::fuzz::LargeInputs();
  for (size_t k = 0; k < large.size(); ++k) RunOne(fmt::format("large input {}", k), large[k]);
  fmt::print("replayed {} files and {} large inputs\n", n_files, large.size());
  // A folder that went missing must not pass for a clean replay.
  return n_files > 0 ? 0 : 1;
}
