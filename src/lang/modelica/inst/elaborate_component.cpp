// Presence, bindings, attributes and values of components.
#include <algorithm>

#include "base/next_index.h"
#include "flat/given_value.h"
#include "lang/modelica/inst/elaborate.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(TooManyComponents, Error,
          "the array `{}` would have {} components; {} is the limit, which `--max-size` sets", std::string,
          size_t, uint64_t);
KERF_DIAG(ConditionNotKnown, Error, "the condition of `{}` must be known before the run", std::string);
KERF_DIAG(ComponentCondition, Error, "the condition of `{}` must be of type Boolean, not {}", std::string,
          std::string);
KERF_DIAG(TypeCycle, Error, "`{}` would contain itself: its inner component is one that it is part of",
          std::string);
KERF_DIAG(BindingCycle, Error, "the value of `{}` depends on itself", std::string);
KERF_DIAG(ScalarForArray, Error, "a scalar cannot be the value of an array; `fill` makes an array of it");
KERF_DIAG(BindingType, Error, "`{}` is of type {}, but its value is of type {}", std::string, std::string,
          std::string);
KERF_DIAG(SizeOfValueNotKnown, Error, "the size of this value must be known before the run; its type is {}",
          std::string);
KERF_DIAG(NotKnownAtCompileTime, Error, "this must have a value before the run: {}", std::string);
KERF_DIAG(TextAttributeType, Error, "the attribute `{}` of `{}` must be of type String, not {}", std::string,
          std::string, std::string);
KERF_NOTE(WhyUnknown, "{}", std::string);

auto KindOf(BuiltinKind kind) -> Kind {
  switch (kind) {
    case BuiltinKind::Real:        return Kind::Real;
    case BuiltinKind::Integer:     return Kind::Integer;
    case BuiltinKind::Boolean:     return Kind::Boolean;
    case BuiltinKind::String:      return Kind::Text;
    case BuiltinKind::Enumeration: return Kind::Enumeration;
    case BuiltinKind::Clock:       return Kind::Clock;
    case BuiltinKind::Object:      return Kind::Object;
  }
  return Kind::Real;
}

}  // namespace

auto Elaborator::OriginOf(NodeRef node, flat::MadeBy made_by) -> flat::OriginId {
  return world_.origins.Add({program_.SpanOf(node), made_by, {}});
}

auto Elaborator::TryEvaluate(ExprId id) -> std::optional<flat::Value> {
  if (id == Pool::kError) return std::nullopt;
  return interpreter_.Evaluate(id);
}

auto Elaborator::Evaluate(ExprId id, const diag::Span& span) -> std::optional<flat::Value> {
  if (id == Pool::kError) return std::nullopt;
  auto value = interpreter_.Evaluate(id);
  if (!value) emitter_.Emit(span, NotKnownAtCompileTime, WhyNoValue());
  return value;
}

// The statement of a function that the interpreter could not get over; without value if it was in none.
auto Elaborator::PlaceOfFailure() const -> diag::Span {
  const flat::EvaluationError& error = interpreter_.error();
  const bool is_known = error.function.has_value() && error.origin.has_value();
  return is_known ? world_.origins[error.origin].span : diag::Span{};
}

auto Elaborator::WhyNoValue() const -> std::string {
  const flat::EvaluationError& error = interpreter_.error();
  if (!error.var.has_value() || error.var.index >= component_of_var_.size()) return error.text;
  const Component* component = component_of_var_[error.var.index];
  const std::string name = instances_.NameOf(component);
  if (!component->Has(kParameter | kConstant)) return "`" + name + "` is a variable";
  return "`" + name + "` has no value";
}

auto Elaborator::TryEvaluateInteger(ExprId id) -> std::optional<int64_t> {
  if (id == Pool::kError || !id.has_value()) return std::nullopt;
  if (world_.pool.op(id) == Op::Integer) return world_.pool.integer(id);
  const Kind kind = world_.pool[id].kind;
  if ((kind != Kind::Integer && kind != Kind::Enumeration && kind != Kind::Boolean) ||
      world_.pool[id].shape != expr::kScalar)
    return std::nullopt;
  const auto value = interpreter_.Evaluate(id);
  if (!value || value->is_array) return std::nullopt;
  return value->integer;
}

auto Elaborator::Folded(ExprId id) -> ExprId {
  const auto value = TryEvaluate(id);
  return value ? flat::ToExpr(*value, world_) : id;
}

