// The table is made by tools/hash_standard_library.py.
#include "session/known_code.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/sha256.h"
#include "base/whole_file.h"

namespace kerf::session {

namespace {

namespace fs = std::filesystem;

#define KERF_KNOWN_FILE(hash) hash,
#define KERF_KNOWN_LIBRARY(name, hash)
constexpr auto kKnownFiles = std::to_array<std::string_view>({
#include "session/known_code.def"
});
#undef KERF_KNOWN_FILE
#undef KERF_KNOWN_LIBRARY
#define KERF_KNOWN_FILE(hash)
#define KERF_KNOWN_LIBRARY(name, hash) hash,
constexpr auto kKnownLibraries = std::to_array<std::string_view>({
#include "session/known_code.def"
});
#undef KERF_KNOWN_FILE
#undef KERF_KNOWN_LIBRARY

// Only what stands between the quotes goes: an annotation that is new would show.
auto WithoutRevisions(std::string text) -> std::string {
  constexpr std::string_view kBegin = "revisionId=\"";
  for (size_t at = text.find(kBegin); at != std::string::npos; at = text.find(kBegin, at + 1)) {
    const size_t begin = at + kBegin.size();
    const size_t end = text.find_first_of("\"\\\n", begin);
    if (end != std::string::npos && text[end] == '"') text.erase(begin, end - begin);
  }
  return text;
}

auto ContentHash(std::string_view text) -> std::string {
  std::string plain;
  plain.reserve(text.size());
  for (size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '\r' || k + 1 == text.size() || text[k + 1] != '\n') plain += text[k];
  }
  return base::Sha256Of(WithoutRevisions(std::move(plain)));
}

auto FileHash(const std::string& path) -> std::string {
  std::error_code failure;
  if (!fs::is_regular_file(path, failure)) return "";
  std::ifstream file(path, std::ios::binary);
  const std::string text = base::ReadWhole(file);
  return file.bad() ? "" : ContentHash(text);
}

auto IsKnownHash(const std::string& hash) -> bool {
  return std::ranges::find(kKnownFiles, hash) != kKnownFiles.end();
}

// False if something is there that is no plain file or folder, such as a link to a folder elsewhere.
auto FilesBelow(const std::string& folder, std::vector<std::string>& names) -> bool {
  std::error_code failure;
  auto entry = fs::recursive_directory_iterator(folder, failure);
  for (; !failure && entry != fs::recursive_directory_iterator(); entry.increment(failure)) {
    const bool is_link = entry->is_symlink(failure);
    if (entry->is_directory(failure) && !is_link) continue;
    if (!entry->is_regular_file(failure)) return false;
    names.push_back(entry->path().lexically_relative(folder).generic_string());
  }
  return !failure;
}

}  // namespace

auto IsKnownText(std::string_view text) -> bool { return IsKnownHash(ContentHash(text)); }

auto IsKnownFile(const std::string& path) -> bool { return IsKnownHash(FileHash(path)); }

auto IsKnownFolder(const std::string& path) -> bool {
  std::vector<std::string> names;
  return FilesBelow(path, names) && std::ranges::all_of(names, [&](const std::string& name) {
           return IsKnownFile((fs::path(path) / name).string());
         });
}

auto IsKnownLibrary(const std::string& path, std::string_view name) -> bool {
  std::vector<std::string> names;
  base::Sha256 whole;
  const auto add = [&](const std::string& relative, const std::string& file) {
    whole.Add(relative);
    whole.Add(std::string_view("\0", 1));
    whole.Add(FileHash(file) + "\n");
  };
  if (path.ends_with(".mo")) {
    add(std::string(name) + ".mo", path);
  } else {
    if (!FilesBelow(path, names)) return false;
    std::ranges::sort(names);
    for (const std::string& file : names) {
      if (file.ends_with(".mo")) add(file, (fs::path(path) / file).string());
    }
  }
  return std::ranges::find(kKnownLibraries, whole.Finish()) != kKnownLibraries.end();
}

}  // namespace kerf::session
