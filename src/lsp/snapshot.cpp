// Programs from open texts.
#include "lsp/snapshot.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

#include "diag/consumers.h"
#include "lang/modelica/syntax/parse.h"
#include "lsp/uri.h"

namespace kerf::lsp {

using modelica::ClassId;
using modelica::NodeKind;
using modelica::NodeRef;
using modelica::Program;
using modelica::Tree;

namespace {

// A text takes the place of its file only if it is added before that is read, and adding a file of a library
// reads the packages around it.
auto OuterFirst(const OpenText& text) {
  return std::tuple(std::ranges::count(text.path, '/'), !text.path.ends_with("/package.mo"),
                    std::string_view(text.path));
}

}  // namespace

Snapshot::Snapshot(Sources sources) : sources_(std::move(sources)) {
  std::ranges::sort(sources_.texts, {}, OuterFirst);
  program_ = std::make_unique<Program>(sources_.options, world_.names, buffers_, emitter_);
  for (const OpenText& text : sources_.texts) Add(text);
  instances_ = std::make_unique<modelica::Instances>(*program_, world_, emitter_);
}

void Snapshot::Add(const OpenText& text) {
  const std::vector<ClassId> added = program_->AddText(text.path, text.text);
  if (const Tree* tree = FindTree(text, added)) open_trees_.emplace_back(text.path, tree);
}

// A text of which some classes are refused has those that are not.
auto Snapshot::FindTree(const OpenText& text, const std::vector<ClassId>& added) -> const Tree* {
  if (!added.empty()) {
    const NodeRef definition = program_->Definition(added.front());
    return definition.has_value() ? &definition.tree() : nullptr;
  }
  for (const ClassId id : program_->Children(Program::kRoot)) {
    const NodeRef definition = program_->Definition(id);
    if (definition.has_value() && buffers_.file_name(program_->SpanOf(definition).buffer) == text.path)
      return &definition.tree();
  }
  return nullptr;
}

auto Snapshot::TreeOf(const std::string& path) const -> const Tree* {
  const auto at = std::ranges::find(open_trees_, path, &std::pair<std::string, const Tree*>::first);
  return at == open_trees_.end() ? nullptr : at->second;
}

auto Snapshot::OpenTrees() const -> std::vector<const Tree*> {
  std::vector<const Tree*> trees;
  for (const auto& [path, tree] : open_trees_) trees.push_back(tree);
  return trees;
}

auto Snapshot::UriOf(diag::BufferId buffer) -> std::string {
  const std::string& path = buffers_.file_name(buffer);
  const auto open = std::ranges::find(sources_.texts, path, &OpenText::path);
  return open == sources_.texts.end() ? UriOfPath(path) : open->uri;
}

auto Snapshot::LinesOf(diag::BufferId buffer) -> const Lines& {
  auto& lines = lines_[buffer];
  if (!lines) lines = std::make_unique<Lines>(buffers_.text(buffer));
  return *lines;
}

auto Snapshot::LocationOf(const diag::Span& span) -> Json {
  return {{"uri", UriOf(span.buffer)}, {"range", LinesOf(span.buffer).RangeOf(span.begin, span.end)}};
}

auto Snapshot::LocationOf(NodeRef node) -> Json {
  return LocationOf(program_->SpanOf(node.tree(), node.node().token));
}

auto Snapshot::TreesOfLibrary(ClassId any) -> std::vector<const Tree*> {
  std::vector<const Tree*> trees;
  std::unordered_set<uint32_t> seen;
  ClassId top = any;
  while (top != Program::kRoot && (*program_)[top].parent != Program::kRoot) top = (*program_)[top].parent;
  std::vector<ClassId> todo{top};
  while (!todo.empty()) {
    const ClassId id = todo.back();
    todo.pop_back();
    const NodeRef definition = program_->Definition(id);
    if (!definition.has_value() || !seen.insert(definition.tree().id).second) continue;
    trees.push_back(&definition.tree());
    // Only the folder of a package.mo holds other files.
    if (!buffers_.file_name(program_->SpanOf(definition).buffer).ends_with("package.mo")) continue;
    const auto children = program_->Children(id);
    todo.insert(todo.end(), children.rbegin(), children.rend());
  }
  return trees;
}

}  // namespace kerf::lsp