auto Elaborator::IsParameterExpression(ExprId id) -> bool {
  if (id == Pool::kError) return false;
  for (const ExprId node : walker_.Postorder(id)) {
    switch (world_.pool.op(node)) {
      case Op::Var: {
        if (!component_of_var_[world_.pool.var(node).index]->Has(kParameter | kConstant)) return false;
        break;
      }
      case Op::Time:
      case Op::Der:
      case Op::Pre:
      case Op::Initial:
      case Op::Terminal:
      case Op::Sample:
      case Op::Local:    return false;
      default:           break;
    }
  }
  return true;
}

auto Elaborator::IsFunctionVariable(const Component* component) const -> bool {
  return component->local != Component::kNoLocal;
}

auto Elaborator::IsPresent(Component* component) -> bool {
  if (component->presence_progress == Progress::Done) return component->is_present;
  if (component->presence_progress == Progress::InProgress) return true;
  component->presence_progress = Progress::InProgress;
  const NodeRef condition = component->condition;
  if (condition.has_value()) {
    Scope scope{component->condition_scope, {}};
    const ExprId value = Expression(condition.child(), scope);
    const auto known = TryEvaluate(value);
    if (value != Pool::kError &&
        (world_.pool[value].kind != Kind::Boolean || world_.pool[value].shape != expr::kScalar)) {
      emitter_.Emit(program_.SpanOf(condition), ComponentCondition, instances_.NameOf(component),
                    typing_.TypeText(value));
    } else if (known && known->kind == Kind::Boolean) {
      component->is_present = known->boolean();
    } else if (value != Pool::kError) {
      emitter_.Emit(program_.SpanOf(condition), ConditionNotKnown, instances_.NameOf(component))
          .Note({}, WhyUnknown, WhyNoValue());
    }
  }
  component->presence_progress = Progress::Done;
  return component->is_present;
}

// How many elements an array has; nothing, which is told, if they are too many.
auto Elaborator::CountOf(const Component* component) -> std::optional<size_t> {
  constexpr size_t kMost = 1'000'000'000'000'000'000;
  size_t count = 1;
  for (const int32_t dim : component->dims) {
    const auto size = static_cast<size_t>(std::max(dim, 0));
    count = size > 0 && count > kMost / size ? kMost : count * size;
  }
  if (count <= limits_.max_elements) return count;
  emitter_.Emit(program_.SpanOf(component->node), TooManyComponents, instances_.NameOf(component), count,
                limits_.max_elements);
  return std::nullopt;
}

auto Elaborator::Elements(Component* component) -> const std::vector<Component*>& {
  if (component->elements_progress != Progress::NotYet || !EnsureDims(component)) return component->elements;
  component->elements_progress = Progress::Done;
  const auto count = CountOf(component);
  if (!count || !instances_.HasRoom(program_.SpanOf(component->node), instances_.NameOf(component), *count)) {
    component->dims_progress = Progress::Failed;
    return component->elements;
  }
  component->elements.reserve(*count);
  std::vector<int32_t> index(component->dims.size(), 1);
  for (size_t k = 0; k < *count; ++k) {
    component->elements.push_back(instances_.NewElement(component, index));
    base::NextIndex(index, component->dims);
  }
  return component->elements;
}

auto Elaborator::TypeOf(Component* component) -> std::optional<Type> {
  if (!instances_.ResolveType(component) || !EnsureDims(component)) return std::nullopt;
  if (!CountOf(component)) {
    component->dims_progress = Progress::Failed;
    return std::nullopt;
  }
  Type type;
  type.shape = world_.pool.shapes().Make(component->dims);
  if (component->builtin != nullptr) {
    type.kind = KindOf(component->builtin->kind);
    type.detail = component->builtin->detail;
    return type;
  }
  const Restriction restriction = component->type->shape->restriction;
  if (restriction == Restriction::Function) {
    type.kind = Kind::Function;
    return type;
  }
  Inst* inst = nullptr;
  if (component->dims.empty() || IsFunctionVariable(component)) {
    inst = instances_.InstOf(component);
  } else {
    const auto& elements = Elements(component);
    inst = elements.empty() ? instances_.InstOf(component) : instances_.InstOf(elements[0]);
  }
  if (inst == nullptr) return std::nullopt;
  const auto record = RecordOf(inst);
  if (!record) return std::nullopt;
  type.kind = Kind::Record;
  type.detail = *record;
  return type;
}

