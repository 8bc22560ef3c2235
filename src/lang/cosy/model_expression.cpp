// Expressions of equations. Whole numbers stay whole until they meet others.
#include <cmath>

#include "lang/cosy/model_builder.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(CosyNotANumber, Error, "this is not a number");
KERF_DIAG(CosyNotACondition, Error, "a condition is to be true or false, such as `X > 1.0`");
KERF_DIAG(CosyNoArray, Error, "`{}` is no array", std::string);
KERF_DIAG(CosyWholeArray, Error, "`{}` is an array; an equation is about one of its elements", std::string);
KERF_DIAG(CosySubscript, Error, "`{}` has elements 1 to {}, but no element {}", std::string, uint32_t,
          double);
KERF_DIAG(CosyDerivativeHere, Error, "only a variable has a derivative");
KERF_DIAG(CosyNotInModel, Error, "this has no meaning in an equation");

}  // namespace

auto ModelBuilder::Lower(NodeId root, const Scope& scope) -> ExprId {
  FindArrays(root);
  for (uint32_t k = program_.nodes[root].first; k <= root.index; ++k) {
    // Subscripts are evaluated where they stand.
    lowered_[NodeId{k}] = LowerNode(NodeId{k}, scope);
  }
  return lowered_[root];
}

auto ModelBuilder::LowerReal(NodeId root, const Scope& scope) -> ExprId {
  return ToKind(Lower(root, scope), Kind::Real, program_.nodes[root].span);
}

auto ModelBuilder::LowerCondition(NodeId root, const Scope& scope) -> ExprId {
  return ToKind(Lower(root, scope), Kind::Boolean, program_.nodes[root].span);
}

auto ModelBuilder::LowerNode(NodeId id, const Scope& scope) -> ExprId {
  const Node& node = program_.nodes[id];
  switch (node.kind) {
    case NodeKind::Number:
      if (node.is_integer && std::abs(node.value) < 1e15)
        return pool_.Integer(static_cast<int64_t>(node.value));
      return pool_.Spelled(node.value, program_.names.lower[node.name]);
    case NodeKind::Logical:    return pool_.Boolean(node.value != 0);
    case NodeKind::Name:       return whole_arrays_.contains(id) ? LowerWhole(node, scope) : LowerName(node, scope);
    case NodeKind::Element:    return LowerElement(node, scope);
    case NodeKind::Call:       return LowerCall(node, scope);
    case NodeKind::Operation:  return LowerOperation(node);
    case NodeKind::Derivative: {
      const ExprId inner = lowered_[node.operands[0]];
      if (inner == Pool::kError) return inner;
      if (is_following_) {
        const auto place = PlaceOf(id, scope);
        const ExprId known = place ? KnownValue(*place, node.span) : ExprId{};
        if (known.has_value()) return known;
      }
      if (pool_.op(inner) == Op::Var || pool_.op(inner) == Op::Subscript || pool_.op(inner) == Op::Der)
        return pool_.Typed(Op::Der, pool_.type(inner), {inner});
      emitter_.Emit(node.span, CosyDerivativeHere);
      return Pool::kError;
    }
    case NodeKind::Text:
    case NodeKind::Attribute: break;
  }
  emitter_.Emit(node.span, CosyNotInModel);
  return Pool::kError;
}

auto ModelBuilder::LowerName(const Node& node, const Scope& scope) -> ExprId {
  Symbol* symbol = scope.Find(node.name);
  if (symbol == nullptr && translator_.Lower(node.name) == "time")
    return function_ == nullptr ? pool_.Time() : RefuseInFunction(node.span);
  if (symbol == nullptr && point_ >= 0 && translator_.Lower(node.name) == "xpos")
    return pool_.Real(lower_ + spacing_ * point_);
  if (symbol == nullptr) symbol = translator_.Resolve(scope, node.name, node.span);
  if (symbol == nullptr) return Pool::kError;
  if (symbol->kind == SymbolKind::Constant) {
    if (symbol->type == Tok::Boolean) return pool_.Boolean(symbol->value != 0);
    if (symbol->type == Tok::Integer) return pool_.Integer(static_cast<int64_t>(symbol->value));
    return pool_.Real(symbol->value);
  }
  // In the equations of a field an array means its element at the point at work.
  if (symbol->is_array && point_ >= 0 && static_cast<int>(symbol->size) == n_line_)
    return LineValue(*symbol, point_);
  if (symbol->is_array) {
    emitter_.Emit(node.span, CosyWholeArray, symbol->name);
    return Pool::kError;
  }
  if (const ExprId known = KnownValue({symbol, 0, false}, node.span); known.has_value()) return known;
  if (symbol->kind == SymbolKind::Local) return LocalOf(*symbol);
  if (symbol->is_of_submodel && function_ != nullptr) return RefuseInFunction(node.span);
  if (symbol->is_of_submodel && copyable_ == nullptr) return LowerSubmodel(*symbol);
  const VarId var = VarOf(*symbol, node.span);
  return var.has_value() ? TruthOf(*symbol, Ref(var)) : Pool::kError;
}

