// Eight bytes at a time.
#include "external/content_hash.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/hash.h"
#include "base/whole_file.h"

namespace kerf::external {

namespace fs = std::filesystem;

auto HashText(std::string_view text, uint64_t seed) -> uint64_t {
  uint64_t hash = base::Combine(seed, text.size());
  while (!text.empty()) {
    uint64_t word = 0;
    const size_t n = std::min(text.size(), sizeof word);
    std::memcpy(&word, text.data(), n);
    hash = base::Combine(hash, word);
    text.remove_prefix(n);
  }
  return hash;
}

auto HashFile(const std::string& path, uint64_t seed) -> uint64_t {
  std::ifstream file(path, std::ios::binary);
  const std::string text = base::ReadWhole(file);
  return HashText(text, seed);
}

auto HashFolder(const std::string& path, uint64_t seed) -> uint64_t {
  std::vector<std::string> files;
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, failure)) {
    const std::string ending = entry.path().extension().string();
    if (ending == ".c" || ending == ".h" || ending == ".inc") files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  uint64_t hash = seed;
  for (const std::string& file : files) hash = HashFile(file, HashText(file, hash));
  return hash;
}

auto HashCompiler(const std::string& name) -> uint64_t {
  const char* folders = std::getenv("PATH");
  std::string_view rest = folders == nullptr ? "" : folders;
  while (!rest.empty()) {
    const size_t colon = std::min(rest.find(':'), rest.size());
    std::error_code failure;
    const fs::path file = fs::canonical(fs::path(rest.substr(0, colon)) / name, failure);
    rest.remove_prefix(std::min(colon + 1, rest.size()));
    if (failure) continue;
    const auto size = fs::file_size(file, failure);
    const auto time = fs::last_write_time(file, failure).time_since_epoch().count();
    return HashText(file.string(), base::Combine(size, static_cast<uint64_t>(time)));
  }
  return 0;
}

}  // namespace kerf::external