// An outer component stands for its inner one, which may be what it is part of.
auto Elaborator::RecordOf(Inst* inst) -> std::optional<uint16_t> {
  flat::Record record;
  open_records_.push_back(inst);
  record.name = world_.names.Intern(program_.FullName(inst->shape->cls));
  bool is_good = true;
  instances_.ForEachComponent(inst, [&](Component* field) {
    if (!IsPresent(field)) return;
    Component* const resolved = instances_.Resolved(field);
    const bool is_cycle = resolved != field && instances_.ResolveType(resolved) &&
                          resolved->builtin == nullptr &&
                          std::ranges::count(open_records_, instances_.InstOf(resolved)) > 0;
    if (is_cycle)
      emitter_.Emit(program_.SpanOf(field->node), TypeCycle, std::string(field->node.token_text()));
    const auto type = is_cycle ? std::nullopt : TypeOf(resolved);
    if (!type) {
      is_good = false;
      return;
    }
    record.fields.push_back({field->name, *type});
  });
  open_records_.pop_back();
  if (!is_good) return std::nullopt;
  for (size_t k = 0; k < world_.records.size(); ++k) {
    const flat::Record& other = world_.records[k];
    const auto same = [](const flat::RecordField& x, const flat::RecordField& y) {
      return x.name == y.name && x.type == y.type;
    };
    if (other.name == record.name && std::ranges::equal(other.fields, record.fields, same))
      return static_cast<uint16_t>(k);
  }
  world_.records.push_back(std::move(record));
  const auto detail = static_cast<uint16_t>(world_.records.size() - 1);
  record_class_[detail] = inst->elem;
  return detail;
}

auto Elaborator::VarOf(Component* component) -> VarId {
  if (!component->var.has_value()) {
    component->var = VarId{component_of_var_.size()};
    component_of_var_.push_back(component);
  }
  return component->var;
}

// A scalar in a modifier stands for all elements: with `each`, and as most tools allow also without. Not so
// the value in the declaration of an array.
auto Elaborator::StandsForAll(const Mod& mod) -> bool {
  return mod.is_each || !mod.place.Is(NodeKind::Component);
}

auto Elaborator::ValueOfMod(const Mod& mod, bool& is_each) -> ExprId {
  is_each = mod.is_each;
  Scope scope{mod.scope, {}};
  ExprId value = Expression(mod.expr, scope);
  for (const ValueStep& step : mod.steps) {
    if (value == Pool::kError) return value;
    if (step.index > 0) {
      if (typing_.Dims(value).empty()) {
        if (StandsForAll(mod)) continue;
        emitter_.Emit(program_.SpanOf(mod.expr), ScalarForArray);
        return Pool::kError;
      }
      const std::vector<ExprId> subscript = {world_.pool.Integer(step.index)};
      value = typing_.Subscript(value, subscript, program_.SpanOf(mod.expr));
      continue;
    }
    if (world_.pool[value].kind != Kind::Record) return Pool::kError;
    const flat::Record& record = world_.records[world_.pool[value].detail];
    uint32_t k = 0;
    while (k < record.fields.size() && record.fields[k].name != step.field) ++k;
    if (k == record.fields.size()) return ExprId{};
    value = typing_.Field(value, k);
  }
  return value;
}

auto Elaborator::RawBinding(Component* component) -> ExprId {
  const Mod* mod = component->mod;
  if (mod == nullptr || !mod->has_value()) return {};
  bool is_each = false;
  ExprId value = ValueOfMod(*mod, is_each);
  // A whole record's value without this field.
  while (!value.has_value() && mod->otherwise != nullptr) {
    mod = mod->otherwise;
    if (!mod->has_value()) return {};
    value = ValueOfMod(*mod, is_each);
  }
  return value;
}

auto Elaborator::Binding(Component* component) -> ExprId {
  if (component->binding_progress == Progress::Done) return component->binding;
  if (component->binding_progress == Progress::InProgress) {
    emitter_.Emit(program_.SpanOf(component->node), BindingCycle, instances_.NameOf(component));
    return Pool::kError;
  }
  component->binding_progress = Progress::InProgress;
  ExprId value = RawBinding(component);
  if (value.has_value() && value != Pool::kError) {
    const auto type = TypeOf(component);
    const auto rank = typing_.Dims(value).size();
    if (!type) {
      value = Pool::kError;
    } else if (rank == 0 && !component->dims.empty() && StandsForAll(*component->mod)) {
      Type element = *type;
      element.shape = expr::kScalar;
      const auto converted = typing_.TryConvert(value, element);
      if (converted) {
        std::vector<ExprId> operands = {*converted};
        for (const int32_t dim : component->dims) operands.push_back(world_.pool.Integer(dim));
        value = world_.pool.Typed(Op::Fill, *type, operands);
      }
    }
    if (type && value != Pool::kError && !IsFunctionVariable(component) && HasOpenSize(value)) {
      // Only evaluation tells how large it is.
      const ExprId known = Folded(value);
      if (known == value)
        emitter_.Emit(program_.SpanOf(component->mod->expr), SizeOfValueNotKnown, typing_.TypeText(value));
      value = known == value ? Pool::kError : known;
    }
    if (type && value != Pool::kError) {
      const auto converted = typing_.TryConvert(value, *type);
      if (!converted) {
        auto builder =
            emitter_.Emit(program_.SpanOf(component->mod->expr), BindingType, instances_.NameOf(component),
                          typing_.TypeText(*type), typing_.TypeText(value));
      }
      value = converted.value_or(Pool::kError);
    }
  }
  component->binding = value;
  component->binding_progress = Progress::Done;
  return value;
}

