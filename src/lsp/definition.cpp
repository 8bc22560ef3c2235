// textDocument/definition and textDocument/typeDefinition.
#include "lsp/cursor.h"
#include "lsp/requests.h"

namespace kerf::lsp {

namespace {

auto TargetAt(const Place& place) -> Target {
  if (place.tree == nullptr) return {};
  const auto token = TryNameAt(*place.tree, place.offset);
  return token ? Resolver(place.snapshot).At(*place.tree, *token) : Target();
}

}  // namespace

auto Definition(const Place& place) -> Json {
  const Target target = TargetAt(place);
  if (target.node.has_value()) return place.snapshot.LocationOf(target.node);
  return nullptr;
}

auto TypeDefinition(const Place& place) -> Json {
  const Target target = TargetAt(place);
  const modelica::ClassElem* type =
      target.owner != nullptr ? target.owner : Resolver(place.snapshot).TypeOf(target);
  if (type == nullptr || !type->shape->def.has_value()) return nullptr;
  return place.snapshot.LocationOf(type->shape->def);
}

}  // namespace kerf::lsp
