// Libraries of the library path, loaded when their name is first asked for.
#include <algorithm>

#include "base/nearest.h"
#include "lang/modelica/library/program_state.h"
#include "lang/modelica/library/version.h"

namespace kerf::modelica {

KERF_DIAG(
    LibraryNameCase, Error,
    "the library `{}` is not found by its name because its file is `{}`; upper and lower case must agree",
    std::string, std::string);

auto Program::State::Places(size_t path_index) -> const std::vector<LibraryPlace>& {
  auto& found = places[path_index];
  if (!found) found = FindPlaces(options.library_path[path_index], options.trace);
  return *found;
}

auto Program::State::InfoOf(const LibraryPlace& place) -> VersionInfo {
  // Only this file is read: a version that is not chosen needs no cache.
  ClassSource source;
  source.root = AddRoot(place.path, true);
  source.path = place.file;
  const LibraryRoot& root = roots[source.root];
  const FileId file = files.Load(place.file, root.key + place.file.substr(root.path.size()), nullptr);
  if (!file.has_value()) return {};
  const std::vector<NodeRef> definitions = DefinitionsOf(file);
  return definitions.empty() ? VersionInfo() : ReadVersionInfo(definitions[0]);
}

auto Program::State::VersionOfPlace(const LibraryPlace& place) -> std::string {
  return place.version.empty() ? InfoOf(place).version : place.version;
}

auto Program::State::NewestPlace(const std::vector<LibraryPlace>& candidates) -> LibraryPlace {
  if (candidates.size() == 1) return candidates[0];
  const LibraryPlace* newest = nullptr;
  std::string newest_version;
  for (const LibraryPlace& place : candidates) {
    std::string version = VersionOfPlace(place);
    if (newest != nullptr && CompareVersions(version, newest_version) <= 0) continue;
    newest = &place;
    newest_version = std::move(version);
  }
  return *newest;
}

auto Program::State::WantedVersion(NameId name) const -> std::string {
  for (const KnownUse& known : uses) {
    if (known.use.name == names[name] && !known.use.version.empty()) return known.use.version;
  }
  return "";
}

auto Program::State::ChoosePlace(NameId name) -> std::optional<LibraryPlace> {
  std::vector<LibraryPlace> all;
  // Those in the first folder that has any.
  std::vector<LibraryPlace> first;
  for (size_t k = 0; k < places.size(); ++k) {
    for (const LibraryPlace& place : Places(k)) {
      if (place.name == names[name]) all.push_back(place);
    }
    if (first.empty()) first = all;
  }
  if (all.empty()) return std::nullopt;
  const std::string wanted = WantedVersion(name);
  if (wanted.empty() || all.size() == 1) return NewestPlace(first);
  std::vector<LibraryPlace> fitting;
  for (const LibraryPlace& place : all) {
    if (CompareVersions(VersionOfPlace(place), wanted) == 0) return place;
    if (std::ranges::count(InfoOf(place).none_from, wanted) > 0) fitting.push_back(place);
  }
  return NewestPlace(fitting.empty() ? first : fitting);
}

void Program::State::ReportCaseOfLibrary(NameId name) {
  for (size_t k = 0; k < places.size(); ++k) {
    for (const LibraryPlace& place : Places(k)) {
      if (!IsEqualIgnoringCase(place.name, names[name])) continue;
      const FileId file = files.Load(place.file, roots[AddRoot(place.file, false)].key, nullptr);
      if (!file.has_value()) continue;
      const std::vector<NodeRef> definitions = DefinitionsOf(file);
      // Else the library is named rightly and the user means something else.
      if (definitions.size() != 1 || definitions[0].token_text() != names[name]) continue;
      emitter.Emit(program.SpanOf(definitions[0].tree(), definitions[0].node().token), LibraryNameCase,
                   std::string(names[name]), place.path);
      return;
    }
  }
}

auto Program::State::LoadLibrary(NameId name) -> ClassId {
  if (!looked_for.insert(name).second) return {};
  const auto place = ChoosePlace(name);
  if (!place) {
    ReportCaseOfLibrary(name);
    return {};
  }
  ClassSource source;
  source.kind = place->is_folder ? ClassSource::Kind::Folder : ClassSource::Kind::File;
  source.root = AddRoot(place->path, true);
  source.path = place->file;
  // A single file with several classes is no library (specification, "Stored Definitions Containing Multiple
  // Class Definitions").
  if (!place->is_folder) {
    const FileId file = LoadFile(source);
    if (file.has_value() && !files[file].has_errors && DefinitionsOf(file).size() != 1) return {};
  }
  const ClassId id = AddClass(name, kRoot, std::move(source));
  AddChild(id);
  Read(id);
  NoteVersions(id);
  return id;
}

auto Program::NearestChild(ClassId parent, std::string_view name) -> std::string {
  std::vector<std::string> known;
  for (const ClassId child : Children(parent)) known.emplace_back(state_->names[classes_[child].name]);
  for (size_t k = 0; parent == kRoot && k < state_->places.size(); ++k) {
    for (const LibraryPlace& place : state_->Places(k)) known.push_back(place.name);
  }
  return base::Nearest(name, known);
}

}  // namespace kerf::modelica
