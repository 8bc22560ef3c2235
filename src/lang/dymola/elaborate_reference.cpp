// Variables, running indices and subscripts in expressions.
#include <algorithm>

#include "lang/dymola/class_builder.h"
#include "lang/dymola/fold.h"

namespace kerf::dymola {

namespace {

using expr::Op;
using expr::Pool;

KERF_DIAG(NotKnown, Error, "`{}` varies with time; a value may use only parameters and constants",
          std::string_view);
KERF_DIAG(SubscriptNotAffine, Error, "a subscript must be an integer made of numbers and running indices");

}  // namespace

auto ClassBuilder::ReferenceValue(const Node& node) -> Value {
  const auto steps = StepsOf(node.b, node.c);
  if (steps.size() == 1) return NamedValue(node, steps[0]);
  const Place place = FindSubmodel(steps.first(steps.size() - 1));
  if (!place.cls.has_value()) return {};
  const Class& in = elab_[place.cls];
  const auto found = in.var_names.find(elab_.Name(steps.back().name));
  if (found == in.var_names.end()) {
    ReportUnknown(steps.back(), "variable", in.var_names, in);
    return {};
  }
  const uint32_t slot = place.var_offset + in.own_vars + found->second;
  MentionBelow(in.vars[found->second], slot);
  return VariableValue(in.vars[found->second], slot, steps.back(), node.is_index);
}

// A running index, an own variable, `time`, or a truth value, in this order.
auto ClassBuilder::NamedValue(const Node& node, const Step& step) -> Value {
  const NameId name = elab_.Name(step.name);
  for (size_t k = loops_.size(); k > 0; --k) {
    if (loops_[k - 1].name == name) return LoopValue(loops_[k - 1], node.is_index);
  }
  const auto found = cls_.var_names.find(name);
  if (found != cls_.var_names.end()) {
    cls_.vars[found->second].is_used = true;
    return VariableValue(cls_.vars[found->second], OwnSlot(found->second), step, node.is_index);
  }
  // The texts of 1991 write it with a capital.
  const bool is_time = Text(name) == "time" || (Text(name) == "Time" && Is1991(elab_.program));
  const std::string_view text = is_time ? "time" : Text(name);
  if (text == "time" && use_ == Use::Fixed) ReportNotFixed(step.span);
  if (text == "time" && use_ == Use::Known) ReportNotKnown(step, text);
  if (text == "time" && use_ != Use::Equation) return {};
  if (text == "time") return {pool_.Time()};
  if (text == "true" || text == "false")
    return {pool_.Boolean(text == "true"), true, text == "true" ? 1.0 : 0.0};
  ReportUnknown(step, "variable", cls_.var_names, cls_);
  return {};
}

void ClassBuilder::ReportNotKnown(const Step& step, std::string_view name) {
  emitter_.Emit(step.span, NotKnown, name);
}

auto ClassBuilder::LoopValue(const LoopIndex& loop, bool is_index) -> Value {
  if (!loop.is_iterator) return FixedValue(static_cast<double>(loop.value), is_index);
  Value value{pool_.Iterator(loop.position, loop.name)};
  value.affine.holds = true;
  value.affine.coefficients[loop.position] = 1;
  return value;
}

auto ClassBuilder::VariableValue(const ClassVar& var, uint32_t slot, const Step& step, bool is_index)
    -> Value {
  if (var.is_broken) return {};
  if (var.kind == VarKind::Structure) return FixedValue(var.number, is_index);
  const bool is_known = var.kind == VarKind::Parameter || var.kind == VarKind::Constant;
  if (use_ == Use::Known && !is_known) {
    ReportNotKnown(step, Text(var.name));
    return {};
  }
  if (use_ == Use::Fixed && !var.is_fixed) {
    ReportNotFixed(step.span);
    return {};
  }
  if (var.is_fixed && is_index) return FixedValue(var.number, true);
  ExprId id = pool_.Var(expr::VarId{slot}, {expr::Kind::Real, var.shape});
  if (step.has_subscripts) id = Subscripted(id, step);
  Value value{id};
  if (!var.is_fixed || id == Pool::kError) return value;
  value.is_fixed = true;
  value.number = var.number;
  value.affine = AffineOf(var.number);
  return value;
}

auto ClassBuilder::Subscripted(ExprId variable, const Step& step) -> ExprId {
  const expr::ShapeId shape = pool_.type(variable).shape;
  const std::vector<int32_t> dims(pool_.shapes().dims(shape).begin(), pool_.shapes().dims(shape).end());
  if (dims.size() != step.count) {
    ReportSubscriptCount(step, dims.size(), step.count);
    return Pool::kError;
  }
  std::vector<ExprId> operands = {variable};
  for (uint32_t k = 0; k < step.count; ++k) {
    operands.push_back(SubscriptValue(ast_.lists[step.first + k], dims[k], step));
  }
  return pool_.Make(Op::Subscript, operands);
}

auto ClassBuilder::SubscriptValue(uint32_t node, int32_t size, const Step& step) -> ExprId {
  const Value& value = ValueOf(node);
  if (value.expr == Pool::kError || pool_.op(value.expr) == Op::Colon) return value.expr;
  if (!value.affine.holds) {
    emitter_.Emit(ast_.nodes[node].span, SubscriptNotAffine);
    return Pool::kError;
  }
  if (!IsInRange(value.affine, size, step)) return Pool::kError;
  return value.is_fixed ? pool_.Integer(value.affine.constant) : value.expr;
}

// An input or a defaulted variable below that is mentioned here is given from outside its submodel.
void ClassBuilder::MentionBelow(const ClassVar& var, uint32_t slot) {
  if (var.kind == VarKind::Input || var.default_value.has_value()) mentioned_.insert(slot);
}

}  // namespace kerf::dymola
