// Arrays, records and the functions of arrays.
#include <algorithm>
#include <array>

#include "flat/interpret_array.h"
#include "transform/symbolic_machine.h"

namespace kerf::transform {

using expr::Kind;
using expr::Op;

auto SymbolicMachine::Subscripts(std::span<const Symbol> symbols, std::vector<flat::Index>& indices) -> bool {
  for (const Symbol& symbol : symbols) {
    flat::Index& index = indices.emplace_back();
    if (IsLeaf(symbol) && pool_.op(ExprOf(symbol)) == Op::Colon) continue;
    const auto shift = [&](const Symbol& leaf) { return pool_[ExprOf(leaf)].kind == Kind::Boolean ? 1 : 0; };
    if (IsLeaf(symbol)) {
      index.form = flat::Index::Form::One;
      if (!LiteralInteger(symbol, index.one)) return false;
      index.one += shift(symbol);
      continue;
    }
    index.form = flat::Index::Form::Many;
    for (const Symbol& element : symbol.elements()) {
      int64_t one = 0;
      if (!LiteralInteger(element, one)) return false;
      index.many.push_back(one + shift(element));
    }
  }
  return true;
}

auto SymbolicMachine::ApplyProduct(const Symbol& x, const Symbol& y, ExprId id, Symbol& out) -> bool {
  if (!x.is_array || !y.is_array) return Elementwise(Op::Mul, x, &y, id, out);
  const auto a = x.dims();
  const auto b = y.dims();
  if (a.size() > 2 || b.size() > 2 || a.back() != b.front())
    return Fail("sizes that do not fit in a product");
  const size_t rows = a.size() == 2 ? static_cast<size_t>(a[0]) : 1;
  const auto inner = static_cast<size_t>(b[0]);
  const size_t columns = b.size() == 2 ? static_cast<size_t>(b[1]) : 1;
  std::vector<Symbol> elements;
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns; ++j) {
      ExprId sum = pool_.Real(0);
      for (size_t k = 0; k < inner; ++k) {
        const std::array<ExprId, 2> factors = {ExprOf(x.elements()[i * inner + k]),
                                               ExprOf(y.elements()[k * columns + j])};
        const std::array<ExprId, 2> terms = {sum, ScalarOp(Op::Mul, factors, id)};
        sum = ScalarOp(Op::Add, terms, id);
      }
      elements.push_back(LeafSymbol(sum));
    }
  }
  std::vector<int32_t> dims;
  if (a.size() == 2) dims.push_back(a[0]);
  if (b.size() == 2) dims.push_back(b[1]);
  out = dims.empty() ? elements[0] : ArraySymbol(std::move(dims), std::move(elements));
  return true;
}

auto SymbolicMachine::ApplyPower(const Symbol& x, const Symbol& y, ExprId id, Symbol& out) -> bool {
  if (!x.is_array) return Elementwise(Op::Pow, x, &y, id, out);
  constexpr int64_t kMaxExponent = 64;
  int64_t exponent = 0;
  if (!LiteralInteger(y, exponent)) exponent = -1;
  if (x.dims().size() != 2 || x.dims()[0] != x.dims()[1] || exponent < 0 || exponent > kMaxExponent)
    return Fail("a matrix can be raised to a whole number from 0 to 64 only");
  // A copy, since `out` may be `x`.
  const Symbol factor = x;  // NOLINT(performance-unnecessary-copy-initialization)
  out = SymbolOf(world_, flat::IdentityMatrix(x.dims()[0]));
  for (int64_t k = 0; k < exponent; ++k) {
    const Symbol power = out;
    if (!ApplyProduct(power, factor, id, out)) return false;
  }
  return true;
}

// Of an array of records the fields are arrays of their values.
auto SymbolicMachine::ApplyRecord(ExprId id, std::span<const Symbol> fields, Symbol& out) -> bool {
  const expr::Node node = pool_[id];
  const size_t rank = pool_.shapes().rank(node.shape);
  if (rank == 0) {
    out = Symbol::Record(node.detail, {fields.begin(), fields.end()});
    return true;
  }
  const auto known = fields.empty() ? pool_.shapes().dims(node.shape) : fields[0].dims().first(rank);
  std::vector<int32_t> dims(known.begin(), known.end());
  size_t count = 1;
  for (const int32_t dim : dims) count *= static_cast<size_t>(std::max(dim, 0));
  std::vector<Symbol> records(count);
  for (size_t k = 0; k < count; ++k) {
    std::vector<Symbol> parts;
    for (const Symbol& field : fields) parts.push_back(flat::LeadingElement(field, rank, k));
    records[k] = Symbol::Record(node.detail, std::move(parts));
  }
  out = Symbol::Array(Kind::Record, node.detail, std::move(dims), std::move(records));
  return true;
}

