// Reading of folders.
#include "lang/modelica/library/folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <tuple>

#include "base/hash.h"

namespace kerf::modelica {

namespace {

namespace fs = std::filesystem;

auto ToLower(char c) -> char { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

void AddEntry(const fs::directory_entry& found, FolderListing& listing, base::FileTrace* trace) {
  std::string name = found.path().filename().string();
  if (name.starts_with('.')) return;
  std::error_code error;
  if (found.is_directory(error)) {
    if (HasPackageFile(found.path().string(), trace)) listing.entries.push_back({std::move(name), true});
    return;
  }
  if (!name.ends_with(".mo") || name == kPackageFile) return;
  name.resize(name.size() - 3);
  listing.entries.push_back({std::move(name), false});
}

}  // namespace

auto ListFolder(const std::string& folder, base::FileTrace* trace) -> FolderListing {
  if (trace != nullptr) trace->Note(folder);
  FolderListing listing;
  std::error_code error;
  fs::directory_iterator at(folder, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) AddEntry(*at, listing, trace);
  if (error) listing.problem = error.message();
  std::ranges::sort(listing.entries, {}, [](const FolderEntry& entry) {
    return std::tuple(std::string_view(entry.name), !entry.is_folder);
  });
  return listing;
}

auto FileOf(const std::string& folder, const FolderEntry& entry) -> std::string {
  std::string path = folder + "/" + entry.name;
  return entry.is_folder ? path.append("/").append(kPackageFile) : path.append(".mo");
}

auto HasPackageFile(const std::string& folder, base::FileTrace* trace) -> bool {
  struct stat status{};
  const std::string path = folder + "/" + std::string(kPackageFile);
  if (trace != nullptr) trace->Note(path);
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

auto ReadOrder(const std::string& folder, base::FileTrace* trace) -> std::vector<std::string> {
  constexpr std::string_view kBlanks = " \t\r";
  std::vector<std::string> names;
  std::error_code error;
  const std::string path = folder + "/package.order";
  if (trace != nullptr) trace->Note(path);
  if (!fs::is_regular_file(path, error)) return names;
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (names.empty() && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    const size_t begin = line.find_first_not_of(kBlanks);
    if (begin == std::string::npos) continue;
    names.push_back(line.substr(begin, line.find_last_not_of(kBlanks) + 1 - begin));
  }
  return names;
}

auto FoldedHash(std::string_view text) -> uint64_t {
  uint64_t hash = text.size();
  for (const char c : text) hash = base::Combine(hash, static_cast<unsigned char>(ToLower(c)));
  return hash;
}

auto IsEqualIgnoringCase(std::string_view a, std::string_view b) -> bool {
  return std::ranges::equal(a, b, {}, ToLower, ToLower);
}

auto CaseVariant(const std::string& path) -> std::string {
  const std::string wanted = LastPart(path);
  std::error_code error;
  std::string variant;
  fs::directory_iterator at(FolderOfPath(path), error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    std::string name = at->path().filename().string();
    if (name == wanted || !IsEqualIgnoringCase(name, wanted)) continue;
    // The order of a folder is arbitrary.
    if (variant.empty() || name < variant) variant = std::move(name);
  }
  return variant;
}

auto FolderOfPath(const std::string& path) -> std::string {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

auto LastPart(const std::string& path) -> std::string { return path.substr(path.rfind('/') + 1); }

}  // namespace kerf::modelica
