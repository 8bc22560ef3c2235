// workspace/symbol: classes of the open texts and of the libraries they belong to, by a part of their name.
#include <algorithm>
#include <cctype>

#include "lsp/requests.h"

namespace kerf::lsp {

using modelica::NodeKind;
using modelica::NodeRef;
using modelica::Tree;

namespace {

constexpr size_t kMaxSymbols = 300;
constexpr int kClassKind = 5;

auto ContainsIgnoringCase(std::string_view text, std::string_view part) -> bool {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return part.empty() || !std::ranges::search(text, part, same).empty();
}

void AddClasses(const Tree& tree, std::string_view query, Snapshot& snapshot, Json& symbols) {
  for (uint32_t k = 0; k < tree.nodes.size() && symbols.size() < kMaxSymbols; ++k) {
    if (tree.nodes[k].kind != NodeKind::ClassDef) continue;
    const NodeRef node(&tree, k);
    if (!ContainsIgnoringCase(node.token_text(), query)) continue;
    symbols.push_back(
        {{"name", node.token_text()},
         {"kind", kClassKind},
         {"containerName", snapshot.buffers().file_name(snapshot.program().SpanOf(node).buffer)},
         {"location", snapshot.LocationOf(node)}});
  }
}

}  // namespace

auto WorkspaceSymbols(Snapshot& snapshot, const std::string& query) -> Json {
  std::vector<const Tree*> trees = snapshot.OpenTrees();
  for (const Tree* open : snapshot.OpenTrees()) {
    const NodeRef top = modelica::Root(*open).Find(NodeKind::ClassDef);
    if (!top.has_value()) continue;
    const modelica::ClassId cls = snapshot.program().ClassOf(top, modelica::Program::kRoot);
    for (const Tree* tree : snapshot.TreesOfLibrary(cls)) {
      if (std::ranges::count(trees, tree) == 0) trees.push_back(tree);
    }
  }
  Json symbols = Json::array();
  for (const Tree* tree : trees) AddClasses(*tree, query, snapshot, symbols);
  return symbols;
}

}  // namespace kerf::lsp
