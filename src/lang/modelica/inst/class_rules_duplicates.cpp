// Elements that a class declares or inherits twice: both must say the same (section 7.1).
#include <algorithm>

#include "lang/modelica/inst/class_rules.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(InheritedDiffers, Error, "`{}` is declared here otherwise than in a base class", std::string);
KERF_NOTE(OtherDeclaration, "the other declaration is here");

struct Declared {
  Inst* owner = nullptr;
  const ShapeElement* element = nullptr;
};

// The tokens of a node, separated by blanks.
auto TextOf(NodeRef node) -> std::string {
  std::string text;
  for (uint32_t k = node.node().begin; k < node.node().end; ++k) {
    const Token& token = node.tree().tokens[k];
    text += node.tree().text.substr(token.begin, token.end - token.begin);
    text += ' ';
  }
  return text;
}

// Sizes, value and condition of a component. Libraries repeat variables with other attributes.
auto ContentOf(NodeRef component) -> std::string {
  std::string text;
  for (const NodeRef part : component.children()) {
    if (part.Is(NodeKind::Subscripts) || part.Is(NodeKind::Condition)) text += TextOf(part);
    if (!part.Is(NodeKind::Modification)) continue;
    for (const NodeRef value : part.children()) {
      if (!value.Is(NodeKind::ClassModification)) text += "= " + TextOf(value);
    }
  }
  return text;
}

}  // namespace

void ClassRules::CheckDuplicates(Inst* inst) {
  if (inst->bases.empty()) return;
  std::unordered_map<NameId, Declared> seen;
  const auto same_class = [&](NodeRef a, Inst* a_scope, NodeRef b, Inst* b_scope) {
    ClassElem* x = Lookup(a.Find(NodeKind::Ref), a_scope);
    ClassElem* y = Lookup(b.Find(NodeKind::Ref), b_scope);
    if (x == nullptr || y == nullptr || x == y || x->shape == y->shape) return true;
    // The same type by another name.
    const BuiltinType* left = instances_.Builtin(x);
    const BuiltinType* right = instances_.Builtin(y);
    return left != nullptr && right != nullptr && left->kind == right->kind && left->detail == right->detail;
  };
  const auto is_same = [&](const Declared& a, const Declared& b) {
    if (a.element->is_component != b.element->is_component) return false;
    if (a.element->node == b.element->node || !a.element->clause.has_value()) return true;
    if (!b.element->clause.has_value()) return true;
    if (!a.element->is_component) {
      const NodeRef left = a.element->node.Find(NodeKind::ShortClass);
      const NodeRef right = b.element->node.Find(NodeKind::ShortClass);
      if (left.has_value() && right.has_value()) return same_class(left, a.owner, right, b.owner);
      return TextOf(a.element->node) == TextOf(b.element->node);
    }
    constexpr uint32_t kPrefixes = ~uint32_t{kReplaceable | kRedeclare};
    const uint32_t flags = a.element->clause.node().flags ^ b.element->clause.node().flags;
    return (flags & kPrefixes) == 0 && ContentOf(a.element->node) == ContentOf(b.element->node) &&
           same_class(a.element->clause, a.owner, b.element->clause, b.owner);
  };
  instances_.ForEachElement(inst, [&](Inst* owner, uint32_t k) {
    const Declared now{owner, &owner->shape->elements[k]};
    const NodeRef node = now.element->node;
    const bool is_redeclared = now.element->clause.Has(kRedeclare) || node.Has(kClassExtends);
    const auto [at, is_first] = seen.try_emplace(now.element->name, now);
    if (is_first || !node.has_value() || !at->second.element->node.has_value()) return;
    const NodeRef other = at->second.element->node;
    if (is_redeclared || at->second.element->clause.Has(kRedeclare) || other.Has(kClassExtends)) return;
    if (is_same(at->second, now)) return;
    // The place in the class that is checked, if it is one of the two.
    const bool is_own = at->second.owner == inst;
    const NodeRef place = is_own ? other : node;
    if (!IsNew(place, InheritedDiffers)) return;
    emitter_.Emit(NameSpan(place), InheritedDiffers, std::string(place.token_text()))
        .Note(NameSpan(is_own ? node : other), OtherDeclaration);
  });
}

}  // namespace kerf::modelica
