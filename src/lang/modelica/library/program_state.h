// The inside of Program: where each class comes from, and the libraries that are in use. Its functions stand
// in read_class.cpp (texts), expand_class.cpp (children), add_file.cpp (user files), load_library.cpp (the
// library path) and library_versions.cpp.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/id_index.h"
#include "lang/modelica/library/annotations.h"
#include "lang/modelica/library/file_store.h"
#include "lang/modelica/library/folder.h"
#include "lang/modelica/library/library_place.h"
#include "lang/modelica/library/program.h"

namespace kerf::modelica {

// A library or a user's file: a package folder or a single file that is not part of another one.
struct LibraryRoot {
  // The folder or the single file, as it was named.
  std::string path;
  // The same without links.
  std::string key;
  // Nothing if no cache is used.
  std::unique_ptr<LibraryCache> cache;
};

struct ClassSource {
  // A class of its own file is Folder (a package.mo) or File; all others are Nested in the text of another.
  enum class Kind : uint8_t { Nested, File, Folder };
  Kind kind = Kind::Nested;
  bool is_read = false;
  bool is_expanded = false;
  // Index into State::roots, of a class of its own file.
  uint32_t root = 0;
  // The file that holds the class, if it is one of its own.
  std::string path;
  std::vector<ClassId> children;
};

// The dotted name after `within`, empty without one.
auto WithinText(NodeRef stored) -> std::string;

// A `uses` of a class that has been loaded.
struct KnownUse {
  ClassId user;
  LibraryUse use;
};

struct Program::State {
  State(ProgramOptions given, Program& owner, base::Interner& interner, source::Buffers& buffers,
        diag::Emitter& diagnostics);

  // The child of that name that is known already.
  auto FindKnown(ClassId parent, NameId name) const -> ClassId;
  auto AddClass(NameId name, ClassId parent, ClassSource source) -> ClassId;
  // Makes the class a child of its parent, to be found by name.
  void AddChild(ClassId id);
  void Define(ClassId id, NodeRef definition);

  // Reads the text of a class of its own file.
  void Read(ClassId id);
  auto LoadFile(const ClassSource& source) -> FileId;
  // The one class of a library's file; nothing after a diagnostic.
  auto TheClassOf(FileId file, ClassId id) -> NodeRef;
  void CheckWithin(NodeRef stored, ClassId parent);

  // Makes the children known.
  void Expand(ClassId id);
  void AddNested(ClassId parent, NodeRef definition);
  void AddFolderEntries(ClassId parent, const std::string& folder);
  void SortByOrder(ClassId parent, const std::string& folder);
  // Reads the file whose name differs from `name` in case only: if its class is the one that was asked for,
  // the file is named wrongly, which reading it tells.
  void ReadCaseVariants(ClassId parent, NameId name);
  void ReportDuplicate(const diag::Span& span, ClassId first, const std::string& path);

  auto AddRoot(const std::string& path, bool with_cache) -> uint32_t;
  auto AddLoaded(FileId file, const std::string& path) -> std::vector<ClassId>;
  // A file inside a library's folder: the class that the library has for it.
  auto AddToLibraryAround(const std::string& path) -> ClassId;
  auto AddPlain(FileId file, const std::string& path, bool is_package) -> std::vector<ClassId>;
  auto AddOwnClass(NodeRef definition, ClassId parent, ClassSource source) -> ClassId;
  auto PlaceOf(NodeRef stored) -> ClassId;
  auto DefinitionsOf(FileId file) const -> std::vector<NodeRef>;
  auto SpanOfPath(FileId file) const -> diag::Span;

  // A library on the path, or no value.
  auto LoadLibrary(NameId name) -> ClassId;
  auto Places(size_t path_index) -> const std::vector<LibraryPlace>&;
  auto ChoosePlace(NameId name) -> std::optional<LibraryPlace>;
  auto NewestPlace(const std::vector<LibraryPlace>& candidates) -> LibraryPlace;
  auto InfoOf(const LibraryPlace& place) -> VersionInfo;
  auto VersionOfPlace(const LibraryPlace& place) -> std::string;
  // What the first user with a `uses` annotation asks for, or an empty text.
  [[nodiscard]] auto WantedVersion(NameId name) const -> std::string;
  void ReportCaseOfLibrary(NameId name);
  // Notes what a top-level class says about versions and compares with what is loaded.
  void NoteVersions(ClassId top);
  void CheckUse(const KnownUse& known, ClassId library);

  ProgramOptions options;
  Program& program;
  base::Interner& names;
  diag::Emitter& emitter;
  FileStore files;
  base::Store<ClassId, ClassSource> sources;
  base::IdIndex by_name;
  std::unordered_map<uint64_t, ClassId> by_definition;
  // Classes of folders by parent and hash of the name in lower case.
  std::unordered_map<uint64_t, ClassId> by_folded_name;
  std::vector<LibraryRoot> roots;
  // What has been found in each folder of the path, once it has been asked for.
  std::vector<std::optional<std::vector<LibraryPlace>>> places;
  // Names that have been looked for on the path.
  std::unordered_set<NameId> looked_for;
  std::vector<KnownUse> uses;
  std::unordered_map<ClassId, VersionInfo> versions;
};

}  // namespace kerf::modelica
