// Written without recursion, since a long sum is a deep tree.
#include "lang/modelica/syntax/dump_tree.h"

#include <array>

#include "lang/modelica/syntax/spelling.h"

namespace kerf::modelica {

namespace {

constexpr auto kRestrictions =
    std::to_array<std::string_view>({"class", "model", "record", "block", "connector", "type", "package",
                                     "function", "operator", "operator-record", "operator-function"});
constexpr auto kImports = std::to_array<std::string_view>({"qualified", "renamed", "star", "list"});
constexpr auto kModifications = std::to_array<std::string_view>({"none", "=", ":=", "break"});
// In the order of the bits of NodeFlag.
constexpr auto kFlags = std::to_array<std::string_view>(
    {"encapsulated",  "partial",    "final", "inner",     "outer",     "replaceable", "redeclare",
     "each",          "expandable", "pure",  "impure",    "flow",      "stream",      "discrete",
     "parameter",     "constant",   "input", "output",    "protected", "initial",     "global",
     "class-extends", "short",      "enum",  "der-class", "open-enum"});

auto HasName(const NodeRef& node) -> bool {
  switch (node.kind()) {
    case NodeKind::ClassDef:
    case NodeKind::EnumLiteral:
    case NodeKind::Component:
    case NodeKind::Description:
    case NodeKind::External:
    case NodeKind::ExternalCall:
    case NodeKind::ForIndex:
    case NodeKind::Number:
    case NodeKind::String:
    case NodeKind::Part:
    case NodeKind::NamedArgument:
    case NodeKind::Unary:
    case NodeKind::Binary:        return true;
    case NodeKind::Import:        return node.node().op == static_cast<uint8_t>(ImportKind::Renamed);
    default:                      return false;
  }
}

auto OpName(const Node& node) -> std::string_view {
  switch (node.kind) {
    case NodeKind::ClassDef:     return kRestrictions.at(node.op);
    case NodeKind::Import:       return kImports.at(node.op);
    case NodeKind::Modification: return kModifications.at(node.op);
    default:                     return "";
  }
}

void Open(const NodeRef& node, std::string& text) {
  if (!text.empty()) text += ' ';
  text += '(';
  text += NodeKindName(node.kind());
  if (const std::string_view op = OpName(node.node()); !op.empty()) (text += ' ') += op;
  if (HasName(node)) (text += ' ') += node.token_text();
  for (size_t k = 0; k < kFlags.size(); ++k) {
    if (node.Has(1U << k)) (text += " +") += kFlags[k];
  }
}

}  // namespace

auto DumpTree(const NodeRef& node) -> std::string {
  std::string text;
  std::vector<NodeRef> open;
  NodeRef at = node;
  while (true) {
    Open(at, text);
    open.push_back(at);
    at = at.child();
    while (!at.has_value()) {
      text += ')';
      at = open.back().next();
      open.pop_back();
      if (open.empty()) return text;
    }
  }
}

}  // namespace kerf::modelica
