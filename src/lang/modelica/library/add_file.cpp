// Files and folders that the user names, and where their `within` puts them.
#include <filesystem>

#include "lang/modelica/library/program_state.h"

namespace kerf::modelica {

KERF_DIAG(NoPackageFile, Error, "the folder `{}` is no library: it has no package.mo{}", std::string,
          std::string);
KERF_DIAG(FileNameCase, Error, "there is no `{}`; is `{}` meant?", std::string, std::string);
KERF_DIAG(WithinUnknown, Error, "there is no package `{}` that the file could be a part of", std::string);
KERF_DIAG(NoClassInFile, Error, "`{}` defines no class", std::string);

namespace {

namespace fs = std::filesystem;

// One text for all ways to name a file or folder.
auto KeyOf(const std::string& path) -> std::string {
  std::error_code error;
  const fs::path key = fs::weakly_canonical(path, error);
  return error ? path : key.string();
}

// The same for a file. One that is a link keeps its name, which is that of its class.
auto KeyOfFile(const std::string& path) -> std::string {
  return KeyOf(FolderOfPath(path)) + "/" + LastPart(path);
}

auto AbsolutePath(const std::string& path) -> std::string {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

// The outermost package folder around a folder that is one.
auto LibraryFolder(std::string folder, base::FileTrace* trace) -> std::string {
  while (folder != "/" && HasPackageFile(FolderOfPath(folder), trace)) folder = FolderOfPath(folder);
  return folder;
}

}  // namespace

auto Program::AddFile(const std::string& given) -> std::vector<ClassId> {
  std::string path = given;
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  std::error_code error;
  base::FileTrace* trace = state_->options.trace;
  if (trace != nullptr) trace->Note(path);
  if (fs::is_directory(path, error)) {
    if (!HasPackageFile(path, trace)) {
      const std::string variant = CaseVariant(path + "/package.mo");
      state_->emitter.Emit({}, NoPackageFile, path,
                           variant.empty() ? "" : fmt::format(", but a `{}`", variant));
      return {};
    }
    path.append("/").append(kPackageFile);
  } else if (!fs::exists(path, error)) {
    if (const std::string variant = CaseVariant(path); !variant.empty()) {
      state_->emitter.Emit({}, FileNameCase, path, variant);
      return {};
    }
  }
  const std::string key = KeyOfFile(path);
  LibraryCache* cache = nullptr;
  if (LastPart(path) == kPackageFile) {
    const std::string folder = FolderOfPath(path);
    const bool is_library = LibraryFolder(AbsolutePath(folder), trace) == AbsolutePath(folder);
    if (is_library) cache = state_->roots[state_->AddRoot(folder, true)].cache.get();
  }
  const FileId file = state_->files.Load(path, key, cache);
  return file.has_value() ? state_->AddLoaded(file, path) : std::vector<ClassId>();
}

auto Program::AddText(const std::string& name, std::string text) -> std::vector<ClassId> {
  std::error_code error;
  const std::string key = fs::exists(name, error) ? KeyOfFile(name) : name;
  return state_->AddLoaded(state_->files.AddText(name, key, std::move(text)), name);
}

auto Program::State::AddRoot(const std::string& path, bool with_cache) -> uint32_t {
  std::error_code error;
  const std::string key = fs::is_directory(path, error) ? KeyOf(path) : KeyOfFile(path);
  for (uint32_t k = 0; k < roots.size(); ++k) {
    if (roots[k].key == key && roots[k].path == path) return k;
  }
  LibraryRoot root{path, key, nullptr};
  // Other options may give other trees.
  const bool is_plain = options.parse.max_depth == ParseOptions().max_depth && !options.parse.mu_modelica;
  if (with_cache && is_plain && !options.cache_folder.empty()) {
    root.cache = std::make_unique<LibraryCache>(key, options.cache_folder);
  }
  roots.push_back(std::move(root));
  return static_cast<uint32_t>(roots.size() - 1);
}

auto Program::State::AddLoaded(FileId file, const std::string& path) -> std::vector<ClassId> {
  const bool is_package = LastPart(path) == kPackageFile;
  const bool is_part = is_package || !WithinText(Root(files[file].tree)).empty();
  std::vector<ClassId> added;
  const std::string folder = FolderOfPath(AbsolutePath(path));
  const bool has_library = is_package ? HasPackageFile(FolderOfPath(folder), options.trace)
                                      : is_part && HasPackageFile(folder, options.trace);
  if (has_library) {
    if (const ClassId id = AddToLibraryAround(path); id.has_value()) added.push_back(id);
  } else {
    added = AddPlain(file, path, is_package);
  }
  if (files[file].has_errors) added.clear();
  return added;
}

auto Program::State::AddToLibraryAround(const std::string& path) -> ClassId {
  const std::string absolute = AbsolutePath(path);
  const bool is_package = LastPart(path) == kPackageFile;
  const std::string folder = FolderOfPath(absolute);
  const std::string top = LibraryFolder(folder, options.trace);
  const std::vector<ClassId> tops = program.AddFile(top);
  if (tops.size() != 1) return {};
  ClassId at = tops[0];
  // The folders below the library's own are its packages.
  fs::path below = fs::path(folder).lexically_relative(top);
  if (!is_package) below /= fs::path(absolute).stem();
  for (const fs::path& part : below) {
    if (part == "." || !at.has_value()) continue;
    at = program.FindChild(at, names.Intern(part.string()));
  }
  return at.has_value() && program.Definition(at).has_value() ? at : ClassId();
}

auto Program::State::PlaceOf(NodeRef stored) -> ClassId {
  const std::string within = WithinText(stored);
  if (within.empty()) return kRoot;
  const ClassId place = program.Find(within);
  const NodeRef definition = place.has_value() ? program.Definition(place) : NodeRef();
  if (definition.has_value() && !definition.Has(kShort | kEnum | kDerClass)) return place;
  emitter.Emit(program.SpanOf(stored.Find(NodeKind::Within)), WithinUnknown, within);
  return {};
}

auto Program::State::AddOwnClass(NodeRef definition, ClassId parent, ClassSource source) -> ClassId {
  if (definition.token().symbol == kNoSymbol) return {};
  const NameId name = program.NameOf(definition);
  Expand(parent);
  if (const ClassId known = FindKnown(parent, name); known.has_value()) {
    const Class& c = program[known];
    if (c.file == FileId{definition.tree().id} && c.node == definition.index()) return known;
    ReportDuplicate(program.SpanOf(definition.tree(), definition.node().token), known, "");
    return {};
  }
  const ClassId id = AddClass(name, parent, std::move(source));
  Define(id, definition);
  AddChild(id);
  if (parent == kRoot) NoteVersions(id);
  return id;
}

auto Program::State::AddPlain(FileId file, const std::string& path, bool is_package) -> std::vector<ClassId> {
  const std::vector<NodeRef> definitions = DefinitionsOf(file);
  if (definitions.empty() && !files[file].has_errors) emitter.Emit(SpanOfPath(file), NoClassInFile, path);
  const ClassId place = definitions.empty() ? ClassId() : PlaceOf(Root(files[file].tree));
  if (!place.has_value()) return {};
  ClassSource source;
  source.kind = is_package ? ClassSource::Kind::Folder : ClassSource::Kind::File;
  source.root = AddRoot(is_package ? FolderOfPath(path) : path, is_package);
  source.path = path;
  std::vector<ClassId> added;
  for (const NodeRef definition : definitions) {
    if (const ClassId id = AddOwnClass(definition, place, source); id.has_value()) added.push_back(id);
  }
  return added.size() == definitions.size() ? added : std::vector<ClassId>();
}

}  // namespace kerf::modelica
