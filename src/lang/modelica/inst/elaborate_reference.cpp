// References: from a name with subscripts to variables, fields, constants and literals.
#include <algorithm>

#include "base/nearest.h"
#include "flat/plain_number.h"
#include "lang/modelica/inst/elaborate.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(UndeclaredName, Error, "`{}` is not declared", std::string);
KERF_DIAG(UnknownMember, Error, "`{}` has no element `{}`", std::string, std::string);
KERF_NOTE(PerhapsMember, "did you mean `{}`?", std::string);
KERF_DIAG(NoSubscripts, Error, "`{}` has {} dimensions and cannot take {} subscripts", std::string, size_t,
          size_t);
KERF_DIAG(SubscriptBeyond, Error, "subscript {} is outside 1…{} of `{}`", int64_t, int32_t, std::string);
KERF_DIAG(DimensionIndex, Error, "dimension {1} of `{0}` is indexed by {2}, not by {3}", std::string, size_t,
          std::string, std::string);
KERF_DIAG(ClassAsValue, Error, "`{}` is a class, not a value", std::string);
KERF_DIAG(NoSuchField, Error, "the record `{}` has no field `{}`", std::string, std::string);
KERF_DIAG(EnclosingVariable, Error,
          "`{}` is a variable of an enclosing class: only constants can be used from there", std::string);
KERF_DIAG(TimeOutside, Error, "`time` can be used in models and blocks only");
KERF_DIAG(ProtectedElement, Error, "`{}` is protected in `{}`", std::string, std::string);
KERF_DIAG(ConditionalUsed, Error, "`{}` has a condition: it can be used in connections only", std::string);
KERF_DIAG(PartialPackage, Error, "`{}` is partial: its constants have no meaning by themselves", std::string);
KERF_DIAG(VariableOfClass, Error, "`{}` is a variable of the class `{}`, which is no component", std::string,
          std::string);
KERF_DIAG(ConstantWithoutValue, Error, "the constant `{}` has no value", std::string);

}  // namespace

void Elaborator::ReportUnknownName(NodeRef part, Inst* scope) {
  std::vector<std::string> known;
  for (Inst* at = scope; at != nullptr && at != instances_.root(); at = at->enclosing) {
    instances_.ForEachElement(at, [&](Inst* owner, uint32_t k) {
      const ShapeElement& element = owner->shape->elements[k];
      if (at == scope || !element.is_component || element.clause.Has(kConstant))
        known.emplace_back(world_.names[element.name]);
    });
  }
  const std::string nearest = base::Nearest(std::string(part.token_text()), known);
  auto builder = emitter_.Emit(program_.SpanOf(part), UndeclaredName, std::string(part.token_text()));
  // `self` does not see what stands around the class.
  if (!nearest.empty() && nearest != part.token_text()) builder.Note({}, PerhapsMember, nearest);
}

// What the first name of a reference stands for, iterators apart.
auto Elaborator::FirstOf(NodeRef ref, NameId name, const Scope& scope) -> Found {
  if (!ref.Has(kSelf)) return instances_.Lookup(name, ref.Has(kGlobal) ? instances_.root() : scope.inst);
  Found found = instances_.FindInInst(scope.inst, name);
  found.where = scope.inst;
  return found;
}

auto Elaborator::ReferenceOf(NodeRef ref, Scope& scope) -> ExprId {
  const NodeRef first = ref.child();
  const NameId name = program_.NameOf(first);
  if (!ref.Has(kGlobal | kSelf)) {
    for (size_t k = scope.iterators.size(); k-- > 0;) {
      if (scope.iterators[k].name == name) return FieldsOf(scope.iterators[k].value, first, scope);
    }
  }
  const Found found = FirstOf(ref, name, scope);
  if (found.component != nullptr) {
    const bool is_enclosing = found.where != nullptr && found.where != scope.inst;
    if (is_enclosing && !instances_.IsConstant(found.component) && !IsFunctionVariable(found.component)) {
      emitter_.Emit(program_.SpanOf(first), EnclosingVariable, std::string(first.token_text()));
      return Pool::kError;
    }
    return ReferenceFrom(found.component, first, scope);
  }
  if (found.cls != nullptr) return ReferenceInClass(found.cls, first, scope, ref);
  if (first.token_text() == "time" && !first.next().has_value()) {
    const Restriction restriction = scope.inst->shape->restriction;
    const bool has_time = restriction == Restriction::Model || restriction == Restriction::Block ||
                          restriction == Restriction::Class || restriction == Restriction::Type;
    if (!has_time) {
      emitter_.Emit(program_.SpanOf(first), TimeOutside);
      return Pool::kError;
    }
    return world_.pool.Time();
  }
  ReportUnknownName(first, scope.inst);
  return Pool::kError;
}

