// Which redeclarations chose the classes of a component and of those around it.
#include <algorithm>

#include "lang/modelica/flatten/explain.h"

namespace kerf::modelica {

auto Explainer::ClassText(ClassElem* type) -> std::string {
  const ClassElem* elem = instances_.Deref(type);
  if (elem->is_predefined) return std::string(world_.names[elem->name]);
  if (elem->shape->is_short) return std::string(elem->shape->bases[0].node.Find(NodeKind::Ref).text());
  return program_.FullName(elem->shape->cls);
}

// The redeclarations of an element from the outermost in, then its declarations from the derived class to the
// bases: the first one is in force.
auto Explainer::ChoiceSteps(Inst* scope, NameId name) -> std::vector<flat::ExplanationStep> {
  // A derived class may redeclare what a base uses.
  scope = Whole(scope);
  std::vector<flat::ExplanationStep> steps;
  std::vector<NodeRef> places;
  const auto add = [&](NodeRef clause, NodeRef node, const Inst* where) {
    // A class with a file of its own has no clause here, and nothing redeclares it.
    if (!node.has_value() || std::ranges::count(places, node) > 0) return;
    places.push_back(node);
    flat::ExplanationStep step = Quote(steps.empty() ? "chosen by" : "instead of", node, where);
    step.text = DeclarationText(clause, node);
    steps.push_back(std::move(step));
  };
  const auto owner = instances_.Locate(scope, name).first;
  if (owner == nullptr) return steps;
  const Mod* outer = owner->mod != nullptr ? owner->mod->Child(name) : nullptr;
  for (const Mod* source : instances_.mods().Sources(outer)) {
    if (!source->redeclare.has_value()) continue;
    const bool is_class = source->redeclare.Is(NodeKind::ClassDef);
    add(source->redeclare, is_class ? source->redeclare : source->redeclare.Find(NodeKind::Component),
        source->redeclare_scope);
  }
  std::vector<Inst*> parts;
  instances_.ForEachPart(scope, [&](Inst* part) { parts.push_back(part); });
  for (const Inst* part : std::vector<Inst*>(parts.rbegin(), parts.rend())) {
    const ShapeElement* element = part->shape->Find(name);
    if (element != nullptr) add(element->clause, element->node, part);
  }
  return steps;
}

// A single step is a declaration that nothing redeclares: nothing was chosen.
void Explainer::AddChoice(std::string title, std::vector<flat::ExplanationStep> steps,
                          flat::Explanation& explanation) {
  if (steps.size() < 2 || !told_.insert(title).second) return;
  explanation.parts.push_back({std::move(title), std::move(steps), {}});
}

// The classes on the way of the type's name: `Medium.State` depends on what `Medium` is.
void Explainer::AddClassChoices(Component* component, flat::Explanation& explanation) {
  const NodeRef ref = component->clause.has_value() ? component->clause.Find(NodeKind::Ref) : NodeRef{};
  if (!ref.has_value() || ref.Has(kGlobal) || component->type_scope == nullptr) return;
  Found found = instances_.Lookup(program_.NameOf(ref.child()), component->type_scope);
  Inst* scope = found.where;
  for (const NodeRef part : ref.children()) {
    if (!(part == ref.child()) && scope != nullptr)
      found = instances_.FindInInst(scope, program_.NameOf(part));
    if (found.cls == nullptr) return;
    if (scope != nullptr) {
      const std::string title = std::string(part.token_text()) + " is " + ClassText(found.cls);
      AddChoice(title, ChoiceSteps(scope, program_.NameOf(part)), explanation);
    }
    scope = instances_.Self(found.cls);
  }
}

void Explainer::AddTypes(const Subject& subject, flat::Explanation& explanation) {
  for (Component* component : subject.path) {
    if (component->parent == nullptr || component->type == nullptr) continue;
    const std::string title = instances_.NameOf(component) + " is of class " + ClassText(component->type);
    AddChoice(title, ChoiceSteps(Whole(component->parent), component->name), explanation);
    AddClassChoices(component, explanation);
  }
}

}  // namespace kerf::modelica
