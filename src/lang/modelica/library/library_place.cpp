// Finding of libraries in a folder.
#include "lang/modelica/library/library_place.h"

#include <algorithm>

#include "lang/modelica/library/folder.h"
#include "lang/modelica/library/version.h"

namespace kerf::modelica {

namespace {

auto MakePlace(const std::string& folder, const FolderEntry& entry) -> LibraryPlace {
  LibraryPlace place;
  const size_t blank = entry.name.find(' ');
  place.name = entry.name.substr(0, blank);
  if (blank != std::string::npos) place.version = entry.name.substr(blank + 1);
  place.is_folder = entry.is_folder;
  place.file = FileOf(folder, entry);
  place.path = entry.is_folder ? FolderOfPath(place.file) : place.file;
  return place;
}

auto IsBefore(const LibraryPlace& a, const LibraryPlace& b) -> bool {
  if (a.name != b.name) return a.name < b.name;
  if (const auto order = CompareVersions(a.version, b.version); order != 0) return order > 0;
  return a.path < b.path;
}

}  // namespace

auto PlaceAt(const std::string& path) -> LibraryPlace {
  std::string name = LastPart(path);
  const bool is_folder = !name.ends_with(".mo");
  if (!is_folder) name.resize(name.size() - 3);
  return MakePlace(FolderOfPath(path), {std::move(name), is_folder});
}

auto FindPlaces(const std::string& folder, base::FileTrace* trace) -> std::vector<LibraryPlace> {
  if (HasPackageFile(folder, trace)) return {PlaceAt(folder)};
  std::vector<LibraryPlace> places;
  for (const FolderEntry& entry : ListFolder(folder, trace).entries)
    places.push_back(MakePlace(folder, entry));
  std::ranges::sort(places, IsBefore);
  return places;
}

}  // namespace kerf::modelica
