// Sizes of components: from the declaration, from the value that is given, or, in expandable connectors, from
// the connections.
#include <algorithm>
#include <limits>

#include "lang/modelica/inst/elaborate.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Pool;

KERF_DIAG(SizeNotKnown, Error, "the size of `{}` must be known before the run", std::string);
KERF_DIAG(SizeNegative, Error, "the size {} of `{}` is negative", int64_t, std::string);
KERF_DIAG(SizeTooLarge, Error, "the size {} of `{}` is larger than the largest possible one, {}", int64_t,
          std::string, int64_t);
KERF_DIAG(SizeCycle, Error, "the size of `{}` depends on itself", std::string);
KERF_NOTE(WhySizeUnknown, "{}", std::string);

constexpr int64_t kMaxSize = 100'000'000;

}  // namespace

// One dimension; nothing if it is not known. `size` takes the expression, no value for `:`.
auto Elaborator::SizeOf(NodeRef subscript, Scope& scope, ExprId* size, const Component* component)
    -> std::optional<int32_t> {
  *size = {};
  size_type_ = {Kind::Integer, expr::kScalar, 0};
  if (subscript.Is(NodeKind::Colon)) return std::nullopt;
  if (subscript.Is(NodeKind::Ref)) {
    // An enumeration as a dimension.
    capture_.Open();
    ClassElem* elem = instances_.LookupClass(subscript, scope.inst, false);
    capture_.Drop();
    const BuiltinType* type = elem != nullptr ? instances_.Builtin(elem) : nullptr;
    if (type != nullptr && type->kind == BuiltinKind::Enumeration) {
      size_type_ = {Kind::Enumeration, expr::kScalar, type->detail};
      return static_cast<int32_t>(world_.enumerations[type->detail].literals.size());
    }
    if (type != nullptr && type->kind == BuiltinKind::Boolean) {
      size_type_ = {Kind::Boolean, expr::kScalar, 0};
      return 2;
    }
  }
  *size = Expression(subscript, scope);
  if (*size == Pool::kError) return std::nullopt;
  const auto known = TryEvaluateInteger(*size);
  if (!known) return std::nullopt;
  if (*known > kMaxSize) {
    emitter_.Emit(program_.SpanOf(subscript), SizeTooLarge, *known, instances_.NameOf(component), kMaxSize);
    *size = Pool::kError;
    return std::nullopt;
  }
  return static_cast<int32_t>(std::clamp<int64_t>(*known, std::numeric_limits<int32_t>::min(), kMaxSize));
}

// All subscript lists that make up the dimensions of a component, its own first.
auto Elaborator::SizeListsOf(Component* component) -> std::vector<Subscripts> {
  std::vector<Subscripts> lists;
  if (component->size_node.has_value()) {
    if (const NodeRef own = component->size_node.Find(NodeKind::Subscripts); own.has_value())
      lists.push_back({own, component->size_scope});
    if (const NodeRef shared = component->size_clause.Find(NodeKind::Subscripts); shared.has_value())
      lists.push_back({shared, component->size_scope});
  }
  if (component->builtin != nullptr) {
    lists.insert(lists.end(), component->builtin->dims.begin(), component->builtin->dims.end());
    return lists;
  }
  // Array types of records and connectors.
  ClassElem* at = component->type;
  for (int depth = 0; depth < 100 && at != nullptr && at->shape->is_short; ++depth) {
    const NodeRef spec = at->shape->bases[0].node;
    if (const NodeRef dims = spec.Find(NodeKind::Subscripts); dims.has_value())
      lists.push_back({dims, at->enclosing});
    at = instances_.LookupClass(spec.child(), at->enclosing, false);
  }
  return lists;
}

// Dimension `d` of a value, evaluated if its type does not tell.
auto Elaborator::SizeOfValue(ExprId value, size_t d) -> std::optional<int32_t> {
  if (!value.has_value() || value == Pool::kError) return std::nullopt;
  const auto dims = typing_.Dims(value);
  if (d >= dims.size()) return std::nullopt;
  if (dims[d] >= 0) return dims[d];
  const auto known = TryEvaluate(value);
  if (!known || d >= known->dims().size()) return std::nullopt;
  return known->dims()[d];
}

// What `:` stands for: the size of the value, or that of an attribute, or none yet in an expandable
// connector.
auto Elaborator::FlexibleSize(Component* component, size_t d) -> std::optional<int32_t> {
  if (const auto size = SizeOfValue(RawBinding(component), d)) return size;
  if (component->mod != nullptr && component->mod->has_value()) return std::nullopt;
  if (component->mod != nullptr && component->builtin != nullptr) {
    for (const auto& [name, attribute] : component->mod->children) {
      if (!attribute->has_value() || attribute->is_each) continue;
      bool is_each = false;
      if (const auto size = SizeOfValue(ValueOfMod(*attribute, is_each), d)) return size;
    }
  }
  const Component* owner = component->parent != nullptr ? Whole(component->parent)->component : nullptr;
  if (owner == nullptr || owner->type == nullptr || !instances_.IsExpandable(owner->type))
    return std::nullopt;
  component->is_growing = true;
  return 0;
}

