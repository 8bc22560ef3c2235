// Bindings, start values in their place, and what the user gives.
#include "transform/flat_values.h"

namespace kerf::transform {

using flat::Value;
using flat::VarId;

auto FlatValues::IsFree(VarId id) -> bool {
  const flat::Var& var = model_.vars[id];
  if (var.variability != flat::Variability::Parameter || !var.attributes.has_value()) return false;
  const flat::ExprId fixed = model_.attributes[var.attributes].fixed_value;
  if (!fixed.has_value()) return false;
  const auto value = interpreter_.Evaluate(fixed);
  if (!value) return false;
  if (!value->is_array) return !value->boolean();
  return !value->elements().empty() && !value->elements()[0].boolean();
}

auto FlatValues::TryValue(VarId id, Value& value) -> bool {
  if (depth_ == 0) NoteUse(id);
  return TryLook(id, value);
}

auto FlatValues::TryLook(VarId id, Value& value) -> bool {
  State& state = states_[id.index];
  if (state == State::Unasked) {
    state = State::Asked;
    ++depth_;
    auto found = Evaluate(id);
    --depth_;
    state = found ? State::Known : State::None;
    if (found) values_.emplace(id, std::move(*found));
  }
  if (state != State::Known) return false;
  value = values_.at(id);
  return true;
}

auto FlatValues::Evaluate(VarId id) -> std::optional<Value> {
  const flat::Var& var = model_.vars[id];
  const bool is_known = var.variability == flat::Variability::Parameter ||
                        var.variability == flat::Variability::Constant || var.type.kind == expr::Kind::Object;
  if (!is_known) return std::nullopt;
  flat::ExprId source = var.binding;
  if (!source.has_value() && IsFree(id)) return std::nullopt;
  // A parameter without value takes its start value.
  if (!source.has_value() && var.attributes.has_value()) source = model_.attributes[var.attributes].start;
  std::optional<Value> value;
  if (source.has_value()) value = interpreter_.Evaluate(source);
  const auto dims = model_.world->pool.shapes().dims(var.type.shape);
  if (!value && overrides_.contains(id) && dims.empty()) value = flat::DefaultValue(var.type, *model_.world);
  if (!value) return std::nullopt;
  if (!value->is_array && !dims.empty()) value = flat::Filled(*value, {dims.begin(), dims.end()});
  if (value->kind != var.type.kind) ConvertKind(*value, var.type.kind, var.type.detail);
  Apply(id, *value);
  return value;
}

void FlatValues::Apply(VarId id, Value& value) const {
  const auto found = overrides_.find(id);
  if (found == overrides_.end()) return;
  const auto set = [](Value& scalar, double number) {
    if (scalar.kind == expr::Kind::Real) {
      scalar.real = number;
    } else {
      scalar.integer = static_cast<int64_t>(number);
    }
  };
  for (const OverriddenElement& given : found->second) {
    if (!value.is_array) {
      set(value, given.value);
    } else if (given.element < value.elements().size()) {
      set(value.MutableElements()[given.element], given.value);
    }
  }
}

}  // namespace kerf::transform