auto Elaborator::ReferenceInClass(ClassElem* elem, NodeRef part, Scope& scope, NodeRef ref) -> ExprId {
  while (true) {
    const NodeRef next = part.next();
    const BuiltinType* type = instances_.Builtin(elem);
    if (!next.has_value()) {
      // The name of a function as an argument.
      const Restriction restriction = elem->shape->restriction;
      if (restriction == Restriction::Function || restriction == Restriction::OperatorFunction)
        return ClosureOf(elem, {}, program_.SpanOf(ref));
      if (type != nullptr && type->kind == BuiltinKind::Enumeration) {
        // The array of all literals.
        std::vector<ExprId> all;
        const size_t n = world_.enumerations[type->detail].literals.size();
        for (size_t k = 1; k <= n; ++k)
          all.push_back(world_.pool.Literal(type->detail, static_cast<int64_t>(k)));
        return typing_.Array(all, program_.SpanOf(ref));
      }
      emitter_.Emit(program_.SpanOf(ref), ClassAsValue, std::string(ref.text()));
      return Pool::kError;
    }
    const NameId name = program_.NameOf(next);
    if (type != nullptr && type->kind == BuiltinKind::Enumeration) {
      const auto& literals = world_.enumerations[type->detail].literals;
      const auto at = std::ranges::find(literals, name);
      if (at != literals.end()) {
        const ExprId literal = world_.pool.Literal(type->detail, at - literals.begin() + 1);
        return literal;
      }
    }
    Inst* inst = instances_.Self(elem);
    const Found found = instances_.FindInInst(inst, name);
    const std::string_view so_far = ref.text().substr(0, part.end_byte() - ref.begin_byte());
    if (found.is_protected) {
      emitter_.Emit(program_.SpanOf(next), ProtectedElement, std::string(next.token_text()),
                    std::string(so_far));
      return Pool::kError;
    }
    if (found.component != nullptr) {
      if (!instances_.IsConstant(found.component) && !IsFunctionVariable(found.component)) {
        emitter_.Emit(program_.SpanOf(next), VariableOfClass, std::string(next.token_text()),
                      std::string(so_far));
        return Pool::kError;
      }
      if (inst->shape->def.Has(kPartial)) {
        emitter_.Emit(program_.SpanOf(part), PartialPackage, std::string(so_far));
        return Pool::kError;
      }
      return ReferenceFrom(found.component, next, scope);
    }
    if (found.cls == nullptr) {
      std::vector<std::string> known;
      instances_.ForEachElement(inst, [&](Inst* owner, uint32_t k) {
        known.emplace_back(world_.names[owner->shape->elements[k].name]);
      });
      const std::string nearest = base::Nearest(std::string(next.token_text()), known);
      auto builder = emitter_.Emit(program_.SpanOf(next), UnknownMember,
                                   std::string(ref.text().substr(0, part.end_byte() - ref.begin_byte())),
                                   std::string(next.token_text()));
      if (!nearest.empty()) builder.Note({}, PerhapsMember, nearest);
      return Pool::kError;
    }
    elem = found.cls;
    part = next;
  }
}

