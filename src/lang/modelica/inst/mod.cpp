// Building and merging modifiers.
#include "lang/modelica/inst/mod.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(ModifiedTwice, Error, "`{}` is modified twice here", std::string);
KERF_NOTE(ModifiedFirst, "the first time here");
KERF_DIAG(FinalModified, Error, "`final` forbids this modification");
KERF_NOTE(FinalHere, "it is final here");
KERF_DIAG(PartOfValue, Error, "`{}` cannot have a value of its own, because its record has one as a whole",
          std::string);
KERF_NOTE(WholeHere, "the value of the whole is given here");

auto SaysNothing(const Mod& mod) -> bool {
  return !mod.has_value() && !mod.is_break && !mod.redeclare.has_value() && mod.children.empty() &&
         !mod.is_final && mod.redeclare_owner == nullptr;
}

void TakeValue(Mod& mod, const Mod& from) {
  mod.expr = from.expr;
  mod.scope = from.scope;
  mod.steps = from.steps;
  mod.is_break = from.is_break;
  mod.is_part = from.is_part;
  mod.is_covered = from.is_covered;
  mod.otherwise = from.otherwise;
  // `each` belongs to the value it stands with.
  if (!from.has_value()) return;
  mod.is_each = from.is_each;
  mod.place = from.place;
}

}  // namespace

void Mods::AddChild(Mod& mod, NameId name, const Mod* child, NodeRef place) {
  for (auto& [other_name, other] : mod.children) {
    if (other_name != name) continue;
    const bool clash = (other->has_value() && child->has_value()) ||
                       (other->redeclare.has_value() && child->redeclare.has_value());
    if (clash) {
      const std::string text(place.text().substr(0, 60));
      emitter_.Emit(program_.SpanOf(place), ModifiedTwice, text)
          .Note(program_.SpanOf(other->place), ModifiedFirst);
      return;
    }
    other = Merge(child, other);
    return;
  }
  mod.children.emplace_back(name, child);
}

// self = value, as μModelica writes the value of what is modified; the last one holds.
void Mods::AddOwnValue(Mod& mod, NodeRef argument, Inst* scope) {
  const Mod* made = FromModification(argument.Find(NodeKind::Modification), scope, argument);
  if (made == nullptr) return;
  Mod own = *made;
  own.is_final = argument.Has(kFinal);
  own.is_each = argument.Has(kEach);
  const Mod* merged = Merge(New(std::move(own)), New(std::move(mod)));
  mod = *merged;
}

void Mods::AddArgument(Mod& mod, NodeRef argument, Inst* scope) {
  switch (argument.kind()) {
    case NodeKind::ElementModification: {
      if (argument.Has(kSelf)) return AddOwnValue(mod, argument, scope);
      const NodeRef ref = argument.child();
      if (!ref.Is(NodeKind::Ref)) return;
      std::vector<NameId> names;
      for (const NodeRef part : ref.children()) names.push_back(program_.NameOf(part));
      const Mod* made = FromModification(argument.Find(NodeKind::Modification), scope, argument);
      Mod leaf = made != nullptr ? *made : Mod{};
      leaf.place = argument;
      leaf.is_final = argument.Has(kFinal);
      leaf.is_each = argument.Has(kEach);
      const Mod* child = New(std::move(leaf));
      for (size_t k = names.size(); k-- > 1;) {
        Mod outer;
        outer.place = argument;
        outer.children.emplace_back(names[k], child);
        child = New(std::move(outer));
      }
      AddChild(mod, names[0], child, argument);
      return;
    }
    case NodeKind::ClassDef:
    case NodeKind::ComponentClause: {
      const NodeRef named = argument.Is(NodeKind::ClassDef) ? argument : argument.Find(NodeKind::Component);
      if (!named.has_value()) return;
      Mod child;
      child.place = argument;
      child.redeclare = argument;
      child.redeclare_scope = scope;
      child.is_final = argument.Has(kFinal);
      child.is_each = argument.Has(kEach);
      AddChild(mod, program_.NameOf(named), New(std::move(child)), argument);
      return;
    }
    default: return;
  }
}