auto Elaborator::HasOpenSize(ExprId id) const -> bool {
  return std::ranges::count(typing_.Dims(id), expr::kUnknownSize) > 0;
}

auto Elaborator::TryValue(VarId var, flat::Value& value) -> bool {
  Component* component = component_of_var_[var.index];
  if (!component->Has(kParameter | kConstant)) return false;
  const flat::Value* known = ValueOf(component);
  if (known == nullptr) return false;
  if (marks_structural_) component->is_structural = true;
  value = *known;
  return true;
}

auto Elaborator::ValueOf(Component* component) -> const flat::Value* {
  if (component->value_progress == Progress::Done) return component->value.get();
  if (component->value_progress == Progress::InProgress) {
    emitter_.Emit(program_.SpanOf(component->node), BindingCycle, instances_.NameOf(component));
    component->value_progress = Progress::Failed;
  }
  if (component->value_progress != Progress::NotYet) return nullptr;
  component->value_progress = Progress::InProgress;
  if (!given_values_.empty() && component->Has(kParameter) && instances_.ResolveType(component) &&
      component->builtin != nullptr) {
    const auto given = given_values_.find(instances_.NameOf(component));
    const auto type = given != given_values_.end() ? TypeOf(component) : std::nullopt;
    std::optional<flat::Value> value;
    // What does not fit is told when the flat model is there.
    if (type && type->shape == expr::kScalar)
      value = flat::TryGivenValue(given->second.text, given->second.number, *type, world_);
    if (value) {
      component->value = std::make_unique<flat::Value>(std::move(*value));
      component->value_progress = Progress::Done;
      return component->value.get();
    }
  }
  ExprId binding;
  if (component->builtin == nullptr && instances_.ResolveType(component) && component->builtin == nullptr) {
    // Records and arrays of them: all their fields.
    binding = Reference(component, program_.SpanOf(component->node));
  } else {
    binding = Binding(component);
    if (!binding.has_value() && component->Has(kParameter)) {
      const ExprId fixed = Attribute(component, "fixed");
      const auto is_fixed = fixed.has_value() ? TryEvaluate(fixed) : std::nullopt;
      const bool is_free = is_fixed && !is_fixed->is_array && !is_fixed->boolean();
      if (!is_free) binding = Attribute(component, "start");
    }
  }
  std::optional<flat::Value> value;
  if (binding.has_value()) value = TryEvaluate(binding);
  if (value && component->value_progress != Progress::Failed) {
    component->value = std::make_unique<flat::Value>(std::move(*value));
    component->value_progress = Progress::Done;
    return component->value.get();
  }
  component->value_progress = Progress::Failed;
  return nullptr;
}

auto Elaborator::Attribute(Component* component, std::string_view name) -> ExprId {
  if (component->mod == nullptr) return {};
  const NameId id = world_.names.Find(name);
  const Mod* mod = id.has_value() ? component->mod->Child(id) : nullptr;
  if (mod == nullptr || !mod->has_value()) return {};
  bool is_each = false;
  return ValueOfMod(*mod, is_each);
}

auto Elaborator::TextAttribute(Component* component, std::string_view name) -> NameId {
  const ExprId value = Attribute(component, name);
  if (!value.has_value() || value == Pool::kError) return {};
  const auto known = TryEvaluate(value);
  if (!known) return {};
  const flat::Value* text = &*known;
  if (known->is_array) {
    const auto& elements = known->elements();
    if (elements.empty()) return {};
    text = &elements[0];
    if (!std::ranges::all_of(elements, [&](const flat::Value& other) { return other == *text; })) return {};
  }
  if (text->kind == Kind::Text) return world_.names.Intern(text->text());
  emitter_.Emit(program_.SpanOf(component->node), TextAttributeType, std::string(name),
                instances_.NameOf(component), typing_.TypeText(value));
  return {};
}

}  // namespace kerf::modelica