auto Elaborator::SubscriptsOf(NodeRef subscripts, std::span<const int32_t> dims, ExprId array, Scope& scope)
    -> std::vector<ExprId> {
  std::vector<ExprId> list;
  // Copied: elaborating a subscript may move what the span shows.
  const std::vector<int32_t> sizes(dims.begin(), dims.end());
  uint32_t dimension = 0;
  for (const NodeRef subscript : subscripts.children()) {
    if (subscript.Is(NodeKind::Colon)) {
      list.push_back(world_.pool.Colon());
    } else {
      ends_.push_back({array, dimension < sizes.size() ? sizes[dimension] : expr::kUnknownSize, dimension});
      list.push_back(Expression(subscript, scope));
      ends_.pop_back();
    }
    ++dimension;
  }
  return list;
}

// The subscripts of `part` and the fields named after it, of a value.
auto Elaborator::FieldsOf(ExprId value, NodeRef part, Scope& scope) -> ExprId {
  while (true) {
    if (value == Pool::kError) return value;
    if (const NodeRef subscripts = part.Find(NodeKind::Subscripts); subscripts.has_value()) {
      const auto list = SubscriptsOf(subscripts, typing_.Dims(value), value, scope);
      if (std::ranges::count(list, Pool::kError) > 0) return Pool::kError;
      value = typing_.Subscript(value, list, program_.SpanOf(part));
      if (value == Pool::kError) return value;
    }
    part = part.next();
    if (!part.has_value()) return value;
    value = FieldOf(value, part);
  }
}

auto Elaborator::FieldOf(ExprId value, NodeRef part) -> ExprId {
  if (world_.pool[value].kind != Kind::Record) {
    emitter_.Emit(program_.SpanOf(part), UnknownMember, typing_.TypeText(value),
                  std::string(part.token_text()));
    return Pool::kError;
  }
  const flat::Record& record = world_.records[world_.pool[value].detail];
  const NameId name = program_.NameOf(part);
  uint32_t k = 0;
  while (k < record.fields.size() && record.fields[k].name != name) ++k;
  if (k == record.fields.size()) {
    emitter_.Emit(program_.SpanOf(part), NoSuchField, std::string(world_.names[record.name]),
                  std::string(part.token_text()));
    return Pool::kError;
  }
  return typing_.Field(value, k);
}

// A component of the model itself, not of a package, a function or the constructor of a record.
auto Elaborator::IsInModel(const Component* component) -> bool {
  while (component->parent != nullptr) {
    component = Whole(component->parent)->component;
    if (component == nullptr) return false;
  }
  return true;
}

// A constant becomes its value. If it has a unit, a number like 1 would not show that it had.
void Elaborator::NoteUnit(const Component* constant, const diag::Span& span) {
  if (!span.has_value()) return;
  const bool is_number = world_.pool.IsNumber(constant->literal);
  if (is_number && !flat::IsPlainNumber(world_.pool.number(constant->literal))) return;
  if (constant->builtin != nullptr) {
    const NameId unit = world_.names.Find("unit");
    const bool has_unit = constant->builtin->kind == BuiltinKind::Real && unit.has_value() &&
                          constant->mod != nullptr && constant->mod->Child(unit) != nullptr;
    if (!has_unit) return;
  }
  world_.unit_constants.emplace(span.buffer, span.begin);
}

