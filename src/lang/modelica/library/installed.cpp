// The libraries of the path and the user's library folder.
#include "lang/modelica/library/installed.h"

#include <filesystem>

#include "diag/consumers.h"
#include "lang/modelica/library/cache_build.h"
#include "lang/modelica/library/cache_files.h"
#include "lang/modelica/library/folder.h"
#include "lang/modelica/library/program.h"

namespace kerf::modelica {

KERF_DIAG(HoldsLibraries, Error,
          "`{}` is no library itself but holds {}; add one of them, or the folder to MODELICAPATH",
          std::string, std::string);
KERF_DIAG(NotALibrary, Error, "`{}` is no library: {}", std::string, std::string);
KERF_DIAG(LibraryIsThere, Error, "there is a `{}` already; `kerf library remove` takes it out", std::string);
KERF_DIAG(CannotInstall, Error, "cannot make `{}`: {}", std::string, std::string);
KERF_DIAG(NoSuchLibrary, Error, "there is no library `{}` in `{}`{}", std::string, std::string, std::string);
KERF_DIAG(SeveralVersions, Error, "there are several versions of `{}`: {}; name one of them", std::string,
          std::string);
KERF_DIAG(CannotRemove, Error, "cannot remove `{}`: {}", std::string, std::string);

namespace {

namespace fs = std::filesystem;

struct TopClass {
  std::string name;
  std::string version;
};

// The top-level class of a library; an empty name if there is not exactly one.
auto ReadTop(const std::string& path, source::Buffers& buffers, diag::Emitter& emitter) -> TopClass {
  base::Interner names;
  Program program({}, names, buffers, emitter);
  const std::vector<ClassId> added = program.AddFile(path);
  if (added.size() != 1 || program[added[0]].parent != Program::kRoot) return {};
  return {std::string(names[program[added[0]].name]), program.VersionOf(added[0])};
}

auto CanonicalPath(const std::string& path) -> std::string {
  std::error_code error;
  const fs::path canonical = fs::canonical(path, error);
  return error ? path : canonical.string();
}

auto TitleOf(const LibraryPlace& place) -> std::string {
  return place.version.empty() ? place.name : place.name + " " + place.version;
}

auto Titles(const std::vector<LibraryPlace>& places) -> std::string {
  std::string list;
  for (const LibraryPlace& place : places) {
    if (!list.empty()) list += ", ";
    list += "`" + TitleOf(place) + "`";
  }
  return list;
}

// Without trailing slashes, and the folder of a package.mo.
auto LibraryPathOf(std::string path) -> std::string {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return LastPart(path) == kPackageFile ? FolderOfPath(path) : path;
}

// The top-level class of a path that shall be a library; without name after a diagnostic.
auto CheckLibrary(const std::string& path, source::Buffers& buffers, diag::Emitter& emitter) -> TopClass {
  std::error_code error;
  if (fs::is_directory(path, error) && !HasPackageFile(path)) {
    if (const auto places = FindPlaces(path); !places.empty()) {
      emitter.Emit({}, HoldsLibraries, path, Titles(places));
      return {};
    }
  }
  const uint32_t n_errors = emitter.n_errors();
  const TopClass top = ReadTop(path, buffers, emitter);
  if (emitter.n_errors() > n_errors) return {};
  if (top.name.empty()) emitter.Emit({}, NotALibrary, path, "it must define one top-level class");
  return top;
}

// Which file a library's cache is: the key of a single file is its folder's with its own name.
auto CacheRoot(const LibraryPlace& place) -> std::string {
  if (place.is_folder) return CanonicalPath(place.path);
  return CanonicalPath(FolderOfPath(place.path)) + "/" + LastPart(place.path);
}

}  // namespace

auto ListLibraries(const std::vector<std::string>& library_path, const std::string& cache_folder)
    -> std::vector<InstalledLibrary> {
  std::vector<InstalledLibrary> found;
  for (const std::string& folder : library_path) {
    for (const LibraryPlace& place : FindPlaces(folder)) {
      InstalledLibrary library{place, "", 0, false};
      // A file with mistakes is listed all the same.
      diag::CollectingConsumer consumer;
      diag::Emitter emitter(consumer);
      source::Buffers buffers;
      library.version = ReadTop(place.file, buffers, emitter).version;
      if (library.version.empty()) library.version = place.version;
      const std::string root = CacheRoot(place);
      library.n_files = static_cast<uint32_t>(ListLibraryFiles(root).size());
      library.is_cached =
          !cache_folder.empty() && CacheImage::Map(CacheFileOf(cache_folder, root), root) != nullptr;
      found.push_back(std::move(library));
    }
  }
  return found;
}

auto InstallLibrary(const std::string& given, const std::string& user_folder, source::Buffers& buffers,
                    diag::Emitter& emitter) -> std::string {
  const std::string path = LibraryPathOf(given);
  std::error_code error;
  const bool is_folder = fs::is_directory(path, error);
  const TopClass top = CheckLibrary(path, buffers, emitter);
  if (top.name.empty()) return "";
  const std::string title = top.version.empty() ? top.name : top.name + " " + top.version;
  const std::string target = user_folder + "/" + title + (is_folder ? "" : ".mo");
  if (fs::symlink_status(target, error).type() != fs::file_type::not_found) {
    emitter.Emit({}, LibraryIsThere, target);
    return "";
  }
  fs::create_directories(user_folder, error);
  if (is_folder) {
    fs::create_directory_symlink(CanonicalPath(path), target, error);
  } else {
    fs::copy_file(path, target, error);
  }
  if (!error) return target;
  emitter.Emit({}, CannotInstall, target, error.message());
  return "";
}

auto RemoveLibrary(const std::string& name, const std::string& user_folder, const std::string& cache_folder,
                   diag::Emitter& emitter) -> std::string {
  std::vector<LibraryPlace> all = FindPlaces(user_folder);
  std::vector<LibraryPlace> meant;
  for (const LibraryPlace& place : all) {
    if (place.name == name || TitleOf(place) == name) meant.push_back(place);
  }
  if (meant.empty()) {
    const std::string others = all.empty() ? "" : ", only " + Titles(all);
    emitter.Emit({}, NoSuchLibrary, name, user_folder, others);
    return "";
  }
  if (meant.size() > 1) {
    emitter.Emit({}, SeveralVersions, name, Titles(meant));
    return "";
  }
  const LibraryPlace& place = meant[0];
  std::error_code error;
  if (!cache_folder.empty()) fs::remove(CacheFileOf(cache_folder, CacheRoot(place)), error);
  if (place.is_folder && !fs::is_symlink(place.path, error)) {
    emitter.Emit({}, CannotRemove, place.path, "it is a folder that was put there by hand");
    return "";
  }
  if (fs::remove(place.path, error)) return place.path;
  emitter.Emit({}, CannotRemove, place.path, error.message());
  return "";
}

}  // namespace kerf::modelica
