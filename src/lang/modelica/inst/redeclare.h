// What redeclarations as modifiers and as elements have in common.
#pragma once

#include "lang/modelica/inst/inst.h"

namespace kerf::modelica {

// Prefixes that a redeclaration takes over unless it gives others of the same group.
constexpr uint32_t kVariabilityFlags = kConstant | kParameter | kDiscrete;
constexpr uint32_t kCausalityFlags = kInput | kOutput;
constexpr uint32_t kConnectionFlags = kFlow | kStream;
constexpr uint32_t kScopeFlags = kInner | kOuter;

constexpr auto KeepPrefixes(uint32_t flags, uint32_t original, uint32_t group) -> uint32_t {
  return (flags & group) != 0 ? flags : flags | (original & group);
}

// The element that redeclares one of a base class, or none. One of the other kind counts for nothing: the
// rules of classes report it.
inline auto RedeclaringElement(const Mod* mod, bool is_component) -> const ShapeElement* {
  if (mod == nullptr || mod->redeclare_owner == nullptr) return nullptr;
  const ShapeElement& element = mod->redeclare_owner->shape->elements[mod->redeclare_element];
  return element.is_component == is_component ? &element : nullptr;
}

}  // namespace kerf::modelica