auto Elaborator::Reference(Component* component, const diag::Span& span) -> ExprId {
  component = instances_.Resolved(component);
  // That a component with a condition is used is told where its name is written.
  if (!IsPresent(component)) return Pool::kError;
  if (!instances_.ResolveType(component)) return Pool::kError;
  if (IsFunctionVariable(component)) {
    const auto type = TypeOf(component);
    return type ? world_.pool.Local(component->local, *type) : Pool::kError;
  }
  const bool in_package = !IsInModel(component);
  // The value of a record is made of the values of its fields.
  if ((component->Has(kConstant) || in_package) && component->value_progress != Progress::InProgress) {
    const flat::Value* value = component->literal.has_value() ? nullptr : ValueOf(component);
    if (value != nullptr) component->literal = flat::ToExpr(*value, world_);
    if (component->literal.has_value()) {
      NoteUnit(component, span);
      return component->literal;
    }
    if (in_package && component->value_progress == Progress::Failed) {
      if (component->builtin != nullptr && component->mod != nullptr && component->mod->has_value()) {
        // Its value depends on what is known later only; use the expression.
        const ExprId binding = Binding(component);
        if (binding.has_value()) return binding;
      }
      emitter_.Emit(span, ConstantWithoutValue, std::string(world_.names[component->name]));
      return Pool::kError;
    }
  }
  if (component->builtin != nullptr) {
    const auto type = TypeOf(component);
    return type ? world_.pool.Var(VarOf(component), *type) : Pool::kError;
  }
  if (!EnsureDims(component)) return Pool::kError;
  if (!component->dims.empty()) {
    const auto type = TypeOf(component);
    if (!type) return Pool::kError;
    const std::vector<Component*> elements = Elements(component);
    std::vector<ExprId> values;
    for (Component* element : elements) values.push_back(Reference(element, span));
    if (std::ranges::count(values, Pool::kError) > 0) return Pool::kError;
    // Row by row, innermost dimension first.
    std::vector<int32_t> dims = component->dims;
    if (values.empty()) return world_.pool.Typed(Op::Array, *type, std::span<const ExprId>());
    while (dims.size() > 1) {
      const auto n = static_cast<size_t>(dims.back());
      std::vector<ExprId> rows;
      for (size_t k = 0; k < values.size(); k += n)
        rows.push_back(typing_.Array(std::span(values).subspan(k, n), span));
      values = std::move(rows);
      dims.pop_back();
    }
    return typing_.Array(values, span);
  }
  Inst* inst = instances_.InstOf(component);
  if (inst == nullptr) return Pool::kError;
  if (component->type->shape->restriction == Restriction::Function)
    return ClosureOf(component->type, {}, span);
  const auto record = RecordOf(inst);
  if (!record) return Pool::kError;
  std::vector<ExprId> fields;
  instances_.ForEachComponent(inst, [&](Component* field) {
    if (IsPresent(field)) fields.push_back(Reference(field, span));
  });
  if (std::ranges::count(fields, Pool::kError) > 0) return Pool::kError;
  return typing_.MakeRecord(*record, fields);
}

auto Elaborator::IndicesOf(ExprId subscript, int32_t size, const Component* array, const diag::Span& span,
                           std::vector<int32_t>& indices) -> bool {
  if (world_.pool.op(subscript) == Op::Colon) {
    for (int32_t k = 1; k <= size; ++k) indices.push_back(k);
    return true;
  }
  const auto value = TryEvaluate(subscript);
  if (!value) {
    for (const ExprId id : walker_.Postorder(subscript)) {
      const Op op = world_.pool.op(id);
      if (op == Op::Iterator || op == Op::Local) needs_unrolling_ = true;
    }
    if (needs_unrolling_) return false;
    return Evaluate(subscript, span).has_value();
  }
  if (!value->is_array) {
    indices.push_back(static_cast<int32_t>(value->integer + (value->kind == Kind::Boolean ? 1 : 0)));
  } else {
    for (const flat::Value& element : value->elements())
      indices.push_back(static_cast<int32_t>(element.integer));
  }
  for (const int32_t index : indices) {
    if (index < 1 || index > size) {
      emitter_.Emit(span, SubscriptBeyond, index, size, instances_.NameOf(array));
      return false;
    }
  }
  return true;
}

// The elements of an array of components that subscripts select, and the dimensions that stay.
auto Elaborator::SelectElements(Component* component, NodeRef subscripts, Scope& scope,
                                std::vector<Component*>& selected, std::vector<int32_t>& dims) -> bool {
  const std::vector<Component*>& all = Elements(component);
  if (component->dims_progress != Progress::Done) return false;
  const std::vector<int32_t> sizes = component->dims;
  std::vector<ExprId> list;
  if (subscripts.has_value()) list = SubscriptsOf(subscripts, sizes, Pool::kError, scope);
  if (std::ranges::count(list, Pool::kError) > 0) return false;
  const diag::Span span = subscripts.has_value() ? program_.SpanOf(subscripts) : diag::Span{};
  if (list.size() > sizes.size()) {
    emitter_.Emit(span, NoSubscripts, instances_.NameOf(component), sizes.size(), list.size());
    return false;
  }
  std::vector<size_t> positions = {0};
  for (size_t d = 0; d < sizes.size(); ++d) {
    std::vector<int32_t> indices;
    const ExprId subscript = d < list.size() ? list[d] : world_.pool.Colon();
    if (!IndicesOf(subscript, sizes[d], component, span, indices)) return false;
    const bool stays =
        world_.pool.op(subscript) == Op::Colon || world_.pool[subscript].shape != expr::kScalar;
    if (stays) dims.push_back(static_cast<int32_t>(indices.size()));
    std::vector<size_t> next;
    for (const size_t position : positions) {
      for (const int32_t index : indices)
        next.push_back(position * static_cast<size_t>(sizes[d]) + static_cast<size_t>(index - 1));
    }
    positions = std::move(next);
  }
  for (const size_t position : positions) selected.push_back(all[position]);
  return true;
}

