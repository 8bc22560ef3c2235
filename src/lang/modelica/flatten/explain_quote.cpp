// Pieces of the text in one line, with the declaration or extends clause that they belong to.
#include <algorithm>

#include "lang/modelica/flatten/explain.h"

namespace kerf::modelica {

namespace {

// Longer texts are shortened to the part that matters [bytes].
constexpr size_t kMaxText = 72;

auto Covers(NodeRef outer, NodeRef inner) -> bool {
  return outer.has_value() && &outer.tree() == &inner.tree() && outer.node().begin <= inner.node().begin &&
         inner.node().end <= outer.node().end;
}

auto LineOf(NodeRef node) -> std::string { return LineOf(node.tree(), node.node().begin, node.node().end); }

// The end of what a Component says apart from its description and annotation.
auto EndOfComponent(NodeRef component) -> uint32_t {
  uint32_t end = component.node().token + 1;
  for (const NodeRef part : component.children()) {
    if (!part.Is(NodeKind::Description) && !part.Is(NodeKind::Annotation)) end = part.node().end;
  }
  return end;
}

// Cut at a boundary of characters.
auto Shortened(std::string text, size_t limit) -> std::string {
  if (text.size() <= limit) return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) --limit;
  return text.substr(0, limit) + "…";
}

// "PI(k = 100)": the modifier with what it modifies; the rest of a long list is left out.
auto WithOwner(std::string_view owner, const std::string& whole, NodeRef place) -> std::string {
  if (whole.size() <= kMaxText) return whole;
  return std::string(owner) + "(… " + Shortened(LineOf(place), kMaxText) + " …)";
}

}  // namespace

auto LineOf(const Tree& tree, uint32_t begin, uint32_t end) -> std::string {
  std::string text;
  for (uint32_t k = begin; k < end; ++k) {
    const Token& token = tree.tokens[k];
    if (k > begin && tree.tokens[k - 1].end < token.begin) text += ' ';
    text += tree.text.substr(token.begin, token.end - token.begin);
  }
  return text;
}

auto DeclarationText(NodeRef clause, NodeRef node) -> std::string {
  const Tree& tree = clause.tree();
  std::string text;
  if (node.Is(NodeKind::Component)) {
    const uint32_t first = clause.Find(NodeKind::Component).node().begin;
    text = LineOf(tree, clause.node().begin, first) + " " +
           LineOf(tree, node.node().begin, EndOfComponent(node));
  } else {
    const NodeRef spec = clause.Find(NodeKind::ShortClass);
    const uint32_t end = spec.has_value() ? spec.node().end : clause.node().token + 1;
    text = LineOf(tree, clause.node().begin, end);
  }
  const NodeRef constraint = clause.Find(NodeKind::Constrainedby);
  if (!constraint.has_value()) return Shortened(text, kMaxText);
  return Shortened(text, kMaxText) + " constrainedby " + std::string(constraint.Find(NodeKind::Ref).text());
}

auto Explainer::Quote(std::string role, NodeRef place, const Inst* scope) -> flat::ExplanationStep {
  flat::ExplanationStep step{std::move(role), Shortened(LineOf(place), kMaxText), program_.SpanOf(place), ""};
  if (scope == nullptr || scope->shape == nullptr) return step;
  step.where = scope->shape->cls.has_value() ? program_.FullName(scope->shape->cls) : "";
  for (const ShapeElement& element : scope->shape->elements) {
    if (!Covers(element.clause, place) || !Covers(element.node, place)) continue;
    if (element.node == place) {
      step.text = DeclarationText(element.clause, element.node);
    } else if (element.is_component) {
      const std::string whole =
          LineOf(element.node.tree(), element.node.node().begin, EndOfComponent(element.node));
      step.text = WithOwner(element.node.token_text(), whole, place);
    } else {
      step.text = WithOwner(element.node.token_text(), DeclarationText(element.clause, element.node), place);
    }
    return step;
  }
  for (const ShapeBase& base : scope->shape->bases) {
    if (!Covers(base.node, place)) continue;
    const std::string owner = "extends " + std::string(base.node.Find(NodeKind::Ref).text());
    const NodeRef mods = base.node.Find(NodeKind::ClassModification);
    step.text = WithOwner(owner, mods.has_value() ? owner + LineOf(mods) : owner, place);
    return step;
  }
  // A short class of the top level stands in no class.
  for (const NodeRef top : Root(place.tree()).children()) {
    if (top.Is(NodeKind::ClassDef) && Covers(top, place))
      step.text = WithOwner(top.token_text(), DeclarationText(top, top), place);
  }
  return step;
}

}  // namespace kerf::modelica
