// See folder.h.
#include "cache/folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/sha256.h"
#include "base/whole_file.h"

namespace kerf::cache {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxFiles = 400;
constexpr uintmax_t kMaxBytes = uintmax_t{512} << 20;
constexpr const char* kEnding = ".kerf-compiled";

auto FolderOf(const std::string& cache_folder) -> fs::path { return fs::path(cache_folder) / "compiled"; }

auto FileOf(const std::string& cache_folder, const std::string& key) -> fs::path {
  return FolderOf(cache_folder) / (base::Sha256Of(key) + kEnding);
}

// Those that were not used for the longest time go first.
void RemoveOldest(const fs::path& folder) {
  struct File {
    fs::path path;
    fs::file_time_type used;
    uintmax_t size = 0;
  };
  std::vector<File> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    if (at->path().extension() != kEnding) continue;
    std::error_code gone;
    File file{at->path(), at->last_write_time(gone), 0};
    file.size = at->file_size(gone);
    if (!gone) files.push_back(std::move(file));
  }
  std::ranges::sort(files, std::ranges::greater{}, &File::used);
  uintmax_t total = 0;
  for (size_t k = 0; k < files.size(); ++k) {
    total += files[k].size;
    if (k >= kMaxFiles || total > kMaxBytes) fs::remove(files[k].path, error);
  }
}

}  // namespace

auto TryFind(const std::string& cache_folder, const std::string& key) -> std::unique_ptr<Entry> {
  const fs::path path = FileOf(cache_folder, key);
  std::ifstream file(path, std::ios::binary);
  if (!file) return nullptr;
  const std::string bytes = base::ReadWhole(file);
  auto entry = file.bad() ? nullptr : TryRead(bytes);
  if (!entry || entry->key != key || !std::ranges::all_of(entry->dependencies, base::IsUnchanged))
    return nullptr;
  std::error_code error;
  fs::last_write_time(path, fs::file_time_type::clock::now(), error);
  return entry;
}

void Keep(const std::string& cache_folder, const Entry& entry) {
  std::error_code error;
  const fs::path folder = FolderOf(cache_folder);
  fs::create_directories(folder, error);
  if (error || !base::TryWriteWhole(FileOf(cache_folder, entry.key).string(), Write(entry))) return;
  RemoveOldest(folder);
}

}  // namespace kerf::cache
