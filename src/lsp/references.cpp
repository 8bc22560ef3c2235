// textDocument/references: names are candidates only; what each stands for is looked up.
#include <algorithm>

#include "lsp/cursor.h"
#include "lsp/requests.h"

namespace kerf::lsp {

namespace {

using modelica::NodeKind;
using modelica::NodeRef;
using modelica::Program;
using modelica::Tree;

auto HasSymbol(const Tree& tree, std::string_view name) -> uint32_t {
  for (uint32_t k = 0; k < tree.symbols.size(); ++k) {
    const modelica::Symbol& symbol = tree.symbols[k];
    if (tree.text.substr(symbol.begin, symbol.end - symbol.begin) == name) return k;
  }
  return modelica::kNoSymbol;
}

// The files that can know a declaration: those of its library and the open ones. An iterator is known in its
// own file alone.
auto FilesFor(NodeRef declaration, Snapshot& snapshot) -> std::vector<const Tree*> {
  if (declaration.Is(NodeKind::ForIndex)) return {&declaration.tree()};
  std::vector<const Tree*> trees;
  const NodeRef top = modelica::Root(declaration.tree()).Find(NodeKind::ClassDef);
  if (top.has_value()) trees = snapshot.TreesOfLibrary(snapshot.program().ClassOf(top, Program::kRoot));
  for (const Tree* open : snapshot.OpenTrees()) {
    if (std::ranges::count(trees, open) == 0) trees.push_back(open);
  }
  if (std::ranges::count(trees, &declaration.tree()) == 0) trees.push_back(&declaration.tree());
  return trees;
}

}  // namespace

auto References(const Place& place, bool with_declaration) -> Json {
  Json found = Json::array();
  if (place.tree == nullptr) return found;
  const auto token = TryNameAt(*place.tree, place.offset);
  if (!token) return found;
  Resolver resolver(place.snapshot);
  const NodeRef declaration = resolver.At(*place.tree, *token).node;
  if (!declaration.has_value()) return found;
  const std::string_view name = declaration.token_text();
  for (const Tree* tree : FilesFor(declaration, place.snapshot)) {
    const uint32_t symbol = HasSymbol(*tree, name);
    if (symbol == modelica::kNoSymbol) continue;
    for (uint32_t k = 0; k < tree->tokens.size(); ++k) {
      if (tree->tokens[k].symbol != symbol) continue;
      const bool is_declaration = tree == &declaration.tree() && k == declaration.node().token;
      if (is_declaration && !with_declaration) continue;
      if (!is_declaration && !(resolver.At(*tree, k).node == declaration)) continue;
      found.push_back(place.snapshot.LocationOf(place.snapshot.program().SpanOf(*tree, k)));
    }
  }
  return found;
}

}  // namespace kerf::lsp