// An array that a function takes.
auto ModelBuilder::LowerWhole(const Node& node, const Scope& scope) -> ExprId {
  const Symbol* symbol = translator_.Resolve(scope, node.name, node.span);
  if (symbol == nullptr) return Pool::kError;
  if (!symbol->is_array) {
    emitter_.Emit(node.span, CosyNoArray, symbol->name);
    return Pool::kError;
  }
  if (is_following_) {
    std::vector<ExprId> elements;
    for (uint32_t k = 1; k <= symbol->size; ++k) {
      ExprId element = KnownValue({symbol, k, false}, node.span);
      if (element == Pool::kError) return element;
      if (!element.has_value()) {
        const VarId var = VarOf(*symbol, node.span);
        if (!var.has_value()) return Pool::kError;
        element = ElementOf(Ref(var), pool_.Integer(k));
      }
      elements.push_back(element);
    }
    return pool_.Make(Op::Array, elements);
  }
  if (symbol->kind == SymbolKind::Local) return LocalOf(*symbol);
  const VarId var = VarOf(*symbol, node.span);
  return var.has_value() ? Ref(var) : Pool::kError;
}

// A truth value that the program gives is a number in the model.
auto ModelBuilder::TruthOf(const Symbol& symbol, ExprId value) -> ExprId {
  const bool is_truth = symbol.type == Tok::Boolean || symbol.type == Tok::Logic;
  return is_truth ? pool_.Binary(Op::Greater, value, pool_.Real(0.5)) : value;
}

auto ModelBuilder::LowerElement(const Node& node, const Scope& scope) -> ExprId {
  const Symbol* symbol = translator_.Resolve(scope, node.name, node.span);
  if (symbol == nullptr) return Pool::kError;
  if (!symbol->is_array || node.operands.size() != 1) {
    emitter_.Emit(node.span, CosyNoArray, symbol->name);
    return Pool::kError;
  }
  if (is_following_) {
    const auto subscript = Subscript(node, *symbol, scope);
    if (!subscript) return Pool::kError;
    const ExprId known = KnownValue({symbol, *subscript, false}, node.span);
    if (known.has_value()) return known;
    const VarId var = VarOf(*symbol, node.span);
    return var.has_value() ? TruthOf(*symbol, ElementOf(Ref(var), pool_.Integer(*subscript))) : Pool::kError;
  }
  if (symbol->kind == SymbolKind::Local) {
    const ExprId place = ToKind(lowered_[node.operands[0]], Kind::Real, node.span);
    if (place == Pool::kError) return place;
    const ExprId element =
        ElementOf(LocalOf(*symbol), pool_.Typed(Op::IntegerPart, {Kind::Integer, expr::kScalar, 0}, {place}));
    return element;
  }
  const double subscript = translator_.Constant(node.operands[0], scope);
  if (subscript != std::floor(subscript) || subscript < 1 || subscript > symbol->size) {
    emitter_.Emit(node.span, CosySubscript, symbol->name, symbol->size, subscript);
    return Pool::kError;
  }
  const VarId var = VarOf(*symbol, node.span);
  if (!var.has_value()) return Pool::kError;
  return TruthOf(*symbol, ElementOf(Ref(var), pool_.Integer(static_cast<int64_t>(subscript))));
}

auto ModelBuilder::ToKind(ExprId value, Kind kind, Span span) -> ExprId {
  if (value == Pool::kError || pool_.type(value).kind == kind) return value;
  if (kind == Kind::Real && pool_.type(value).kind == Kind::Integer) {
    if (pool_.op(value) == Op::Integer) return pool_.Real(static_cast<double>(pool_.integer(value)));
    return pool_.Typed(Op::ToReal, {Kind::Real, expr::kScalar, 0}, {value});
  }
  if (kind == Kind::Boolean) {
    emitter_.Emit(span, CosyNotACondition);
  } else {
    emitter_.Emit(span, CosyNotANumber);
  }
  return Pool::kError;
}

auto ModelBuilder::LowerOperation(const Node& node) -> ExprId {
  ExprId a = lowered_[node.operands[0]];
  ExprId b = lowered_[node.operands.back()];
  if (a == Pool::kError || b == Pool::kError) return Pool::kError;
  const Span span_a = program_.nodes[node.operands[0]].span;
  const Span span_b = program_.nodes[node.operands.back()].span;
  const Kind kind_a = pool_.type(a).kind;
  const Kind kind_b = pool_.type(b).kind;
  const expr::Type truth{Kind::Boolean, expr::kScalar, 0};
  const bool is_whole = kind_a == Kind::Integer && kind_b == Kind::Integer;
  if (group_of(node.op) == expr::Group::Logic) {
    a = ToKind(a, Kind::Boolean, span_a);
    b = ToKind(b, Kind::Boolean, span_b);
    if (a == Pool::kError || b == Pool::kError) return Pool::kError;
    return node.op == Op::Not ? pool_.Unary(Op::Not, a) : pool_.Binary(node.op, a, b);
  }
  const bool is_relation = group_of(node.op) == expr::Group::Relation;
  const bool is_logical = kind_a == Kind::Boolean && kind_b == Kind::Boolean;
  if (is_relation && is_logical && (node.op == Op::Equal || node.op == Op::NotEqual))
    return pool_.Typed(node.op, truth, {a, b});
  if (!is_whole || node.op == Op::Pow || node.op == Op::Div) {
    a = ToKind(a, Kind::Real, span_a);
    b = ToKind(b, Kind::Real, span_b);
  }
  if (a == Pool::kError || b == Pool::kError) return Pool::kError;
  if (is_relation) return pool_.Typed(node.op, truth, {a, b});
  return node.op == Op::Neg ? pool_.Neg(a) : pool_.Binary(node.op, a, b);
}

}  // namespace kerf::cosy
