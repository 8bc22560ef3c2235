// Descent by tokens and by bytes.
#include "lsp/cursor.h"

#include <algorithm>

namespace kerf::lsp {

using modelica::NodeRef;
using modelica::TokenKind;
using modelica::Tree;

namespace {

template <typename Covers>
auto Descend(const Tree& tree, const Covers& covers) -> std::vector<NodeRef> {
  std::vector<NodeRef> path;
  NodeRef at = modelica::Root(tree);
  while (at.has_value()) {
    path.push_back(at);
    NodeRef inner;
    for (const NodeRef child : at.children()) {
      if (covers(child)) inner = child;
    }
    at = inner;
  }
  return path;
}

}  // namespace

auto PathToToken(const Tree& tree, uint32_t token) -> std::vector<NodeRef> {
  return Descend(tree, [&](NodeRef node) { return node.node().begin <= token && token < node.node().end; });
}

auto PathToOffset(const Tree& tree, uint32_t offset) -> std::vector<NodeRef> {
  return Descend(tree, [&](NodeRef node) { return node.begin_byte() < offset && offset < node.end_byte(); });
}

auto TryNameAt(const Tree& tree, uint32_t offset) -> std::optional<uint32_t> {
  // The first token that ends at or behind the offset; then the one behind it if that begins here.
  const auto first = std::ranges::lower_bound(tree.tokens, offset, {}, &modelica::Token::end);
  for (auto at = first; at != tree.tokens.end() && at < first + 2; ++at) {
    const bool is_name = at->kind == TokenKind::Ident || at->kind == TokenKind::Der;
    if (is_name && at->begin <= offset && offset <= at->end)
      return static_cast<uint32_t>(at - tree.tokens.begin());
  }
  return std::nullopt;
}

}  // namespace kerf::lsp
