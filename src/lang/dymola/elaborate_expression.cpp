// Expressions of the syntax to expressions of the pool, node by node in the order in which they stand.
#include <cmath>

#include "lang/dymola/class_builder.h"
#include "lang/dymola/fold.h"

namespace kerf::dymola {

namespace {

using expr::Op;
using expr::Pool;

KERF_DIAG(ShapeMismatch, Error, "{} does not work on the shapes {} and {}", std::string, std::string,
          std::string);
KERF_DIAG(ArrayElements, Error, "the elements of an array must have the same shape, not {} and {}",
          std::string, std::string);
KERF_DIAG(NotNumeric, Error, "a truth value cannot be used as a number");
KERF_DIAG(NotScalarCondition, Error, "a condition must be a scalar, but it has the shape {}", std::string);
KERF_DIAG(NotFixed, Error, "this must be known when the model is compiled");
KERF_NOTE(UseStructure, "use numbers, structure parameters, constants and running indices of unrolled loops");

}  // namespace

auto ClassBuilder::Evaluate(const Expr& expression, Use use) -> Value {
  EvaluateNodes(expression.first, expression.root, use);
  return values_.back();
}

void ClassBuilder::EvaluateNodes(NodeId first, NodeId last, Use use) {
  values_.assign(last.index - first.index + 1, Value{});
  values_first_ = first.index;
  use_ = use;
  for (uint32_t k = first.index; k <= last.index; ++k) ValueOf(k) = EvaluateNode(ast_.nodes[k]);
}

auto ClassBuilder::TryFixed(const Expr& expression) -> std::optional<double> {
  const Value value = Evaluate(expression, Use::Fixed);
  if (value.expr == Pool::kError) return std::nullopt;
  if (value.is_fixed) return value.number;
  ReportNotFixed(ast_[expression.root].span);
  return std::nullopt;
}

void ClassBuilder::ReportNotFixed(const Span& span) { emitter_.Emit(span, NotFixed).Note({}, UseStructure); }

auto ClassBuilder::EvaluateNode(const Node& node) -> Value {
  switch (node.kind) {
    case NodeKind::Error:     return {};
    case NodeKind::Number:    return NumberValue(node);
    case NodeKind::Reference: return ReferenceValue(node);
    case NodeKind::Unary:     return UnaryValue(node);
    case NodeKind::Binary:    return BinaryValue(node);
    case NodeKind::If:        return IfValue(node);
    case NodeKind::Call:      return CallValue(node);
    case NodeKind::Prime:     return {DerivativeOf(ValueOf(node.a).expr, node.b, node.span)};
    case NodeKind::Display:   return DisplayValue(node);
    case NodeKind::Colon:     return {pool_.Colon()};
  }
  return {};
}

auto ClassBuilder::NumberValue(const Node& node) -> Value {
  if (node.is_index) return FixedValue(node.value, true);
  Value value = FixedValue(node.value, false);
  value.expr = pool_.Spelled(node.value, elab_.program.names[NameId{node.a}]);
  return value;
}

auto ClassBuilder::FixedValue(double number, bool is_index) -> Value {
  const Affine affine = AffineOf(number);
  const ExprId id = is_index && affine.holds ? pool_.Integer(affine.constant) : pool_.Real(number);
  return {id, true, number, affine};
}

auto ClassBuilder::IsNumeric(ExprId id, const Span& span) -> bool {
  if (id == Pool::kError) return false;
  if (pool_.type(id).kind != expr::Kind::Boolean) return true;
  emitter_.Emit(span, NotNumeric);
  return false;
}

auto ClassBuilder::ShapeText(expr::ShapeId shape) -> std::string {
  const auto dims = pool_.shapes().dims(shape);
  return dims.empty() ? "scalar" : fmt::format("[{}]", fmt::join(dims, ","));
}

// A bare number is a condition too: it holds if it is not zero.
auto ClassBuilder::AsCondition(ExprId id) -> ExprId {
  if (id == Pool::kError || pool_.type(id).kind == expr::Kind::Boolean) return id;
  return pool_.Binary(Op::NotEqual, id, pool_.Real(0));
}

auto ClassBuilder::UnaryValue(const Node& node) -> Value {
  const Value& x = ValueOf(node.a);
  if (node.op == Op::Not) return LogicValue(node, x, x);
  if (!IsNumeric(x.expr, ast_.nodes[node.a].span)) return {};
  Value value{pool_.Unary(node.op, x.expr), x.is_fixed, -x.number,
              CombineAffine(node.op, x.affine, x.affine)};
  return value;
}

auto ClassBuilder::BinaryValue(const Node& node) -> Value {
  const Value& x = ValueOf(node.a);
  const Value& y = ValueOf(node.b);
  if (expr::group_of(node.op) == expr::Group::Logic) return LogicValue(node, x, y);
  if (x.expr == Pool::kError || y.expr == Pool::kError) return {};
  const bool numeric =
      IsNumeric(x.expr, ast_.nodes[node.a].span) && IsNumeric(y.expr, ast_.nodes[node.b].span);
  if (!numeric) return {};
  Value value{pool_.Binary(node.op, x.expr, y.expr), false, 0, CombineAffine(node.op, x.affine, y.affine)};
  if (value.expr == Pool::kError) {
    const std::string op = fmt::format("`{}`", expr::text_of(node.op));
    emitter_.Emit(node.span, ShapeMismatch, op, ShapeText(pool_.type(x.expr).shape),
                  ShapeText(pool_.type(y.expr).shape));
    return {};
  }
  const auto number = x.is_fixed && y.is_fixed ? TryFold(node.op, x.number, y.number) : std::nullopt;
  if (!number) return value;
  const bool is_relation = expr::group_of(node.op) == expr::Group::Relation;
  // Subscripts are no part of printouts that must show what was written.
  if (node.is_index && !is_relation) return FixedValue(*number, true);
  value.is_fixed = true;
  value.number = *number;
  if (!value.affine.holds) value.affine = AffineOf(*number);
  if (is_relation) value.expr = pool_.Boolean(*number != 0);
  return value;
}

auto ClassBuilder::LogicValue(const Node& node, const Value& x, const Value& y) -> Value {
  if (x.expr == Pool::kError || y.expr == Pool::kError) return {};
  if (x.is_fixed && y.is_fixed) {
    const double number = TryFold(node.op, x.number, y.number).value_or(0);
    return {pool_.Boolean(number != 0), true, number};
  }
  const ExprId a = AsCondition(x.expr);
  if (node.op == Op::Not) return {pool_.Unary(node.op, a)};
  return {pool_.Binary(node.op, a, AsCondition(y.expr))};
}

auto ClassBuilder::IfValue(const Node& node) -> Value {
  const Value& condition = ValueOf(node.a);
  const Value& yes = ValueOf(node.b);
  const Value& no = ValueOf(node.c);
  if (condition.expr == Pool::kError || yes.expr == Pool::kError || no.expr == Pool::kError) return {};
  const expr::ShapeId shape = pool_.type(condition.expr).shape;
  if (shape != expr::kScalar) {
    emitter_.Emit(ast_.nodes[node.a].span, NotScalarCondition, ShapeText(shape));
    return {};
  }
  if (condition.is_fixed && expr::group_of(pool_.op(condition.expr)) == expr::Group::Leaf && yes.is_fixed &&
      no.is_fixed) {
    return condition.number != 0 ? yes : no;
  }
  const ExprId id = pool_.If(condition.expr, yes.expr, no.expr);
  if (id != Pool::kError) return {id};
  emitter_.Emit(node.span, ShapeMismatch, "`if`", ShapeText(pool_.type(yes.expr).shape),
                ShapeText(pool_.type(no.expr).shape));
  return {};
}

// One row is a vector, several are a matrix.
auto ClassBuilder::DisplayValue(const Node& node) -> Value {
  std::vector<ExprId> elements;
  for (uint32_t k = 0; k < node.c; ++k) {
    const uint32_t element = ast_.lists[node.b + k];
    const ExprId id = ValueOf(element).expr;
    if (!IsNumeric(id, ast_.nodes[element].span)) return {};
    const expr::ShapeId shape = pool_.type(id).shape;
    if (k > 0 && shape != pool_.type(elements[0]).shape) {
      emitter_.Emit(ast_.nodes[element].span, ArrayElements, ShapeText(pool_.type(elements[0]).shape),
                    ShapeText(shape));
      return {};
    }
    elements.push_back(id);
  }
  if (node.a == 1) return {pool_.Make(Op::Array, elements)};
  std::vector<ExprId> rows;
  const size_t length = elements.size() / node.a;
  for (size_t k = 0; k < node.a; ++k) {
    rows.push_back(pool_.Make(Op::Array, std::span<const ExprId>(elements).subspan(k * length, length)));
  }
  return {pool_.Make(Op::Array, rows)};
}

}  // namespace kerf::dymola
