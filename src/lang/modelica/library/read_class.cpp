// The text of a class that has a file of its own, and whether that file holds what its place says.
#include "lang/modelica/library/program_state.h"

namespace kerf::modelica {

KERF_DIAG(WithinMismatch, Error, "`within {}` does not fit the place of the file: {}", std::string,
          std::string);
KERF_DIAG(WithinMissing, Warning,
          "the file should begin with `within {};`, the package its folder is part of", std::string);
KERF_DIAG(FileClassCount, Error, "`{}` must define one class, `{}`, but defines {}", std::string, std::string,
          size_t);
KERF_DIAG(FileClassName, Error, "the class is named `{}`, but its file or folder is named for `{}`{}",
          std::string, std::string, std::string);

namespace {

auto ExpectedWithin(const std::string& parent) -> std::string {
  return parent.empty() ? "it is a library of its own" : fmt::format("it belongs to `{}`", parent);
}

}  // namespace

auto WithinText(NodeRef stored) -> std::string {
  const NodeRef within = stored.Find(NodeKind::Within);
  const NodeRef ref = within.has_value() ? within.Find(NodeKind::Ref) : NodeRef();
  std::string text;
  if (!ref.has_value()) return text;
  for (const NodeRef part : ref.children()) {
    if (!text.empty()) text += '.';
    text += part.token_text();
  }
  return text;
}

void Program::State::CheckWithin(NodeRef stored, ClassId parent) {
  const std::string given = WithinText(stored);
  const std::string expected = program.FullName(parent);
  if (given == expected) return;
  if (!given.empty()) {
    emitter.Emit(program.SpanOf(stored.Find(NodeKind::Within)), WithinMismatch, given,
                 ExpectedWithin(expected));
    return;
  }
  const NodeRef first = stored.Find(NodeKind::ClassDef);
  emitter.Emit(program.SpanOf(first.tree(), first.node().token), WithinMissing, expected);
}

auto Program::State::DefinitionsOf(FileId file) const -> std::vector<NodeRef> {
  std::vector<NodeRef> definitions;
  for (const NodeRef node : Root(files[file].tree).children()) {
    if (node.kind() == NodeKind::ClassDef) definitions.push_back(node);
  }
  return definitions;
}

auto Program::State::SpanOfPath(FileId file) const -> diag::Span { return {files[file].buffer, 0, 0}; }

auto Program::State::LoadFile(const ClassSource& source) -> FileId {
  const LibraryRoot& root = roots[source.root];
  return files.Load(source.path, root.key + source.path.substr(root.path.size()), root.cache.get());
}

auto Program::State::TheClassOf(FileId file, ClassId id) -> NodeRef {
  const std::string wanted(names[program[id].name]);
  const std::vector<NodeRef> definitions = DefinitionsOf(file);
  if (definitions.size() != 1) {
    // A file with syntax errors has been reported.
    if (definitions.empty() && files[file].has_errors) return {};
    const diag::Span span = definitions.empty()
                                ? SpanOfPath(file)
                                : program.SpanOf(definitions[1].tree(), definitions[1].node().token);
    emitter.Emit(span, FileClassCount, files[file].path, wanted, definitions.size());
  }
  for (const NodeRef definition : definitions) {
    if (definition.token_text() == wanted) return definition;
  }
  if (definitions.size() != 1) return {};
  const std::string name(definitions[0].token_text());
  const bool is_case = IsEqualIgnoringCase(name, wanted);
  emitter.Emit(program.SpanOf(definitions[0].tree(), definitions[0].node().token), FileClassName, name,
               wanted, is_case ? "; upper and lower case must agree" : "");
  return {};
}

void Program::State::Read(ClassId id) {
  ClassSource& source = sources[id];
  if (source.is_read) return;
  source.is_read = true;
  const FileId file = LoadFile(source);
  if (!file.has_value()) return;
  const NodeRef definition = TheClassOf(file, id);
  if (!definition.has_value()) return;
  Define(id, definition);
  CheckWithin(Root(files[file].tree), program[id].parent);
}

}  // namespace kerf::modelica