auto Mods::FromClassModification(NodeRef modification, Inst* scope) -> const Mod* {
  if (!modification.has_value()) return nullptr;
  Mod mod;
  mod.place = modification;
  for (const NodeRef argument : modification.children()) AddArgument(mod, argument, scope);
  return SaysNothing(mod) ? nullptr : New(std::move(mod));
}

auto Mods::FromModification(NodeRef modification, Inst* scope, NodeRef place) -> const Mod* {
  if (!modification.has_value()) return nullptr;
  Mod mod;
  mod.place = place;
  for (const NodeRef part : modification.children()) {
    if (part.Is(NodeKind::ClassModification)) {
      for (const NodeRef argument : part.children()) AddArgument(mod, argument, scope);
    } else {
      mod.expr = part;
      mod.scope = scope;
    }
  }
  mod.is_break = static_cast<ModificationKind>(modification.node().op) == ModificationKind::Break;
  return SaysNothing(mod) ? nullptr : New(std::move(mod));
}

auto Mods::Merge(const Mod* outer, const Mod* inner, bool covers) -> const Mod* {
  if (outer == nullptr) return inner;
  if (inner == nullptr) return outer;
  const bool changes_value = outer->has_value() || outer->redeclare.has_value() || outer->is_break;
  if (inner->is_final && changes_value && outer->place.has_value() && !(outer->place == inner->place)) {
    // A final field keeps its own value whatever the record is bound to.
    if (outer->is_part) return inner;
    emitter_.Emit(program_.SpanOf(outer->place), FinalModified)
        .Note(program_.SpanOf(inner->place), FinalHere);
    return inner;
  }
  if (outer->is_redeclaration()) return MergeRedeclaration(outer, inner);
  Mod merged = *outer;
  merged.is_final = outer->is_final || inner->is_final;
  if (!outer->has_value() && !outer->is_break) {
    TakeValue(merged, *inner);
  } else if (outer->is_part && (inner->has_value() || inner->is_break)) {
    merged.otherwise = Merge(outer->otherwise, inner);
  }
  merged.redeclare = inner->redeclare;
  merged.redeclare_scope = inner->redeclare_scope;
  merged.redeclare_owner = inner->redeclare_owner;
  merged.redeclare_element = inner->redeclare_element;
  merged.earlier = inner->earlier;
  merged.under = inner->under;
  for (const auto& [name, child] : inner->children) {
    const Mod* below = covers && outer->has_value() ? Covered(child) : child;
    bool found = false;
    for (auto& [outer_name, outer_child] : merged.children) {
      if (outer_name != name) continue;
      outer_child = Merge(outer_child, below);
      found = true;
    }
    if (!found) merged.children.emplace_back(name, below);
  }
  const Mod* made = New(std::move(merged));
  if (keeps_history_) history_[made] = {outer, inner};
  return made;
}

// What was said before waits below the modifiers of the redeclaration, which are looked at when it is made.
auto Mods::MergeRedeclaration(const Mod* outer, const Mod* inner) -> const Mod* {
  Mod merged = *outer;
  merged.is_final = outer->is_final || inner->is_final;
  merged.under = Merge(outer->under, inner);
  if (inner->is_redeclaration()) {
    merged.earlier.push_back(inner);
    merged.earlier.insert(merged.earlier.end(), inner->earlier.begin(), inner->earlier.end());
  }
  const Mod* made = New(std::move(merged));
  if (keeps_history_) history_[made] = {outer, inner};
  return made;
}

auto Mods::Covered(const Mod* mod) -> const Mod* {
  if (mod == nullptr) return nullptr;
  Mod covered = *mod;
  covered.is_covered = covered.has_value() || covered.is_break;
  covered.under = Covered(mod->under);
  for (auto& [name, child] : covered.children) child = Covered(child);
  return NewFrom(std::move(covered), mod);
}

auto Mods::TakenOver(const Mod* under) -> const Mod* {
  if (under == nullptr || !under->is_redeclaration()) return under;
  return Merge(WithoutRedeclare(under), BelowRedeclaration(*under));
}

auto Mods::BelowRedeclaration(const Mod& mod) -> const Mod* {
  const NodeRef clause = mod.redeclare.has_value() ? mod.redeclare.Find(NodeKind::Constrainedby) : NodeRef{};
  const Mod* own = clause.has_value()
                       ? FromClassModification(clause.Find(NodeKind::ClassModification), mod.redeclare_scope)
                       : nullptr;
  return Merge(own, TakenOver(mod.under));
}

