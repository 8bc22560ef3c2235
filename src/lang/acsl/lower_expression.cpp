// Expressions with the types of Fortran: whole numbers stay whole until they meet others.
#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(AcslUndefined, Error, "`{}` has no value: nothing defines it", std::string_view);
KERF_DIAG(AcslNotANumber, Error, "this is not a number");
KERF_DIAG(AcslNotACondition, Error, "a condition is to be logical, such as `x .GE. y`");
KERF_DIAG(AcslShapes, Error, "the sizes of these arrays do not fit together");

}  // namespace

auto Flattener::IsScalar(ExprId value) const -> bool { return pool_.type(value).shape == expr::kScalar; }

auto Flattener::ReportShapes(Span span) -> ExprId {
  emitter_.Emit(span, AcslShapes);
  return Pool::kError;
}

// What the pool refuses without a reason of ours is an operation on arrays that do not fit.
auto Flattener::Lower(NodeId root) -> ExprId {
  for (uint32_t k = program_.nodes[root].first; k <= root.index; ++k) {
    const NodeId id{k};
    lowered_[id] = LowerNode(id);
    if (lowered_[id] == Pool::kError && !Fail()) ReportShapes(program_.nodes[id].span);
  }
  return lowered_[root];
}

auto Flattener::LowerReal(NodeId root) -> ExprId { return ToReal(Lower(root), program_.nodes[root].span); }

auto Flattener::LowerCondition(NodeId root) -> ExprId {
  const ExprId value = Lower(root);
  if (value == Pool::kError) return value;
  if (!IsScalar(value)) return ReportShapes(program_.nodes[root].span);
  return ToKind(value, Kind::Boolean, program_.nodes[root].span);
}

auto Flattener::LowerNode(NodeId id) -> ExprId {
  if (const auto hoisted = hoisted_.find(id); hoisted != hoisted_.end()) {
    const Symbol& symbol = SymbolOf(hoisted->second);
    return symbol.var.has_value() ? Ref(symbol.var) : Pool::kError;
  }
  const Node& node = program_.nodes[id];
  switch (node.kind) {
    case NodeKind::Number:
      if (node.is_integer) return pool_.Integer(static_cast<int64_t>(node.value));
      return pool_.Spelled(node.value, program_.names.lower[node.name]);
    case NodeKind::Logical:   return pool_.Boolean(node.value != 0);
    case NodeKind::Text:      return pool_.Text(model_.world->names.Intern(program_.names.lower[node.name]));
    case NodeKind::Name:      return LowerName(id);
    case NodeKind::Call:      return LowerCall(id);
    case NodeKind::Operation: return LowerOperation(node);
  }
  return Pool::kError;
}

auto Flattener::LowerName(NodeId id) -> ExprId {
  const Node& node = program_.nodes[id];
  if (const auto found = overrides_.find(node.name); found != overrides_.end()) return found->second;
  if (routine_ != nullptr) {
    if (const auto found = locals_.find(node.name); found != locals_.end()) return found->second;
    emitter_.Emit(node.span, AcslUndefined, program_.names.Written(node.name));
    return Pool::kError;
  }
  Symbol& symbol = SymbolOf(node.name);
  if (symbol.role == Role::Time) return pool_.Time();
  if (whole_values_.contains(node.name)) return pool_.Integer(static_cast<int64_t>(fixed_values_[node.name]));
  const bool is_initial = place_ == SectionKind::Initial && symbol.initial_var.has_value();
  const VarId var = is_initial ? symbol.initial_var : symbol.var;
  if (var.has_value()) return Ref(var);
  if (!symbol.is_reported) emitter_.Emit(node.span, AcslUndefined, program_.names.Written(node.name));
  symbol.is_reported = true;
  return Pool::kError;
}

auto Flattener::ToReal(ExprId value, Span span) -> ExprId { return ToKind(value, Kind::Real, span); }

auto Flattener::ToKind(ExprId value, Kind kind, Span span) -> ExprId {
  if (value == Pool::kError || pool_.type(value).kind == kind) return value;
  expr::Type type = pool_.type(value);
  if (kind == Kind::Real && type.kind == Kind::Integer) {
    if (pool_.op(value) == Op::Integer) return pool_.Real(static_cast<double>(pool_.integer(value)));
    type.kind = Kind::Real;
    return pool_.Typed(Op::ToReal, type, {value});
  }
  if (kind == Kind::Integer && type.kind == Kind::Real) {
    if (pool_.IsNumber(value)) return pool_.Integer(static_cast<int64_t>(pool_.number(value)));
    // Towards zero.
    const ExprId whole =
        pool_.Typed(Op::IntegerPart, {Kind::Integer, type.shape, 0}, {pool_.Unary(Op::Abs, value)});
    return pool_.If(pool_.Binary(Op::Less, value, pool_.Real(0)), pool_.Neg(whole), whole);
  }
  if (kind == Kind::Boolean) {
    emitter_.Emit(span, AcslNotACondition);
  } else {
    emitter_.Emit(span, AcslNotANumber);
  }
  return Pool::kError;
}

// Numbers compare as numbers, logical values only for being the same.
auto Flattener::Relate(Op op, ExprId a, ExprId b, Span span) -> ExprId {
  if (!IsScalar(a) || !IsScalar(b)) return ReportShapes(span);
  const Kind kind_a = pool_.type(a).kind;
  const bool is_logical = kind_a == Kind::Boolean && pool_.type(b).kind == Kind::Boolean;
  if (is_logical && (op == Op::Equal || op == Op::NotEqual))
    return pool_.Typed(op, {Kind::Boolean, expr::kScalar, 0}, {a, b});
  const bool is_whole = kind_a == Kind::Integer && pool_.type(b).kind == Kind::Integer;
  if (!is_whole) {
    a = ToReal(a, span);
    b = ToReal(b, span);
  }
  return pool_.Typed(op, {Kind::Boolean, expr::kScalar, 0}, {a, b});
}

auto Flattener::LowerOperation(const Node& node) -> ExprId {
  ExprId a = lowered_[node.operands[0]];
  ExprId b = lowered_[node.operands.back()];
  if (a == Pool::kError || b == Pool::kError) return Pool::kError;
  const Span span_a = program_.nodes[node.operands[0]].span;
  const Span span_b = program_.nodes[node.operands.back()].span;
  switch (group_of(node.op)) {
    case expr::Group::Relation: return Relate(node.op, a, b, node.span);
    case expr::Group::Logic:
      a = ToKind(a, Kind::Boolean, span_a);
      b = ToKind(b, Kind::Boolean, span_b);
      if (!IsScalar(a) || !IsScalar(b)) return ReportShapes(node.span);
      return node.op == Op::Not ? pool_.Unary(Op::Not, a) : pool_.Binary(node.op, a, b);
    default: break;
  }
  const bool is_whole = pool_.type(a).kind == Kind::Integer && pool_.type(b).kind == Kind::Integer;
  if (is_whole && node.op == Op::Div)
    return pool_.Typed(Op::Quotient, {Kind::Integer, expr::kScalar, 0}, {a, b});
  if (!is_whole || node.op == Op::Pow) {
    a = ToReal(a, span_a);
    b = ToReal(b, span_b);
  }
  if (a == Pool::kError || b == Pool::kError) return Pool::kError;
  const ExprId result = node.op == Op::Neg ? pool_.Neg(a) : pool_.Binary(node.op, a, b);
  return result == Pool::kError ? ReportShapes(node.span) : result;
}

}  // namespace kerf::acsl