// A dimension that an enumeration or Boolean gives is indexed by its values.
void Elaborator::CheckIndexTypes(const Component* component, NodeRef subscripts,
                                 std::span<const ExprId> list) {
  NodeRef at = subscripts.child();
  for (size_t d = 0; d < list.size() && d < component->dim_types.size(); ++d, at = at.next()) {
    const Type& wanted = component->dim_types[d];
    if (list[d] == Pool::kError || world_.pool.op(list[d]) == Op::Colon) continue;
    const Type given = world_.pool.type(list[d]);
    if (given.kind == wanted.kind && given.detail == wanted.detail) continue;
    emitter_.Emit(program_.SpanOf(at), DimensionIndex, instances_.NameOf(component), d + 1,
                  typing_.TypeText(wanted), typing_.TypeText(given));
  }
}

auto Elaborator::ReferenceFrom(Component* component, NodeRef part, Scope& scope) -> ExprId {
  const NodeRef next = part.next();
  // An inner component may have more than the class of the outer one lets see.
  if (component->Has(kOuter) && next.has_value() && instances_.ResolveType(component) &&
      component->builtin == nullptr &&
      !instances_.FindInInst(instances_.Self(component->type), program_.NameOf(next)).has_value()) {
    emitter_.Emit(program_.SpanOf(next), UnknownMember, std::string(part.token_text()),
                  std::string(next.token_text()));
    return Pool::kError;
  }
  component = instances_.Resolved(component);
  const NodeRef subscripts = part.Find(NodeKind::Subscripts);
  if (!instances_.ResolveType(component)) return Pool::kError;
  if (component->condition.has_value()) {
    emitter_.Emit(program_.SpanOf(part), ConditionalUsed, instances_.NameOf(component));
    return Pool::kError;
  }
  const bool is_plain = component->builtin != nullptr || IsFunctionVariable(component);
  if (is_plain || (!next.has_value() && !subscripts.has_value())) {
    const ExprId whole = Reference(component, program_.SpanOf(part));
    if (subscripts.has_value() && whole != Pool::kError &&
        std::ranges::any_of(component->dim_types, [](const Type& t) { return t.kind != Kind::Integer; }))
      CheckIndexTypes(component, subscripts, SubscriptsOf(subscripts, component->dims, whole, scope));
    return FieldsOf(whole, part, scope);
  }
  if (!EnsureDims(component)) return Pool::kError;
  if (component->dims.empty()) {
    if (subscripts.has_value()) {
      emitter_.Emit(program_.SpanOf(subscripts), NoSubscripts, instances_.NameOf(component), size_t{0},
                    size_t{subscripts.n_children()});
      return Pool::kError;
    }
    if (!next.has_value()) return Reference(component, program_.SpanOf(part));
    Inst* inst = instances_.InstOf(component);
    if (inst == nullptr) return Pool::kError;
    const Found found = instances_.FindInInst(inst, program_.NameOf(next));
    if (found.is_protected) {
      emitter_.Emit(program_.SpanOf(next), ProtectedElement, std::string(next.token_text()),
                    instances_.NameOf(component));
      return Pool::kError;
    }
    if (found.component != nullptr) return ReferenceFrom(found.component, next, scope);
    if (found.cls != nullptr) return ReferenceInClass(found.cls, next, scope, next);
    std::vector<std::string> known;
    instances_.ForEachElement(inst, [&](Inst* owner, uint32_t k) {
      known.emplace_back(world_.names[owner->shape->elements[k].name]);
    });
    const std::string nearest = base::Nearest(std::string(next.token_text()), known);
    auto builder = emitter_.Emit(program_.SpanOf(next), UnknownMember, instances_.NameOf(component),
                                 std::string(next.token_text()));
    if (!nearest.empty()) builder.Note({}, PerhapsMember, nearest);
    return Pool::kError;
  }
  std::vector<Component*> selected;
  std::vector<int32_t> dims;
  const bool needed = std::exchange(needs_unrolling_, false);
  if (!SelectElements(component, subscripts, scope, selected, dims)) {
    // The array of a constant is a value that any subscript may select from.
    const bool is_constant = component->Has(kConstant) || Whole(component->parent)->component == nullptr;
    if (!needs_unrolling_ || !is_constant) return Pool::kError;
    needs_unrolling_ = needed;
    return FieldsOf(Reference(component, program_.SpanOf(part)), part, scope);
  }
  needs_unrolling_ = needed;
  std::vector<ExprId> values;
  for (Component* element : selected) {
    if (!next.has_value()) {
      values.push_back(Reference(element, program_.SpanOf(part)));
    } else {
      Inst* inst = instances_.InstOf(element);
      if (inst == nullptr) return Pool::kError;
      const Found found = instances_.FindInInst(inst, program_.NameOf(next));
      if (found.component == nullptr) {
        emitter_.Emit(program_.SpanOf(next), UnknownMember, instances_.NameOf(component),
                      std::string(next.token_text()));
        return Pool::kError;
      }
      values.push_back(ReferenceFrom(found.component, next, scope));
    }
    if (values.back() == Pool::kError) return Pool::kError;
  }
  if (dims.empty()) return values[0];
  if (values.empty()) {
    const Type type = TypeOfAbsent(component, next, dims);
    return world_.pool.Typed(Op::Array, type, std::span<const ExprId>());
  }
  while (dims.size() > 1) {
    const auto n = static_cast<size_t>(dims.back());
    std::vector<ExprId> rows;
    for (size_t k = 0; n > 0 && k < values.size(); k += n)
      rows.push_back(typing_.Array(std::span(values).subspan(k, n), program_.SpanOf(part)));
    values = std::move(rows);
    dims.pop_back();
  }
  return typing_.Array(values, program_.SpanOf(part));
}

