// See unit_model.h.
#include "lang/cosy/unit_model.h"

#include "lang/cosy/functions.h"

namespace kerf::cosy {

using expr::Kind;
using expr::Op;

void UnitModel::Assign(const Symbol& target, NodeId value, const Scope& scope, Span span) {
  if (KindOf(target.type) == Kind::Boolean) return Condition(value, scope, span);
  flat::Equation equation;
  equation.lhs = Of(target);
  equation.rhs = Lower(value, scope);
  equation.owner = base::PathStore::kRoot;
  equation.origin = OriginAt(span);
  model_->equations.Add(equation);
}

void UnitModel::Condition(NodeId condition, const Scope& scope, Span span) {
  flat::Assertion assertion;
  assertion.condition = Lower(condition, scope);
  assertion.owner = base::PathStore::kRoot;
  assertion.origin = OriginAt(span);
  model_->assertions.push_back(assertion);
}

auto UnitModel::Take() -> std::unique_ptr<flat::Model> {
  if (!has_units_) model_.reset();
  return std::move(model_);
}

auto UnitModel::Lower(NodeId root, const Scope& scope) -> ExprId {
  for (uint32_t k = program_.nodes[root].first; k <= root.index; ++k)
    lowered_[NodeId{k}] = LowerNode(program_.nodes[NodeId{k}], scope);
  return lowered_[root];
}

auto UnitModel::LowerNode(const Node& node, const Scope& scope) -> ExprId {
  expr::Pool& pool = model_->world->pool;
  switch (node.kind) {
    case NodeKind::Number:  return pool.Spelled(node.value, program_.names.lower[node.name]);
    case NodeKind::Logical: return pool.Boolean(node.value != 0);
    case NodeKind::Name:
    case NodeKind::Element: {
      const Symbol* symbol = scope.Find(node.name);
      if (symbol == nullptr) return program_.names.lower[node.name] == "time" ? pool.Time() : Open(false);
      return Of(*symbol);
    }
    case NodeKind::Attribute: {
      const Symbol* symbol = scope.Find(node.field);
      return symbol == nullptr ? Open(false) : Of(*symbol);
    }
    case NodeKind::Call:       return LowerCall(node, scope);
    case NodeKind::Operation:  return LowerOperation(node);
    case NodeKind::Derivative:
    case NodeKind::Text:       break;
  }
  return Open(false);
}

auto UnitModel::LowerCall(const Node& node, const Scope& scope) -> ExprId {
  expr::Pool& pool = model_->world->pool;
  const Symbol* symbol = scope.Find(node.name);
  const Intrinsic* intrinsic = FindIntrinsic(program_.names.lower[node.name]);
  if (symbol != nullptr || intrinsic == nullptr || node.operands.size() != intrinsic->n_arguments)
    return Open(false);
  const ExprId x = lowered_[node.operands[0]];
  const ExprId y = lowered_[node.operands.back()];
  if (pool.type(x).kind != Kind::Real || pool.type(y).kind != Kind::Real) return Open(false);
  if (intrinsic->op == Op::Error) return x;
  if (intrinsic->op == Op::IntegerPart) return pool.Unary(Op::Floor, x);
  return intrinsic->n_arguments == 1 ? pool.Unary(intrinsic->op, x) : pool.Binary(intrinsic->op, x, y);
}

auto UnitModel::LowerOperation(const Node& node) -> ExprId {
  expr::Pool& pool = model_->world->pool;
  const ExprId a = lowered_[node.operands[0]];
  const ExprId b = lowered_[node.operands.back()];
  const bool is_logic = group_of(node.op) == expr::Group::Logic;
  const bool is_relation = group_of(node.op) == expr::Group::Relation;
  const bool is_truth = pool.type(a).kind == Kind::Boolean || pool.type(b).kind == Kind::Boolean;
  // Functions that are not followed may give truth values.
  if (is_truth != is_logic) return Open(is_logic || is_relation);
  if (is_relation) return pool.Typed(node.op, {Kind::Boolean, expr::kScalar, 0}, {a, b});
  return node.operands.size() == 1 ? pool.Unary(node.op, a) : pool.Binary(node.op, a, b);
}

auto UnitModel::Of(const Symbol& symbol) -> ExprId {
  expr::Pool& pool = model_->world->pool;
  const bool is_truth = KindOf(symbol.type) == Kind::Boolean;
  if (symbol.kind == SymbolKind::Constant)
    return is_truth ? pool.Boolean(symbol.value != 0) : pool.Real(symbol.value);
  const auto [found, is_new] = symbols_.try_emplace(&symbol, ExprId{});
  if (is_new) found->second = AddVar(symbol.name, symbol.unit, is_truth, symbol.span);
  return found->second;
}

auto UnitModel::Open(bool is_truth) -> ExprId {
  const auto [found, is_new] = open_.try_emplace(is_truth, ExprId{});
  if (is_new) found->second = AddVar(is_truth ? "a condition" : "a value", {}, is_truth, {});
  return found->second;
}

auto UnitModel::AddVar(std::string_view name, NameId unit, bool is_truth, Span span) -> ExprId {
  flat::World& world = *model_->world;
  flat::Var var;
  var.path = world.paths.Child(base::PathStore::kRoot, world.names.Intern(name));
  var.type = {is_truth ? Kind::Boolean : Kind::Real, expr::kScalar, 0};
  // What one assignment gives is not what the variable always has: only declared units count.
  var.variability = flat::Variability::Parameter;
  var.origin = OriginAt(span);
  if (unit.has_value()) {
    flat::Attributes attributes;
    attributes.unit = world.names.Intern(program_.names.lower[unit]);
    var.attributes = model_->attributes.Add(attributes);
    has_units_ = true;
  }
  return world.pool.Var(model_->vars.Add(var), var.type);
}

auto UnitModel::OriginAt(Span span) -> flat::OriginId {
  return model_->world->origins.Add({span, flat::MadeBy::Source, {}});
}

}  // namespace kerf::cosy
