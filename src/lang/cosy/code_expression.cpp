// Expressions as code.
#include "lang/cosy/coder.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using process::Service;

KERF_DIAG(CosyNumberNeeded, Error, "a number is needed here");
KERF_DIAG(CosyTruthNeeded, Error, "a condition is needed here, such as `N > 1`");
KERF_DIAG(CosyNoValue, Error, "`{}` has no value", std::string);
KERF_DIAG(CosyNeedsSubscript, Error, "`{}` is an array: one of its elements is needed here", std::string);
KERF_DIAG(CosyNoElement, Error, "`{}` is no array", std::string);
KERF_DIAG(CosyNoAttribute, Error, "the entries of `{}` have no attribute `{}`", std::string,
          std::string_view);
KERF_DIAG(CosyNoSuchFile, Error, "`{}` is no file of the process at work", std::string);
KERF_DIAG(CosyDerivativeInCode, Error,
          "a derivative has no meaning in statements; define a variable by an equation for it");
KERF_DIAG(CosyTextHere, Error, "a text cannot stand here");

}  // namespace

auto Coder::Expression(NodeId root, const Scope& scope) -> Value {
  std::unordered_map<NodeId, Value> values;
  std::set<NodeId> references;
  FindReferences(root, references);
  for (uint32_t k = program_.nodes[root].first; k <= root.index; ++k) {
    const bool is_value = !references.contains(NodeId{k});
    values[NodeId{k}] =
        is_value ? NodeValue(NodeId{k}, scope, values) : Value{process::kNone, Kind::Real, true};
  }
  return values[root];
}

auto Coder::NumberOf(NodeId root, const Scope& scope) -> Value {
  Value value = Expression(root, scope);
  if (value.is_good && value.kind == Kind::Boolean) {
    emitter_.Emit(program_.nodes[root].span, CosyNumberNeeded);
    value.is_good = false;
  }
  return value;
}

auto Coder::Truth(NodeId root, const Scope& scope) -> Value {
  Value value = Expression(root, scope);
  if (value.is_good && value.kind != Kind::Boolean) {
    emitter_.Emit(program_.nodes[root].span, CosyTruthNeeded);
    value.is_good = false;
  }
  return value;
}

auto Coder::NodeValue(NodeId id, const Scope& scope, std::unordered_map<NodeId, Value>& values) -> Value {
  const Node& node = program_.nodes[id];
  std::vector<Value> operands;
  for (const NodeId operand : node.operands) operands.push_back(values[operand]);
  switch (node.kind) {
    case NodeKind::Number: {
      Value value = Number(node.value);
      value.kind = node.is_integer ? Kind::Integer : Kind::Real;
      return value;
    }
    case NodeKind::Logical: {
      Value value = Number(node.value);
      value.kind = Kind::Boolean;
      return value;
    }
    case NodeKind::Name: return NameValue(node, scope);
    case NodeKind::Element:
      return ElementValue(node, scope, operands.empty() ? Value{0, Kind::Real, false} : operands[0]);
    case NodeKind::Attribute:  return AttributeValue(node, scope);
    case NodeKind::Call:       return CallValue(node, scope, operands);
    case NodeKind::Operation:  return OperationValue(node, operands[0], operands.back());
    case NodeKind::Derivative: emitter_.Emit(node.span, CosyDerivativeInCode); break;
    case NodeKind::Text:       emitter_.Emit(node.span, CosyTextHere); break;
  }
  return {0, Kind::Real, false};
}

auto Coder::NameValue(const Node& node, const Scope& scope) -> Value {
  const Symbol* symbol = scope.Find(node.name);
  const std::string_view name = translator_.Lower(node.name);
  if (symbol == nullptr && (name == "time" || name == "dtful")) {
    const Value value{NewRegister(), Kind::Real, true};
    Emit(Op::Load, value.reg, name == "time" ? 0 : 1);
    return value;
  }
  // The argument of a file function is no value; the function looks at the name itself.
  if (symbol == nullptr) symbol = translator_.Resolve(scope, node.name, node.span);
  if (symbol == nullptr) return {0, Kind::Real, false};
  return SymbolValue(*symbol, node.span);
}

