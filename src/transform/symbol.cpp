// Symbols and literals.
#include "transform/symbol.h"

namespace kerf::transform {

using expr::ExprId;
using expr::Kind;
using expr::Op;

auto ArraySymbol(std::vector<int32_t> dims, std::vector<Symbol> elements) -> Symbol {
  const bool is_record = !elements.empty() && elements[0].kind == Kind::Record;
  const uint16_t detail = is_record ? elements[0].detail : uint16_t{0};
  return Symbol::Array(is_record ? Kind::Record : Kind::Integer, detail, std::move(dims),
                       std::move(elements));
}

void Flatten(const Symbol& symbol, std::vector<ExprId>& leaves) {
  if (IsLeaf(symbol)) {
    leaves.push_back(ExprOf(symbol));
    return;
  }
  if (symbol.kind == Kind::Function) return;
  for (const Symbol& element : symbol.elements()) Flatten(element, leaves);
}

auto SameForm(const Symbol& x, const Symbol& y) -> bool {
  if (IsLeaf(x) || IsLeaf(y)) return IsLeaf(x) && IsLeaf(y);
  if (x.is_array != y.is_array || x.elements().size() != y.elements().size()) return false;
  if (!std::equal(x.dims().begin(), x.dims().end(), y.dims().begin(), y.dims().end())) return false;
  for (size_t k = 0; k < x.elements().size(); ++k) {
    if (!SameForm(x.elements()[k], y.elements()[k])) return false;
  }
  return true;
}

auto IsLiteral(const expr::Pool& pool, ExprId id) -> bool {
  const Op op = pool.op(id);
  return pool.IsNumber(id) || op == Op::Boolean || op == Op::Text || op == Op::Integer;
}

auto IsLiteral(const expr::Pool& pool, const Symbol& symbol) -> bool {
  if (IsLeaf(symbol)) return IsLiteral(pool, ExprOf(symbol));
  for (const Symbol& element : symbol.elements()) {
    if (!IsLiteral(pool, element)) return false;
  }
  return true;
}

auto LiteralValue(const flat::World& world, ExprId id) -> flat::Value {
  const expr::Pool& pool = world.pool;
  switch (pool.op(id)) {
    case Op::Boolean: return flat::Value::Boolean(pool.boolean(id));
    case Op::Text:    return flat::Value::Text(std::string(world.names[pool.name(id)]));
    case Op::Integer: return flat::Value::Integer(pool.integer(id));
    default:          return flat::Value::Real(pool.number(id));
  }
}

auto LiteralOf(flat::World& world, const flat::Value& scalar) -> ExprId {
  switch (scalar.kind) {
    case Kind::Real:        return world.pool.Real(scalar.real);
    case Kind::Integer:
    case Kind::Enumeration:
    case Kind::Object:      return world.pool.Integer(scalar.integer);
    case Kind::Boolean:     return world.pool.Boolean(scalar.boolean());
    case Kind::Text:        return world.pool.Text(world.names.Intern(scalar.text()));
    case Kind::Record:
    case Kind::Clock:
    case Kind::Function:    break;
  }
  return expr::Pool::kError;
}

auto SymbolOf(flat::World& world, const flat::Value& value) -> Symbol {
  if (value.kind == Kind::Function) return value;
  if (!value.is_array && value.kind != Kind::Record) return LeafSymbol(LiteralOf(world, value));
  std::vector<Symbol> elements;
  elements.reserve(value.elements().size());
  for (const flat::Value& element : value.elements()) elements.push_back(SymbolOf(world, element));
  if (!value.is_array) return Symbol::Record(value.detail, std::move(elements));
  const auto dims = value.dims();
  const Kind kind = value.kind == Kind::Record ? Kind::Record : Kind::Integer;
  return Symbol::Array(kind, value.detail, {dims.begin(), dims.end()}, std::move(elements));
}

auto ValueOf(const flat::World& world, const Symbol& symbol, expr::Type type) -> flat::Value {
  if (IsLeaf(symbol)) {
    flat::Value value = LiteralValue(world, ExprOf(symbol));
    if (value.kind != type.kind) ConvertKind(value, type.kind, type.detail);
    return value;
  }
  if (symbol.kind == Kind::Function) return symbol;
  std::vector<flat::Value> elements;
  if (symbol.is_array) {
    for (const Symbol& element : symbol.elements())
      elements.push_back(ValueOf(world, element, {type.kind, expr::kScalar, type.detail}));
    return flat::Value::Array(type.kind, type.detail, {symbol.dims().begin(), symbol.dims().end()},
                              std::move(elements));
  }
  const auto& fields = world.records[symbol.detail].fields;
  for (size_t k = 0; k < fields.size(); ++k)
    elements.push_back(ValueOf(world, symbol.elements()[k], fields[k].type));
  return flat::Value::Record(symbol.detail, std::move(elements));
}

auto DefaultSymbol(flat::World& world, expr::Type type) -> Symbol {
  return SymbolOf(world, flat::DefaultValue(type, world));
}

}  // namespace kerf::transform
