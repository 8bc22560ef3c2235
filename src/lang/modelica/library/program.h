// All classes that are known by name: those of the user's files and, loaded when first asked for, those of
// the libraries on the path. A class has an id from the moment its name is known; its text is read (from the
// library's cache if that is fresh) when its definition is asked for.
//
// Folders with a package.mo are packages whose children are the classes of the other files and folders, in
// the order of package.order and then by name; a file X.mo without folder holds the class X and, if it is a
// library of its own, may lie beside others on the path ("Modelica 4.1.0/package.mo", "Complex.mo",
// "Modelica 4.1.0.mo").
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_trace.h"
#include "base/interner.h"
#include "base/store.h"
#include "diag/diag.h"
#include "lang/modelica/syntax/parse.h"
#include "lang/modelica/syntax/tree.h"
#include "source/buffers.h"

namespace kerf::modelica {

using base::NameId;
using ClassId = base::Id<struct ClassTag>;
using FileId = base::Id<struct FileTag>;

// Where the classes of the program come from.
struct ProgramOptions {
  // Folders that hold libraries, in order of authority; see search_path.h for how they are collected.
  std::vector<std::string> library_path;
  // Folder for cache files; empty: none is used.
  std::string cache_folder;
  ParseOptions parse;
  // Takes note of the files and folders that are looked at; may be null.
  base::FileTrace* trace = nullptr;
};

struct Class {
  NameId name;
  // The class it is nested in; the root for top-level classes.
  ClassId parent;
  // Without value until the text has been read.
  FileId file;
  // The ClassDef in the file's tree.
  uint32_t node = kNoNode;
};

class Program {
 public:
  Program(ProgramOptions options, base::Interner& names, source::Buffers& buffers, diag::Emitter& emitter);
  ~Program();
  Program(const Program&) = delete;
  auto operator=(const Program&) -> Program& = delete;

  // The unnamed class around all top-level classes; it has no definition.
  static constexpr ClassId kRoot{uint32_t{0}};

  // Texts are read as the μModelica compiler read them.
  [[nodiscard]] auto IsMuModelica() const -> bool;

  // Reads a file, a library folder or a package.mo and adds its classes under its `within`. Gives the classes
  // added at its top, in order; none after an error, which is emitted.
  auto AddFile(const std::string& path) -> std::vector<ClassId>;
  // The same for text that is no file, such as a test's.
  auto AddText(const std::string& name, std::string text) -> std::vector<ClassId>;

  // The class nested in `parent` (not inherited) of that name, or no value. For the root, a library of that
  // name is loaded from the path; one that is missing is not an error here.
  auto FindChild(ClassId parent, NameId name) -> ClassId;
  // All nested classes in order. For the root: those loaded so far.
  auto Children(ClassId parent) -> std::span<const ClassId>;
  // The ClassDef; nothing for the root or if the text could not be read.
  auto Definition(ClassId id) -> NodeRef;
  // The class that a nested ClassDef node of a class's text defines. Also for classes that are not children
  // by name: redeclarations in modifiers, which get an id on first use with `parent` as their lexical parent.
  auto ClassOf(NodeRef definition, ClassId parent) -> ClassId;

  auto operator[](ClassId id) const -> const Class& { return classes_[id]; }
  // "Modelica.Blocks.Sources.Sine".
  [[nodiscard]] auto FullName(ClassId id) const -> std::string;
  // The class of a dotted name from the root, or no value.
  auto Find(std::string_view dotted_name) -> ClassId;
  // The global name of an identifier token; quoted identifiers keep their quotes.
  auto NameOf(const Tree& tree, uint32_t symbol) -> NameId;
  // The same of a node's token, which may also be a keyword that is used as a name, such as `der`.
  auto NameOf(NodeRef node) -> NameId;
  auto SpanOf(NodeRef node) const -> diag::Span;
  auto SpanOf(const Tree& tree, uint32_t token) const -> diag::Span;
  // The folder of the library or file a class comes from: what modelica:// URIs start from.
  [[nodiscard]] auto FolderOf(ClassId top) const -> std::string;
  [[nodiscard]] auto n_files_read() const -> uint32_t;
  // How many files had to be parsed, for use or for a cache.
  [[nodiscard]] auto n_files_parsed() const -> uint32_t;
  // The version annotation of a top-level class; empty if it has none.
  auto VersionOf(ClassId top) -> std::string;
  // The child of `parent`, or library on the path for the root, that a misspelt name may mean; else empty.
  auto NearestChild(ClassId parent, std::string_view name) -> std::string;

 private:
  struct State;
  base::Store<ClassId, Class> classes_;
  std::unique_ptr<State> state_;
};

}  // namespace kerf::modelica
