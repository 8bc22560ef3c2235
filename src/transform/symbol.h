// Values of which the scalars are expressions: what symbolic evaluation computes. A symbol is a flat::Value
// whose scalar leaves are Integers that hold the index of an expression, so that all that moves elements
// about without looking at them (subscripts, stacking, fields) is the same as for numbers.
#pragma once

#include <vector>

#include "flat/value.h"
#include "flat/world.h"

namespace kerf::transform {

using Symbol = flat::Value;

inline auto LeafSymbol(expr::ExprId id) -> Symbol { return Symbol::Integer(id.index); }
inline auto ExprOf(const Symbol& leaf) -> expr::ExprId {
  return expr::ExprId{static_cast<uint32_t>(leaf.integer)};
}
inline auto IsLeaf(const Symbol& symbol) -> bool {
  return !symbol.is_array && symbol.kind == expr::Kind::Integer;
}
auto ArraySymbol(std::vector<int32_t> dims, std::vector<Symbol> elements) -> Symbol;

// The scalars in order: arrays row by row, records field by field.
void Flatten(const Symbol& symbol, std::vector<expr::ExprId>& leaves);
// Every leaf replaced by map(leaf).
template <typename Map>
auto MapLeaves(const Symbol& symbol, const Map& map) -> Symbol {
  if (IsLeaf(symbol)) return LeafSymbol(map(ExprOf(symbol)));
  Symbol mapped = symbol;
  if (symbol.kind == expr::Kind::Function) return mapped;
  for (Symbol& element : mapped.MutableElements()) element = MapLeaves(element, map);
  return mapped;
}
// Both have the same dimensions and fields.
auto SameForm(const Symbol& x, const Symbol& y) -> bool;

// Literals: numbers, truth values and texts. Enumerations become the Integers of their ordinals,
// external objects those of their numbers.
auto IsLiteral(const expr::Pool& pool, expr::ExprId id) -> bool;
auto IsLiteral(const expr::Pool& pool, const Symbol& symbol) -> bool;
// The value of a scalar literal.
auto LiteralValue(const flat::World& world, expr::ExprId id) -> flat::Value;
auto LiteralOf(flat::World& world, const flat::Value& scalar) -> expr::ExprId;
auto SymbolOf(flat::World& world, const flat::Value& value) -> Symbol;
// The value of a symbol whose leaves are literals, converted to the scalar kinds of `type`.
auto ValueOf(const flat::World& world, const Symbol& symbol, expr::Type type) -> flat::Value;
// A symbol of that type whose leaves are the defaults; open sizes are 0.
auto DefaultSymbol(flat::World& world, expr::Type type) -> Symbol;

}  // namespace kerf::transform
