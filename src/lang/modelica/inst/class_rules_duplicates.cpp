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

// Whether two ComponentClause or ShortClass nodes name the same class.
auto IsSameClass(Instances& instances, NodeRef a, Inst* a_scope, NodeRef b, Inst* b_scope) -> bool {
  const auto lookup = [&](NodeRef ref, Inst* scope) -> ClassElem* {
    return ref.has_value() ? instances.LookupClass(ref, scope, false) : nullptr;
  };
  ClassElem* x = lookup(a.Find(NodeKind::Ref), a_scope);
  ClassElem* y = lookup(b.Find(NodeKind::Ref), b_scope);
  if (x == nullptr || y == nullptr || x == y || x->shape == y->shape) return true;
  // The same type by another name.
  const BuiltinType* left = instances.Builtin(x);
  const BuiltinType* right = instances.Builtin(y);
  return left != nullptr && right != nullptr && left->kind == right->kind && left->detail == right->detail;
}

auto IsSame(Instances& instances, const Declared& a, const Declared& b) -> bool {
  const NodeRef left = a.element->node;
  const NodeRef right = b.element->node;
  if (a.element->is_component != b.element->is_component) return false;
  if (left == right) return true;
  if (!a.element->is_component) {
    const NodeRef spec = left.Find(NodeKind::ShortClass);
    const NodeRef other = right.Find(NodeKind::ShortClass);
    if (spec.has_value() && other.has_value()) return IsSameClass(instances, spec, a.owner, other, b.owner);
    return TextOf(left) == TextOf(right);
  }
  constexpr uint32_t kPrefixes = ~uint32_t{kReplaceable | kRedeclare};
  const uint32_t differing = a.element->clause.node().flags ^ b.element->clause.node().flags;
  return (differing & kPrefixes) == 0 && ContentOf(left) == ContentOf(right) &&
         IsSameClass(instances, a.element->clause, a.owner, b.element->clause, b.owner);
}

}  // namespace

void ClassRules::CheckDuplicates(Inst* inst) {
  if (inst->bases.empty()) return;
  std::unordered_map<NameId, Declared> seen;
  instances_.ForEachElement(inst, [&](Inst* owner, uint32_t k) {
    const Declared now{owner, &owner->shape->elements[k]};
    const NodeRef node = now.element->node;
    const bool is_redeclared = now.element->clause.Has(kRedeclare) || node.Has(kClassExtends);
    const auto [at, is_first] = seen.try_emplace(now.element->name, now);
    if (is_first || !node.has_value() || !at->second.element->node.has_value()) return;
    const NodeRef other = at->second.element->node;
    if (is_redeclared || at->second.element->clause.Has(kRedeclare) || other.Has(kClassExtends)) return;
    if (IsSame(instances_, at->second, now)) return;
    // The place in the class that is checked, if it is one of the two.
    const bool is_own = at->second.owner == inst;
    const NodeRef place = is_own ? other : node;
    if (!IsNew(place, InheritedDiffers)) return;
    emitter_.Emit(NameSpan(place), InheritedDiffers, std::string(place.token_text()))
        .Note(NameSpan(is_own ? node : other), OtherDeclaration);
  });
}

}  // namespace kerf::modelica