// What `rest` would be in the elements of an array that has none: the class alone tells. `dims` are those of
// the array.
auto Elaborator::TypeOfAbsent(Component* component, NodeRef rest, std::vector<int32_t> dims) -> Type {
  Component* at = component;
  for (NodeRef part = rest; part.has_value() && at != nullptr; part = part.next()) {
    Inst* inst = instances_.InstOf(at);
    at = inst != nullptr ? instances_.FindInInst(inst, program_.NameOf(part)).component : nullptr;
    if (at != nullptr) at = instances_.Resolved(at);
    if (at == nullptr || !instances_.ResolveType(at) || !EnsureDims(at)) break;
    const NodeRef subscripts = part.Find(NodeKind::Subscripts);
    NodeRef subscript = subscripts.has_value() ? subscripts.child() : subscripts;
    for (const int32_t dim : at->dims) {
      const bool is_chosen = subscript.has_value() && !subscript.Is(NodeKind::Colon);
      if (!is_chosen) dims.push_back(dim);
      if (subscript.has_value()) subscript = subscript.next();
    }
  }
  Type type;
  const bool has_type = at != nullptr && instances_.ResolveType(at) &&
                        (at->builtin != nullptr || at->type->shape->restriction == Restriction::Record);
  if (const auto known = has_type ? TypeOf(at) : std::nullopt)
    type = {known->kind, type.shape, known->detail};
  type.shape = world_.pool.shapes().Make(dims);
  return type;
}

auto Elaborator::Resolve(NodeRef ref, Scope& scope, Targets& targets) -> bool {
  const NodeRef first = ref.child();
  const Found found = FirstOf(ref, program_.NameOf(first), scope);
  if (found.component == nullptr) {
    ReportUnknownName(first, scope.inst);
    return false;
  }
  targets.first = found.component;
  return ResolveFrom(found.component, first, scope, targets, true);
}

