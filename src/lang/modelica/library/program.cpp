// The classes of a program: the functions that others call.
#include "lang/modelica/library/program.h"

#include <algorithm>
#include <ranges>

#include "base/hash.h"
#include "lang/modelica/library/program_state.h"

namespace kerf::modelica {

Program::State::State(ProgramOptions given, Program& owner, base::Interner& interner,
                      source::Buffers& buffers, diag::Emitter& diagnostics)
    : options(std::move(given)),
      program(owner),
      names(interner),
      emitter(diagnostics),
      files(options.parse, options.trace, interner, buffers, diagnostics),
      places(options.library_path.size()) {}

Program::Program(ProgramOptions options, base::Interner& names, source::Buffers& buffers,
                 diag::Emitter& emitter)
    : state_(std::make_unique<State>(std::move(options), *this, names, buffers, emitter)) {
  ClassSource root;
  root.is_read = true;
  root.is_expanded = true;
  state_->AddClass({}, {}, std::move(root));
}

auto Program::IsMuModelica() const -> bool { return state_->options.parse.mu_modelica; }

Program::~Program() = default;

auto Program::FindChild(ClassId parent, NameId name) -> ClassId {
  state_->Expand(parent);
  if (const ClassId known = state_->FindKnown(parent, name); known.has_value()) return known;
  if (parent == kRoot) return state_->LoadLibrary(name);
  state_->ReadCaseVariants(parent, name);
  return {};
}

auto Program::Children(ClassId parent) -> std::span<const ClassId> {
  state_->Expand(parent);
  return state_->sources[parent].children;
}

auto Program::Definition(ClassId id) -> NodeRef {
  state_->Read(id);
  const Class& found = classes_[id];
  if (!found.file.has_value()) return {};
  return {&state_->files[found.file].tree, found.node};
}

auto Program::ClassOf(NodeRef definition, ClassId parent) -> ClassId {
  const uint64_t key = (uint64_t{definition.tree().id} << 32) | definition.index();
  if (const auto found = state_->by_definition.find(key); found != state_->by_definition.end()) {
    return found->second;
  }
  // It may be a child by name of a class whose children are not known yet.
  state_->Expand(parent);
  if (const auto found = state_->by_definition.find(key); found != state_->by_definition.end()) {
    return found->second;
  }
  const ClassId id = state_->AddClass(NameOf(definition), parent, {});
  state_->Define(id, definition);
  return id;
}

auto Program::FullName(ClassId id) const -> std::string {
  std::vector<std::string_view> parts;
  for (ClassId at = id; at.has_value() && at != kRoot; at = classes_[at].parent) {
    parts.push_back(state_->names[classes_[at].name]);
  }
  std::string text;
  for (const std::string_view part : parts | std::views::reverse) {
    if (!text.empty()) text += '.';
    text += part;
  }
  return text;
}

auto Program::Find(std::string_view dotted_name) -> ClassId {
  ClassId at = kRoot;
  for (size_t begin = 0; at.has_value() && begin < dotted_name.size();) {
    // A dot between quotes belongs to the name.
    size_t end = begin;
    bool is_quoted = false;
    for (; end < dotted_name.size() && (is_quoted || dotted_name[end] != '.'); ++end) {
      if (dotted_name[end] == '\'') is_quoted = !is_quoted;
      if (dotted_name[end] == '\\' && is_quoted) ++end;
    }
    end = std::min(end, dotted_name.size());
    if (end == begin) return {};
    at = FindChild(at, state_->names.Intern(dotted_name.substr(begin, end - begin)));
    begin = end + 1;
  }
  return at == kRoot ? ClassId() : at;
}

auto Program::NameOf(const Tree& tree, uint32_t symbol) -> NameId {
  return state_->files.NameOf(tree, symbol);
}

auto Program::NameOf(NodeRef node) -> NameId {
  const uint32_t symbol = node.token().symbol;
  if (symbol == kNoSymbol) return state_->names.Intern(node.token_text());
  return NameOf(node.tree(), symbol);
}

auto Program::SpanOf(NodeRef node) const -> diag::Span {
  if (!node.has_value()) return {};
  return {state_->files[FileId{node.tree().id}].buffer, node.begin_byte(), node.end_byte()};
}

auto Program::SpanOf(const Tree& tree, uint32_t token) const -> diag::Span {
  const Token& t = tree.tokens[token];
  return {state_->files[FileId{tree.id}].buffer, t.begin, t.end};
}

auto Program::FolderOf(ClassId top) const -> std::string {
  ClassId at = top;
  while (at != kRoot && classes_[at].parent != kRoot) at = classes_[at].parent;
  const ClassSource& source = state_->sources[at];
  return source.path.empty() ? "" : FolderOfPath(source.path);
}

auto Program::n_files_read() const -> uint32_t { return state_->files.size(); }

auto Program::n_files_parsed() const -> uint32_t {
  uint32_t n = state_->files.n_parsed();
  for (const LibraryRoot& root : state_->roots) n += root.cache ? root.cache->n_parsed() : 0;
  return n;
}

auto Program::State::FindKnown(ClassId parent, NameId name) const -> ClassId {
  const uint64_t hash = base::Combine(parent.index, name.index);
  return ClassId{by_name.Find(hash, [&](uint32_t i) {
    const Class& c = program[ClassId{i}];
    return c.parent == parent && c.name == name;
  })};
}

auto Program::State::AddClass(NameId name, ClassId parent, ClassSource source) -> ClassId {
  sources.Add(std::move(source));
  return program.classes_.Add({name, parent, {}, kNoNode});
}

void Program::State::AddChild(ClassId id) {
  const Class& c = program[id];
  by_name.FindOrAdd(
      base::Combine(c.parent.index, c.name.index), [](uint32_t) { return false; }, [&] { return id.index; });
  sources[c.parent].children.push_back(id);
}

void Program::State::Define(ClassId id, NodeRef definition) {
  Class& c = program.classes_[id];
  c.file = FileId{definition.tree().id};
  c.node = definition.index();
  sources[id].is_read = true;
  by_definition.emplace((uint64_t{definition.tree().id} << 32) | definition.index(), id);
}

}  // namespace kerf::modelica
