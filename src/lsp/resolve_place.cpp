// Where in the text a name stands decides how it is looked up.
#include <algorithm>

#include "lsp/cursor.h"
#include "lsp/resolve.h"

namespace kerf::lsp {

using modelica::ClassElem;
using modelica::ClassId;
using modelica::ImportKind;
using modelica::Inst;
using modelica::NodeKind;
using modelica::NodeRef;
using modelica::Program;

namespace {

// The part of the path that ends before node k.
auto Before(const NodePath& path, size_t k) -> NodePath {
  return {path.begin(), path.begin() + static_cast<ptrdiff_t>(k)};
}

}  // namespace

auto Resolver::At(const modelica::Tree& tree, uint32_t token) -> Target {
  const NodePath path = PathToToken(tree, token);
  if (path.size() < 2) return {};
  const NodeRef node = path.back();
  // `end NAME` belongs to the class alone.
  const std::string_view text =
      tree.text.substr(tree.tokens[token].begin, tree.tokens[token].end - tree.tokens[token].begin);
  const bool is_named = node.node().token == token;
  switch (node.kind()) {
    case NodeKind::Part:          return OfPart(path);
    case NodeKind::NamedArgument: return is_named ? OfArgument(path) : Target();
    case NodeKind::ClassDef:      return text == node.token_text() ? OfDeclaration(path) : Target();
    case NodeKind::Component:     return is_named ? OfDeclaration(path) : Target();
    case NodeKind::EnumLiteral:
    case NodeKind::ForIndex:      {
      Target target;
      if (is_named) target.node = node;
      return target;
    }
    case NodeKind::Import: return OfImport(node, {});
    default:               return {};
  }
}

auto Resolver::OfPart(const NodePath& path) -> Target {
  const size_t last = path.size() - 1;
  const NodeRef around = path[last - 1];
  if (around.Is(NodeKind::Ref)) return OfRef(path, last - 1, path[last]);
  if (around.Is(NodeKind::Import)) return OfImport(around, path[last]);
  if (around.Is(NodeKind::DerClass)) {
    const NodeRef function = around.Find(NodeKind::Ref);
    if (!function.has_value()) return {};
    ClassElem* cls = instances_.LookupClass(function, ScopeOf(path), false);
    Target owner;
    owner.cls = cls;
    return cls != nullptr ? Member(owner, path[last].token_text()) : Target();
  }
  return {};
}

auto Resolver::OfRef(const NodePath& path, size_t ref, NodeRef last) -> Target {
  const NodeRef first = path[ref].child();
  const NodeRef around = path[ref - 1];
  switch (around.kind()) {
    case NodeKind::Within:              return Follow(Top(first.token_text()), first, last);
    case NodeKind::Import:              return Follow(Top(first.token_text()), first, last);
    case NodeKind::ElementModification: {
      const Target owner = OfModifier(path, ref - 2);
      return owner.has_value() ? Follow(Member(owner, first.token_text()), first, last) : Target();
    }
    case NodeKind::InheritanceBreak: {
      const Target owner = OfModifier(path, ref - 2);
      return owner.has_value() ? Follow(Member(owner, first.token_text()), first, last) : Target();
    }
    default: break;
  }
  if (path[ref].Has(modelica::kGlobal)) return Follow(Top(first.token_text()), first, last);
  return Follow(FirstOf(first, path), first, last);
}

auto Resolver::OfImport(NodeRef import, NodeRef last) -> Target {
  const NodeRef path = import.Find(NodeKind::Ref);
  if (!path.has_value()) return {};
  NodeRef end;
  for (const NodeRef part : path.children()) end = part;
  const Target whole = Follow(Top(path.child().token_text()), path.child(), end);
  // A name of a list, or the alias of a renaming import.
  if (last.has_value()) return whole.has_value() ? Member(whole, last.token_text()) : Target();
  return whole;
}

auto Resolver::OfDeclaration(const NodePath& path) -> Target {
  const NodeRef node = path.back();
  const size_t clause = node.Is(NodeKind::Component) ? path.size() - 2 : path.size() - 1;
  // A redeclaration names an element of what is modified.
  if (clause > 0 && path[clause - 1].Is(NodeKind::ClassModification)) {
    Target owner;
    // The class alone: with this modifier in force the element would be the redeclaration itself.
    owner.cls = TypeOf(OfModifier(path, clause - 1));
    return owner.has_value() ? Member(owner, node.token_text()) : Target();
  }
  Inst* scope = ScopeOf(Before(path, clause));
  Target target = FromFound(instances_.FindInInst(scope, program_.NameOf(node)));
  target.node = node;
  return target;
}

auto Resolver::OfArgument(const NodePath& path) -> Target {
  for (size_t k = path.size() - 1; k-- > 0;) {
    if (!path[k].Is(NodeKind::Call) && !path[k].Is(NodeKind::PartialCall)) continue;
    const NodeRef callee = path[k].Find(NodeKind::Ref);
    if (!callee.has_value()) return {};
    NodeRef last;
    for (const NodeRef part : callee.children()) last = part;
    const Target function = callee.Has(modelica::kGlobal)
                                ? Follow(Top(callee.child().token_text()), callee.child(), last)
                                : Follow(FirstOf(callee.child(), path), callee.child(), last);
    return Member(function, path.back().token_text());
  }
  return {};
}

// The type that a clause names.
auto Resolver::OfClause(NodeRef clause, const NodePath& path) -> Target {
  const NodeRef ref = clause.Find(NodeKind::Ref);
  Target target;
  if (ref.has_value()) target.cls = instances_.LookupClass(ref, ScopeOf(path), false);
  return target;
}

// What the ClassModification at that place of the path modifies. Nesting is bounded by the parser.
auto Resolver::OfModifier(const NodePath& path, size_t modification) -> Target {
  if (modification < 2 || !path[modification].Is(NodeKind::ClassModification)) return {};
  const NodeRef around = path[modification - 1];
  if (around.Is(NodeKind::ClassDef)) {
    Target whole = OfDeclaration(Before(path, modification));
    if (whole.cls != nullptr) whole.cls = whole.cls->replaced;
    return whole;
  }
  if (!around.Is(NodeKind::Modification)) {
    return around.Is(NodeKind::Annotation) ? Target() : OfClause(around, path);
  }
  const NodeRef modified = path[modification - 2];
  if (modified.Is(NodeKind::Component)) {
    const bool is_redeclared = path[modification - 4].Is(NodeKind::ClassModification);
    if (is_redeclared) return OfClause(path[modification - 3], path);
    return OfDeclaration(Before(path, modification - 1));
  }
  if (!modified.Is(NodeKind::ElementModification) || !modified.child().Is(NodeKind::Ref)) return {};
  const Target owner = OfModifier(path, modification - 3);
  if (!owner.has_value()) return {};
  const NodeRef first = modified.child().child();
  NodeRef last = first;
  while (last.next().has_value()) last = last.next();
  return Follow(Member(owner, first.token_text()), first, last);
}

}  // namespace kerf::lsp