auto Mods::NewFrom(Mod mod, const Mod* original) -> Mod* {
  Mod* made = New(std::move(mod));
  if (keeps_history_ && original != nullptr) history_[made] = {original, nullptr};
  return made;
}

auto Mods::Sources(const Mod* mod) const -> std::vector<const Mod*> {
  std::vector<const Mod*> sources;
  std::vector<const Mod*> stack;
  if (mod != nullptr) stack.push_back(mod);
  while (!stack.empty()) {
    const Mod* at = stack.back();
    stack.pop_back();
    const auto parts = history_.find(at);
    if (parts == history_.end()) {
      sources.push_back(at);
      continue;
    }
    if (parts->second.inner != nullptr) stack.push_back(parts->second.inner);
    stack.push_back(parts->second.outer);
  }
  return sources;
}

auto Mods::ForElement(const Mod* mod, const std::vector<int32_t>& index) -> const Mod* {
  if (mod == nullptr) return nullptr;
  Mod element = *mod;
  if (element.is_each) {
    // From here on the value is that of each element, also for the parts inside.
    element.is_each = false;
    return NewFrom(std::move(element), mod);
  }
  if (element.has_value()) {
    for (const int32_t k : index) element.steps.push_back({k, {}});
  }
  element.under = ForElement(mod->under, index);
  element.otherwise = ForElement(mod->otherwise, index);
  for (auto& [name, child] : element.children) child = ForElement(child, index);
  return NewFrom(std::move(element), mod);
}

// The value of a whole record is that of all its fields (MLS 7.2.3, 7.2.4). Every element of an array and
// every instance asks; it is told once.
void Mods::RefusePart(const Mod& record, const Mod& child) {
  for (const NodeRef place : refused_) {
    if (place == child.place) return;
  }
  refused_.push_back(child.place);
  const NodeRef named = child.place.Is(NodeKind::ElementModification) ? child.place.child() : child.place;
  emitter_.Emit(program_.SpanOf(child.place), PartOfValue, std::string(named.text()))
      .Note(program_.SpanOf(record.expr), WholeHere);
}

auto Mods::ForField(const Mod* record, NameId field) -> const Mod* {
  if (record == nullptr) return nullptr;
  const Mod* child = record->Child(field);
  if (!record->has_value()) return child;
  const bool is_said = child != nullptr && (child->has_value() || child->is_break);
  const bool is_covered = is_said && child->is_covered && !child->is_final;
  if (is_said && !child->is_covered) RefusePart(*record, *child);
  if (is_said && !is_covered) return child;
  Mod value;
  value.expr = record->expr;
  value.scope = record->scope;
  value.steps = record->steps;
  value.steps.push_back({0, field});
  value.place = record->place;
  value.is_part = true;
  const Mod* part = NewFrom(std::move(value), record);
  // Of a field that is redeclared the value is said from outside.
  const bool is_below = child != nullptr && (is_covered || child->is_redeclaration());
  const Mod* merged = is_below ? Merge(part, child) : Merge(child, part);
  if (!record->is_final) return merged;
  // Final is the value, not what the record's declaration says of the field besides.
  Mod fixed = *merged;
  fixed.is_final = true;
  return NewFrom(std::move(fixed), merged);
}

auto Mods::OnlyChildren(const Mod* mod) -> const Mod* {
  if (mod == nullptr || mod->children.empty()) return nullptr;
  Mod only;
  only.place = mod->place;
  only.children = mod->children;
  return New(std::move(only));
}

auto Mods::WithoutRedeclare(const Mod* mod) -> const Mod* {
  if (mod == nullptr || !mod->is_redeclaration()) return mod;
  Mod rest = *mod;
  rest.redeclare = {};
  rest.redeclare_scope = nullptr;
  rest.redeclare_owner = nullptr;
  rest.under = nullptr;
  rest.earlier.clear();
  return SaysNothing(rest) ? nullptr : NewFrom(std::move(rest), mod);
}

}  // namespace kerf::modelica