auto SymbolicMachine::ApplyField(const Symbol& record, size_t field, ExprId id, Symbol& out) -> bool {
  if (record.kind != Kind::Record) return Fail("a field of something that is no record");
  if (!record.is_array) {
    out = record.elements()[field];
    return true;
  }
  std::vector<int32_t> dims(record.dims().begin(), record.dims().end());
  std::vector<Symbol> values;
  for (const Symbol& element : record.elements()) values.push_back(element.elements()[field]);
  if (values.empty()) {
    const auto inner = pool_.shapes().dims(pool_[id].shape);
    for (size_t d = dims.size(); d < inner.size(); ++d) dims.push_back(std::max(inner[d], 0));
    out = ArraySymbol(std::move(dims), {});
    return true;
  }
  std::string text;
  Symbol stacked;
  if (!flat::Stacked(values, text, stacked)) return Fail(text);
  dims.insert(dims.end(), stacked.dims().begin() + 1, stacked.dims().end());
  out = ArraySymbol(std::move(dims), stacked.elements());
  return true;
}

auto SymbolicMachine::ApplyReduction(Op op, const Symbol& x, ExprId id, Symbol& out) -> bool {
  const Op step = op == Op::Sum || op == Op::SumOf           ? Op::Add
                  : op == Op::Product || op == Op::ProductOf ? Op::Mul
                  : op == Op::MinElement || op == Op::MinOf  ? Op::Min
                                                             : Op::Max;
  if (!x.is_array) {
    out = x;
    return true;
  }
  if (x.elements().empty()) {
    const expr::Type type = pool_.type(id);
    out = SymbolOf(world_, flat::NeutralElement(op, type.kind, type.detail, world_));
    return true;
  }
  out = x.elements()[0];
  for (size_t k = 1; k < x.elements().size(); ++k) {
    const Symbol before = out;
    if (!Elementwise(step, before, &x.elements()[k], id, out)) return false;
  }
  return true;
}

auto SymbolicMachine::HasRoom(std::span<const int64_t> dims) -> bool {
  // Of all arrays of one equation or algorithm.
  constexpr uint64_t kMaxElements = 2'000'000;
  uint64_t count = 1;
  for (const int64_t dim : dims) {
    if (dim < 0) return Fail("a negative size");
    if (__builtin_mul_overflow(count, static_cast<uint64_t>(dim), &count)) count = kMaxElements + 1;
    if (count > kMaxElements) return Fail("too many array elements to be expanded");
  }
  n_elements_ += count;
  return n_elements_ <= kMaxElements || Fail("too many array elements to be expanded");
}

// `operands` and `bounds` are start, perhaps step, and stop.
auto SymbolicMachine::RangeBounds(std::span<const Symbol> operands, std::vector<flat::Value>& bounds,
                                  int64_t& count) -> bool {
  for (const Symbol& operand : operands) {
    if (!IsLeaf(operand) || !IsLiteral(pool_, operand)) return Fail("a range must be known before the run");
    bounds.push_back(LiteralValue(world_, ExprOf(operand)));
  }
  std::string text;
  const flat::Value* step = bounds.size() == 3 ? &bounds[1] : nullptr;
  return flat::RangeCount(bounds[0], step, bounds.back(), count, text) || Fail(text);
}

auto SymbolicMachine::ApplyRange(ExprId, std::span<const Symbol> operands, Symbol& out) -> bool {
  std::vector<flat::Value> bounds;
  int64_t count = 0;
  if (!RangeBounds(operands, bounds, count) || !HasRoom({&count, 1})) return false;
  flat::Value range;
  std::string text;
  const flat::Value* step = bounds.size() == 3 ? &bounds[1] : nullptr;
  if (!flat::RangeValue(bounds[0], step, bounds.back(), range, text)) return Fail(text);
  out = SymbolOf(world_, range);
  return true;
}

auto SymbolicMachine::ApplyFill(std::span<const Symbol> operands, Symbol& out) -> bool {
  std::vector<int64_t> sizes;
  for (const Symbol& size : operands.subspan(1)) {
    if (!LiteralInteger(size, sizes.emplace_back())) return false;
  }
  if (!HasRoom(sizes)) return false;
  std::vector<int32_t> dims;
  size_t count = 1;
  for (const int64_t size : sizes) {
    dims.push_back(static_cast<int32_t>(size));
    count *= static_cast<size_t>(size);
  }
  const Symbol& element = operands[0];
  if (dims.empty()) {
    out = element;
    return true;
  }
  std::vector<Symbol> elements;
  for (size_t k = 0; k < count; ++k) {
    if (!element.is_array) {
      elements.push_back(element);
    } else {
      elements.insert(elements.end(), element.elements().begin(), element.elements().end());
    }
  }
  if (element.is_array) dims.insert(dims.end(), element.dims().begin(), element.dims().end());
  out = ArraySymbol(std::move(dims), std::move(elements));
  return true;
}