auto Coder::SymbolValue(const Symbol& symbol, Span span) -> Value {
  Value value{0, KindOf(symbol.type), true};
  switch (symbol.kind) {
    case SymbolKind::Constant: {
      value.reg = Number(symbol.value).reg;
      return value;
    }
    case SymbolKind::Random: return Invoke(Service::Draw, symbol.index, {});
    case SymbolKind::Variable:
    case SymbolKind::Attribute:
      if (symbol.is_array) {
        emitter_.Emit(span, CosyNeedsSubscript, symbol.name);
        value.is_good = false;
        return value;
      }
      value.reg = NewRegister();
      Emit(Op::Load, value.reg, symbol.index);
      return value;
    case SymbolKind::Field:
      value.reg = NewRegister();
      Emit(Op::LoadField, value.reg, symbol.index);
      return value;
    case SymbolKind::Local: value.reg = symbol.index; return value;
    case SymbolKind::File:
    case SymbolKind::Process:
    case SymbolKind::Copyable:
    case SymbolKind::Table:
      // Good as arguments of functions alone, which do not ask for the register.
      value.reg = process::kNone;
      return value;
    default: break;
  }
  emitter_.Emit(span, CosyNoValue, symbol.name);
  value.is_good = false;
  return value;
}

auto Coder::ElementValue(const Node& node, const Scope& scope, const Value& subscript) -> Value {
  const Symbol* symbol = translator_.Resolve(scope, node.name, node.span);
  if (symbol == nullptr || !subscript.is_good) return {0, Kind::Real, false};
  if (!symbol->is_array || symbol->kind != SymbolKind::Variable) {
    emitter_.Emit(node.span, CosyNoElement, symbol->name);
    return {0, Kind::Real, false};
  }
  const Value value{NewRegister(), KindOf(symbol->type), true};
  Emit(Op::LoadAt, value.reg, symbol->index, subscript.reg, symbol->size);
  return value;
}

// file.key.field: the field of the transaction or copy at work.
auto Coder::AttributeValue(const Node& node, const Scope& scope) -> Value {
  const Symbol* file = translator_.Resolve(scope, node.name, node.span);
  if (file == nullptr) return {0, Kind::Real, false};
  const Symbol* field = (around_when_ == nullptr ? scope : *around_when_).Find(node.field);
  if (file->kind != SymbolKind::File) {
    emitter_.Emit(node.span, CosyNoSuchFile, file->name);
    return {0, Kind::Real, false};
  }
  if (field == nullptr || (field->kind != SymbolKind::Field && field->kind != SymbolKind::Attribute)) {
    emitter_.Emit(node.span, CosyNoAttribute, file->name, translator_.Written(node.field));
    return {0, Kind::Real, false};
  }
  return SymbolValue(*field, node.span);
}

auto Coder::OperationValue(const Node& node, const Value& a, const Value& b) -> Value {
  Value value{0, Kind::Real, a.is_good && b.is_good};
  if (!value.is_good) return value;
  const bool is_relation = group_of(node.op) == expr::Group::Relation;
  const bool is_logic = group_of(node.op) == expr::Group::Logic;
  const bool both_true = a.kind == Kind::Boolean && b.kind == Kind::Boolean;
  const bool any_true = a.kind == Kind::Boolean || b.kind == Kind::Boolean;
  const bool compares_truth = both_true && (node.op == expr::Op::Equal || node.op == expr::Op::NotEqual);
  if (is_logic && !both_true) {
    emitter_.Emit(node.span, CosyTruthNeeded);
    value.is_good = false;
  } else if (!is_logic && any_true && !compares_truth) {
    emitter_.Emit(node.span, CosyNumberNeeded);
    value.is_good = false;
  }
  if (is_relation || is_logic) {
    value.kind = Kind::Boolean;
  } else if (a.kind == Kind::Integer && b.kind == Kind::Integer && node.op != expr::Op::Div) {
    value.kind = Kind::Integer;
  }
  value.reg = NewRegister();
  const bool is_unary = node.operands.size() == 1;
  if (value.is_good)
    Emit(is_unary ? Op::Unary : Op::Binary, value.reg, a.reg, b.reg, 0, static_cast<uint8_t>(node.op));
  return value;
}

}  // namespace kerf::cosy
