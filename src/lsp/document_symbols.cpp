// textDocument/documentSymbol: classes and components as a tree.
#include "lsp/describe.h"
#include "lsp/requests.h"

namespace kerf::lsp {

using modelica::NodeKind;
using modelica::NodeRef;
using modelica::Restriction;

namespace {

// SymbolKind of the protocol.
enum SymbolKind : int {
  kPackage = 4,
  kClass = 5,
  kField = 8,
  kEnum = 10,
  kInterface = 11,
  kFunction = 12,
  kVariable = 13,
  kConstant = 14,
  kOperator = 25,
  kEnumMember = 22,
  kStruct = 23,
};

auto KindOf(NodeRef def) -> SymbolKind {
  switch (def.restriction()) {
    case Restriction::Package:          return kPackage;
    case Restriction::Function:
    case Restriction::OperatorFunction: return kFunction;
    case Restriction::Connector:        return kInterface;
    case Restriction::Record:
    case Restriction::OperatorRecord:   return kStruct;
    case Restriction::Type:             return kEnum;
    case Restriction::Operator:         return kOperator;
    case Restriction::Class:
    case Restriction::Model:
    case Restriction::Block:            return kClass;
  }
  return kClass;
}

auto Symbol(const Document& document, NodeRef node, NodeRef whole, SymbolKind kind, std::string detail)
    -> Json {
  const modelica::Token& name = node.token();
  Json symbol = {{"name", node.token_text()},
                 {"kind", kind},
                 {"range", document.lines->RangeOf(whole.begin_byte(), whole.end_byte())},
                 {"selectionRange", document.lines->RangeOf(name.begin, name.end)}};
  if (!detail.empty()) symbol["detail"] = std::move(detail);
  return symbol;
}

auto IsNamed(NodeRef node) -> bool { return node.token().kind == modelica::TokenKind::Ident; }

void AddComponents(const Document& document, NodeRef clause, Json& symbols) {
  const NodeRef type = clause.Find(NodeKind::Ref);
  const SymbolKind kind = clause.Has(modelica::kConstant)    ? kConstant
                          : clause.Has(modelica::kParameter) ? kField
                                                             : kVariable;
  for (const NodeRef component : clause.children()) {
    if (!component.Is(NodeKind::Component) || !IsNamed(component)) continue;
    symbols.push_back(
        Symbol(document, component, component, kind, type.has_value() ? ShortText(type.text()) : ""));
  }
}

// Classes nest no deeper than the parser allows.
auto SymbolOfClass(const Document& document, NodeRef def) -> Json {
  Json symbol = Symbol(document, def, def, KindOf(def), RestrictionText(def));
  Json children = Json::array();
  for (const NodeRef part : def.children()) {
    if (part.Is(NodeKind::Enumeration)) {
      for (const NodeRef literal : part.children()) {
        if (literal.Is(NodeKind::EnumLiteral) && IsNamed(literal))
          children.push_back(Symbol(document, literal, literal, kEnumMember, ""));
      }
    }
    if (!part.Is(NodeKind::ElementList)) continue;
    for (const NodeRef element : part.children()) {
      if (element.Is(NodeKind::ComponentClause)) AddComponents(document, element, children);
      if (element.Is(NodeKind::ClassDef) && IsNamed(element))
        children.push_back(SymbolOfClass(document, element));
    }
  }
  if (!children.empty()) symbol["children"] = std::move(children);
  return symbol;
}

}  // namespace

auto DocumentSymbols(const Document& document) -> Json {
  Json symbols = Json::array();
  for (const NodeRef node : modelica::Root(document.tree).children()) {
    if (node.Is(NodeKind::ClassDef) && IsNamed(node)) symbols.push_back(SymbolOfClass(document, node));
  }
  return symbols;
}

}  // namespace kerf::lsp