auto Elaborator::ResolveFrom(Component* component, NodeRef part, Scope& scope, Targets& targets,
                             bool is_first) -> bool {
  component = instances_.Resolved(component);
  if (!IsPresent(component)) {
    targets.is_absent = true;
    return true;
  }
  if (!instances_.ResolveType(component) || !EnsureDims(component)) return false;
  const NodeRef next = part.next();
  const NodeRef subscripts = part.Find(NodeKind::Subscripts);
  if (component->is_growing) {
    if (const auto sizes = subscripts.has_value()
                               ? SizesFor(instances_.NameOf(component), subscripts, {}, scope)
                               : std::nullopt)
      Grow(component, *sizes);
    if (!subscripts.has_value() && !next.has_value()) targets.growing = component;
  }
  if (component->builtin != nullptr) {
    if (next.has_value()) {
      emitter_.Emit(program_.SpanOf(next), UnknownMember, instances_.NameOf(component),
                    std::string(next.token_text()));
      return false;
    }
    std::vector<ExprId> list;
    if (subscripts.has_value()) list = SubscriptsOf(subscripts, component->dims, Pool::kError, scope);
    if (list.size() > component->dims.size()) {
      emitter_.Emit(program_.SpanOf(part), NoSubscripts, instances_.NameOf(component), component->dims.size(),
                    list.size());
      return false;
    }
    std::vector<std::vector<int32_t>> points = {{}};
    for (size_t d = 0; d < component->dims.size(); ++d) {
      std::vector<int32_t> indices;
      const ExprId subscript = d < list.size() ? list[d] : world_.pool.Colon();
      if (subscript == Pool::kError ||
          !IndicesOf(subscript, component->dims[d], component, program_.SpanOf(part), indices))
        return false;
      if (world_.pool.op(subscript) == Op::Colon || world_.pool[subscript].shape != expr::kScalar)
        targets.dims.push_back(static_cast<int32_t>(indices.size()));
      std::vector<std::vector<int32_t>> longer;
      for (const auto& point : points) {
        for (const int32_t index : indices) {
          longer.push_back(point);
          longer.back().push_back(index);
        }
      }
      points = std::move(longer);
    }
    for (auto& point : points) targets.list.push_back({component, std::move(point)});
    return true;
  }
  std::vector<Component*> selected;
  if (component->dims.empty()) {
    if (subscripts.has_value()) {
      emitter_.Emit(program_.SpanOf(subscripts), NoSubscripts, instances_.NameOf(component), size_t{0},
                    size_t{subscripts.n_children()});
      return false;
    }
    selected.push_back(component);
  } else if (!SelectElements(component, subscripts, scope, selected, targets.dims)) {
    return false;
  }
  const std::vector<int32_t> outer_dims = targets.dims;
  std::vector<int32_t> inner_dims;
  for (Component* element : selected) {
    if (!next.has_value()) {
      targets.list.push_back({element, {}});
      continue;
    }
    Inst* inst = instances_.InstOf(element);
    if (inst == nullptr) return false;
    const Found found = instances_.FindInInst(inst, program_.NameOf(next));
    if (found.component == nullptr && instances_.IsExpandable(element->type)) {
      targets.expandable = inst;
      targets.missing = next;
      return true;
    }
    if (found.component == nullptr) {
      std::vector<std::string> known;
      instances_.ForEachComponent(inst,
                                  [&](Component* member) { known.emplace_back(world_.names[member->name]); });
      const std::string nearest = base::Nearest(std::string(next.token_text()), known);
      auto builder = emitter_.Emit(program_.SpanOf(next), UnknownMember, instances_.NameOf(element),
                                   std::string(next.token_text()));
      if (!nearest.empty()) builder.Note({}, PerhapsMember, nearest);
      return false;
    }
    targets.dims = outer_dims;
    if (!ResolveFrom(found.component, next, scope, targets, false)) return false;
  }
  static_cast<void>(is_first);
  return true;
}

}  // namespace kerf::modelica
