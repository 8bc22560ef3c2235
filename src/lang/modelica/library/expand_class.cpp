// The children of a class: those nested in its text and those of its folder.
#include <algorithm>

#include "base/hash.h"
#include "lang/modelica/library/program_state.h"

namespace kerf::modelica {

KERF_DIAG(DuplicateClass, Error, "the class `{}` is defined already", std::string);
KERF_DIAG(DuplicateClassFile, Error, "`{}` defines the class `{}`, which is defined already", std::string,
          std::string);
KERF_DIAG(CannotListFolder, Error, "cannot list the folder `{}`: {}", std::string, std::string);
KERF_NOTE(FirstDefinition, "the first definition is here");
KERF_NOTE(FirstDefinitionFile, "the first definition is in `{}`", std::string);

void Program::State::ReportDuplicate(const diag::Span& span, ClassId first, const std::string& path) {
  const Class& c = program[first];
  const std::string name(names[c.name]);
  diag::Emitter::Builder report = span.has_value()
                                      ? emitter.Emit(span, DuplicateClass, program.FullName(first))
                                      : emitter.Emit(span, DuplicateClassFile, path, name);
  if (!c.file.has_value()) {
    report.Note({}, FirstDefinitionFile, sources[first].path);
    return;
  }
  const Tree& tree = files[c.file].tree;
  report.Note(program.SpanOf(tree, tree.nodes[c.node].token), FirstDefinition);
}

void Program::State::AddNested(ClassId parent, NodeRef definition) {
  // After a syntax error the name may be missing.
  if (definition.token().symbol == kNoSymbol) return;
  const NameId name = program.NameOf(definition);
  if (const ClassId first = FindKnown(parent, name); first.has_value()) {
    ReportDuplicate(program.SpanOf(definition.tree(), definition.node().token), first, "");
    return;
  }
  const ClassId id = AddClass(name, parent, {});
  Define(id, definition);
  AddChild(id);
}

void Program::State::AddFolderEntries(ClassId parent, const std::string& folder) {
  const FolderListing listing = ListFolder(folder, options.trace);
  if (!listing.problem.empty()) emitter.Emit({}, CannotListFolder, folder, listing.problem);
  const uint32_t root = sources[parent].root;
  for (const FolderEntry& entry : listing.entries) {
    ClassSource source;
    source.kind = entry.is_folder ? ClassSource::Kind::Folder : ClassSource::Kind::File;
    source.root = root;
    source.path = FileOf(folder, entry);
    const NameId name = names.Intern(entry.name);
    if (const ClassId first = FindKnown(parent, name); first.has_value()) {
      ReportDuplicate({}, first, source.path);
      continue;
    }
    const ClassId id = AddClass(name, parent, std::move(source));
    AddChild(id);
    by_folded_name.emplace(base::Combine(parent.index, FoldedHash(entry.name)), id);
  }
}

void Program::State::SortByOrder(ClassId parent, const std::string& folder) {
  std::unordered_map<NameId, size_t> rank;
  for (const std::string& line : ReadOrder(folder, options.trace))
    rank.emplace(names.Intern(line), rank.size());
  const auto rank_of = [&](ClassId id) {
    const auto found = rank.find(program[id].name);
    return found == rank.end() ? rank.size() : found->second;
  };
  // Those that are not listed stay behind: first the nested ones as they stand in the text, then files by
  // name.
  std::ranges::stable_sort(sources[parent].children, {}, rank_of);
}

void Program::State::Expand(ClassId id) {
  if (sources[id].is_expanded) return;
  sources[id].is_expanded = true;
  if (const NodeRef definition = program.Definition(id); definition.has_value()) {
    for (const NodeRef part : definition.children()) {
      if (part.kind() != NodeKind::ElementList) continue;
      for (const NodeRef element : part.children()) {
        if (element.kind() == NodeKind::ClassDef) AddNested(id, element);
      }
    }
  }
  if (sources[id].kind != ClassSource::Kind::Folder) return;
  const std::string folder = FolderOfPath(sources[id].path);
  AddFolderEntries(id, folder);
  SortByOrder(id, folder);
}

void Program::State::ReadCaseVariants(ClassId parent, NameId name) {
  if (sources[parent].kind != ClassSource::Kind::Folder) return;
  const auto found = by_folded_name.find(base::Combine(parent.index, FoldedHash(names[name])));
  if (found != by_folded_name.end()) Read(found->second);
}

}  // namespace kerf::modelica