// Functions that put zeros and signs beside the elements.
auto SymbolicMachine::ApplyMatrix(ExprId id, std::span<const Symbol> operands, Symbol& out) -> bool {
  const Op op = pool_.op(id);
  const std::vector<Symbol>& x = operands[0].elements();
  const std::vector<Symbol>& y = operands.back().elements();
  const auto product = [&](const Symbol& a, const Symbol& b) {
    const std::array<ExprId, 2> factors = {ExprOf(a), ExprOf(b)};
    return ScalarOp(Op::Mul, factors, id);
  };
  const auto minus = [&](ExprId a, ExprId b) {
    const std::array<ExprId, 2> terms = {a, b};
    return LeafSymbol(ScalarOp(Op::Sub, terms, id));
  };
  const Symbol zero = LeafSymbol(pool_.Real(0));
  const auto negative = [&](const Symbol& a) { return minus(pool_.Real(0), ExprOf(a)); };
  std::vector<Symbol> elements;
  const auto n = static_cast<int32_t>(x.size());
  const auto m = static_cast<int32_t>(y.size());
  if ((op == Op::Cross || op == Op::Skew) && (n != 3 || m != 3)) return Fail("a vector of three is needed");
  switch (op) {
    case Op::Cross:
      for (size_t k = 0; k < 3; ++k) {
        const size_t i = (k + 1) % 3;
        const size_t j = (k + 2) % 3;
        elements.push_back(minus(product(x[i], y[j]), product(x[j], y[i])));
      }
      out = ArraySymbol({3}, std::move(elements));
      return true;
    case Op::Skew:
      out = ArraySymbol({3, 3},
                        {zero, negative(x[2]), x[1], x[2], zero, negative(x[0]), negative(x[1]), x[0], zero});
      return true;
    case Op::OuterProduct:
      for (const Symbol& a : x) {
        for (const Symbol& b : y) elements.push_back(LeafSymbol(product(a, b)));
      }
      out = ArraySymbol({n, m}, std::move(elements));
      return true;
    default: {
      elements.assign(static_cast<size_t>(n) * static_cast<size_t>(n), zero);
      for (size_t k = 0; k < x.size(); ++k) elements[k * (x.size() + 1)] = x[k];
      out = ArraySymbol({n, n}, std::move(elements));
      return true;
    }
  }
}

auto SymbolicMachine::ApplyArray(ExprId id, std::span<const Symbol> operands, Symbol& out) -> bool {
  const Op op = pool_.op(id);
  std::string text;
  switch (op) {
    case Op::Mul:          return ApplyProduct(operands[0], operands[1], id, out);
    case Op::Pow:          return ApplyPower(operands[0], operands[1], id, out);
    case Op::Record:       return ApplyRecord(id, operands, out);
    case Op::Range:        return ApplyRange(id, operands, out);
    case Op::Fill:         return ApplyFill(operands, out);
    case Op::Cross:
    case Op::Skew:
    case Op::OuterProduct:
    case Op::Diagonal:     return ApplyMatrix(id, operands, out);
    case Op::Sum:
    case Op::Product:
    case Op::MinElement:
    case Op::MaxElement:   return ApplyReduction(op, operands[0], id, out);
    case Op::Closure:      return MakeClosure(id, operands, out);
    case Op::Array:        {
      if (!operands.empty()) return flat::Stacked(operands, text, out) || Fail(text);
      const auto dims = pool_.shapes().dims(pool_[id].shape);
      std::vector<int32_t> sizes(dims.begin(), dims.end());
      out = ArraySymbol(sizes.empty() ? std::vector<int32_t>{0} : sizes, {});
      return true;
    }
    case Op::Subscript: return ApplySubscript(operands[0], {operands.begin() + 1, operands.end()}, out);
    case Op::Cat:       {
      int64_t dimension = 0;
      if (!LiteralInteger(operands[0], dimension)) return false;
      return flat::Concatenated(dimension, operands.subspan(1), out, text) || Fail(text);
    }
    case Op::Identity: {
      int64_t n = 0;
      if (!LiteralInteger(operands[0], n)) return false;
      out = SymbolOf(world_, flat::IdentityMatrix(static_cast<int32_t>(n)));
      return true;
    }
    case Op::Transpose:
    case Op::Symmetric:
    case Op::Scalar:
    case Op::Vector:
    case Op::Matrix:    return flat::Reshaped(op, operands[0], out, text) || Fail(text);
    case Op::Promote:   {
      int64_t rank = 0;
      if (!LiteralInteger(operands[1], rank)) return false;
      std::vector<int32_t> dims(operands[0].dims().begin(), operands[0].dims().end());
      if (rank < static_cast<int64_t>(dims.size())) return Fail("promote: fewer dimensions than there are");
      dims.resize(static_cast<size_t>(rank), 1);
      out = operands[0];
      if (!dims.empty())
        out = ArraySymbol(dims, operands[0].is_array ? operands[0].elements() : std::vector{operands[0]});
      return true;
    }
    default: break;
  }
  return ApplyOther(id, operands, out);
}

}  // namespace kerf::transform
