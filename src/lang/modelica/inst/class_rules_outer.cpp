// Inner and outer components (section 5.4).
#include <algorithm>

#include "lang/modelica/inst/class_rules.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(OuterModified, Error, "the outer component `{}` cannot be modified; its inner one can",
          std::string);
KERF_DIAG(InnerType, Error, "the inner component of `outer {}` does not fit: it {}", std::string,
          std::string);
KERF_DIAG(InnerSizes, Error, "the inner component of `outer {}` is {}, not {}", std::string, std::string,
          std::string);
KERF_DIAG(InnerPartial, Error, "the class of the inner component `{}` is partial", std::string);
KERF_NOTE(InnerHere, "the inner component is declared here");
KERF_NOTE(OuterHere, "the outer component is declared here");

auto SizesText(const std::vector<int32_t>& dims) -> std::string {
  return dims.empty() ? "a scalar" : fmt::format("an array [{}]", fmt::join(dims, ", "));
}

}  // namespace

void ClassRules::CheckOuter(Component* outer) {
  const std::string name(outer->node.token_text());
  if (!outer->Has(kInner)) {
    const NodeRef own = outer->node.Find(NodeKind::Modification);
    const Mod* from_outside =
        outer->parent->mod != nullptr ? outer->parent->mod->Child(outer->name) : nullptr;
    const bool is_modified = from_outside != nullptr && from_outside->place.has_value() &&
                             !from_outside->redeclare.has_value() && from_outside->redeclare_owner == nullptr;
    const NodeRef place = own.has_value() ? outer->node : is_modified ? from_outside->place : NodeRef{};
    if (place.has_value() && IsNew(place, OuterModified))
      emitter_.Emit(program_.SpanOf(place), OuterModified, name).Note(NameSpan(outer->node), OuterHere);
  }
  Component* inner = outer->outer_progress == Progress::Done ? outer->inner : nullptr;
  if (inner == nullptr || inner == outer || std::ranges::count(instances_.automatic_inners(), inner) > 0)
    return;
  const bool is_known = instances_.ResolveType(outer) && instances_.ResolveType(inner) &&
                        elaborator_.EnsureDims(outer) && elaborator_.EnsureDims(inner);
  if (!is_known) return;
  const diag::Span span = NameSpan(outer->node);
  const diag::Span there = NameSpan(inner->node);
  if (inner->type->shape->def.Has(kPartial) && IsNew(inner->node, InnerPartial))
    emitter_.Emit(there, InnerPartial, name).Note(span, OuterHere);
  if (outer->dims != inner->dims) {
    if (IsNew(outer->node, InnerSizes)) {
      emitter_.Emit(span, InnerSizes, name, SizesText(inner->dims), SizesText(outer->dims))
          .Note(there, InnerHere);
    }
    return;
  }
  const auto why = subtypes_.WhyNot(inner->type, outer->type);
  if (why && IsNew(outer->node, InnerType)) emitter_.Emit(span, InnerType, name, *why).Note(there, InnerHere);
}

}  // namespace kerf::modelica