void Elaborator::ReportSize(Component* component, NodeRef subscript, ExprId size) {
  if (size == Pool::kError) return;
  const bool is_open = subscript.Is(NodeKind::Colon);
  emitter_.Emit(program_.SpanOf(subscript), SizeNotKnown, instances_.NameOf(component))
      .Note(is_open ? diag::Span{} : PlaceOfFailure(), WhySizeUnknown,
            is_open ? "it has no value whose size could be taken" : interpreter_.error().text);
}

// Adds a dimension; false after an error.
auto Elaborator::AddDimension(Component* component, NodeRef subscript, Scope& scope,
                              std::vector<int32_t>& dims) -> bool {
  ExprId size;
  auto known = SizeOf(subscript, scope, &size, component);
  component->dim_types.push_back(size_type_);
  if (component->dims_progress == Progress::Failed) return false;
  const bool is_local = IsFunctionVariable(component);
  if (!known && subscript.Is(NodeKind::Colon) && !is_local) {
    known = FlexibleSize(component, dims.size());
    // What is wrong with the value has been told.
    if (component->dims_progress == Progress::Failed) return false;
    if (!known && RawBinding(component) == Pool::kError) size = Pool::kError;
  }
  if (!known && is_local) {
    component->has_open_dims = true;
    dims.push_back(expr::kUnknownSize);
    return true;
  }
  dims.push_back(std::max(known.value_or(0), 0));
  if (!known) ReportSize(component, subscript, size);
  if (known && *known < 0)
    emitter_.Emit(program_.SpanOf(subscript), SizeNegative, *known, instances_.NameOf(component));
  return known && *known >= 0;
}

auto Elaborator::EnsureDims(Component* component) -> bool {
  if (component->dims_progress == Progress::Done) return true;
  if (component->dims_progress == Progress::Failed) return false;
  if (component->dims_progress == Progress::InProgress) {
    emitter_.Emit(program_.SpanOf(component->node), SizeCycle, instances_.NameOf(component));
    component->dims_progress = Progress::Failed;
    return false;
  }
  if (!instances_.ResolveType(component)) return false;
  component->dims_progress = Progress::InProgress;
  const std::vector<Subscripts> lists = SizeListsOf(component);
  if (IsFunctionVariable(component)) {
    // A size may refer to another one of the same variable, as in A[:, size(A, 1)].
    for (const Subscripts& list : lists)
      component->dims.insert(component->dims.end(), list.node.n_children(), expr::kUnknownSize);
    component->dims_progress = Progress::Done;
  }
  std::vector<int32_t> dims;
  bool is_good = true;
  for (const Subscripts& list : lists) {
    Scope scope{list.scope, {}};
    for (const NodeRef subscript : list.node.children()) {
      is_good = AddDimension(component, subscript, scope, dims) && is_good;
      if (component->dims_progress == Progress::Failed) return false;
    }
  }
  component->dims = std::move(dims);
  component->dims_progress = is_good ? Progress::Done : Progress::Failed;
  return is_good;
}

auto Elaborator::Grow(Component* component, std::span<const int32_t> dims) -> bool {
  if (!component->is_growing || dims.size() != component->dims.size()) return false;
  const std::vector<int32_t> before = component->dims;
  for (size_t d = 0; d < dims.size(); ++d) component->dims[d] = std::max(before[d], dims[d]);
  if (component->dims == before) return false;
  if (component->elements_progress == Progress::NotYet) return true;
  // Elements that connections know already stay the same ones.
  const std::vector<Component*> old = std::move(component->elements);
  component->elements.clear();
  component->elements_progress = Progress::NotYet;
  Elements(component);
  for (Component* element : old) {
    size_t position = 0;
    for (size_t d = 0; d < dims.size(); ++d)
      position =
          position * static_cast<size_t>(component->dims[d]) + static_cast<size_t>(element->index[d] - 1);
    component->elements[position] = element;
  }
  return true;
}

// The least sizes that let subscripts be used; nothing if they are not known.
auto Elaborator::SizesFor(std::string_view name, NodeRef subscripts, std::span<const int32_t> rest,
                          Scope& scope) -> std::optional<std::vector<int32_t>> {
  std::vector<int32_t> dims;
  size_t next = 0;
  for (const NodeRef subscript : subscripts.children()) {
    if (subscript.Is(NodeKind::Colon)) {
      dims.push_back(next < rest.size() ? rest[next] : 0);
      ++next;
      continue;
    }
    const auto known = TryEvaluate(Expression(subscript, scope));
    if (!known || (known->kind != Kind::Integer)) return std::nullopt;
    int64_t largest = known->is_array ? 0 : known->integer;
    if (known->is_array) {
      ++next;
      for (const flat::Value& element : known->elements()) largest = std::max(largest, element.integer);
    }
    if (largest > kMaxSize) {
      emitter_.Emit(program_.SpanOf(subscript), SizeTooLarge, largest, std::string(name), kMaxSize);
      return std::nullopt;
    }
    dims.push_back(static_cast<int32_t>(std::max<int64_t>(largest, 0)));
  }
  for (; next < rest.size(); ++next) dims.push_back(rest[next]);
  return dims;
}

}  // namespace kerf::modelica
