// See file_trace.h.
#include "base/file_trace.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/sha256.h"
#include "base/whole_file.h"

namespace kerf::base {

namespace {

namespace fs = std::filesystem;

// Clocks of file systems tick in milliseconds, some in seconds [ns].
constexpr int64_t kFresh = 2'000'000'000;

auto Nanoseconds(const timespec& time) -> int64_t {
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

auto Now() -> int64_t {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

auto NamesIn(const std::string& folder) -> std::string {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error))
    names.push_back(at->path().filename().string());
  if (error) return "";
  std::ranges::sort(names);
  std::string text;
  for (const std::string& name : names) text.append(name).push_back('\0');
  return text;
}

}  // namespace

auto StateOf(const std::string& path) -> FileState {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0) return {};
  const bool is_folder = S_ISDIR(status.st_mode);
  return {status.st_mode,
          status.st_dev,
          status.st_ino,
          is_folder ? 0 : static_cast<uint64_t>(status.st_size),
          Nanoseconds(status.st_mtim),
          Nanoseconds(status.st_ctim)};
}

auto ContentHashOf(const std::string& path) -> std::string {
  const FileState state = StateOf(path);
  if (S_ISDIR(state.mode)) return Sha256Of(NamesIn(path));
  if (!S_ISREG(state.mode)) return "";
  std::ifstream file(path, std::ios::binary);
  const std::string text = ReadWhole(file);
  return file.bad() || text.size() != state.size ? "" : Sha256Of(text);
}

auto IsUnchanged(const FileDependency& dependency) -> bool {
  if (StateOf(dependency.path) != dependency.state) return false;
  return dependency.content_hash.empty() || ContentHashOf(dependency.path) == dependency.content_hash;
}

void FileTrace::Note(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (error) return NoteOther();
  const auto [at, is_new] = noted_.try_emplace(absolute.lexically_normal().string());
  if (!is_new) return;
  at->second.state = StateOf(at->first);
  const FileState& state = at->second.state;
  at->second.is_fresh = state.exists() && std::max(state.modified, state.changed) > Now() - kFresh;
}

void FileTrace::NoteTree(const std::string& folder) {
  Note(folder);
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error); !error && at != fs::recursive_directory_iterator();
       at.increment(error))
    Note(at->path().string());
}

auto FileTrace::TryFinish(std::vector<FileDependency>& dependencies) const -> bool {
  dependencies.clear();
  for (const auto& [path, noted] : noted_) {
    FileDependency dependency{path, noted.state, ""};
    if (noted.is_fresh) dependency.content_hash = ContentHashOf(path);
    // What is no file and no folder has no content that could be compared.
    if ((noted.is_fresh && dependency.content_hash.empty()) || StateOf(path) != noted.state) return false;
    dependencies.push_back(std::move(dependency));
  }
  return true;
}

}  // namespace kerf::base
