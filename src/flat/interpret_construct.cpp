// Arrays, records, ranges, subscripts and functions of arrays.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "flat/interpret_array.h"
#include "flat/interpret_machine.h"

namespace kerf::flat {

using expr::Kind;
using expr::Node;
using expr::Op;

auto Machine::HasRoomForAll(std::span<const Value> parts) -> bool {
  int64_t count = 0;
  for (const Value& part : parts) count += part.is_array ? static_cast<int64_t>(part.elements().size()) : 1;
  return HasRoom({&count, 1});
}

auto Machine::EvalArray(ExprId id, Value& out) -> bool {
  const Node node = pool_[id];
  std::vector<Value> elements;
  if (!EvalOperands(id, 0, elements)) return false;
  if (elements.empty()) {
    const auto dims = pool_.shapes().dims(node.shape);
    std::vector<int32_t> sizes(dims.begin(), dims.end());
    for (int32_t& size : sizes) size = std::max(size, 0);
    if (!sizes.empty()) sizes[0] = 0;
    out = Value::Array(node.kind, node.detail, sizes.empty() ? std::vector<int32_t>{0} : sizes, {});
    return true;
  }
  std::string text;
  if (!HasRoomForAll(elements)) return false;
  if (!Stacked(elements, text, out)) return Fail(text);
  if (node.kind == Kind::Real) ConvertToReal(out);
  return true;
}

// Of an array of records the fields are arrays of their values.
auto Machine::EvalRecord(ExprId id, Value& out) -> bool {
  const Node node = pool_[id];
  std::vector<Value> fields;
  if (!EvalOperands(id, 0, fields)) return false;
  const Record& record = world_.records[node.detail];
  for (size_t k = 0; k < fields.size() && k < record.fields.size(); ++k) {
    ConvertKind(fields[k], record.fields[k].type.kind, record.fields[k].type.detail);
  }
  const size_t rank = pool_.shapes().rank(node.shape);
  if (rank == 0) {
    out = Value::Record(node.detail, std::move(fields));
    return true;
  }
  for (const Value& field : fields) {
    const auto first = fields[0].dims();
    const auto dims = field.dims();
    if (dims.size() >= rank && std::ranges::equal(dims.first(rank), first.first(rank))) continue;
    return Fail("the fields of an array of records have different sizes");
  }
  const auto known = fields.empty() ? pool_.shapes().dims(node.shape) : fields[0].dims().first(rank);
  std::vector<int32_t> dims(known.begin(), known.end());
  size_t count = 1;
  for (const int32_t dim : dims) count *= static_cast<size_t>(std::max(dim, 0));
  std::vector<Value> records(count);
  for (size_t k = 0; k < count; ++k) {
    std::vector<Value> parts;
    for (const Value& field : fields) parts.push_back(LeadingElement(field, rank, k));
    records[k] = Value::Record(node.detail, std::move(parts));
  }
  out = Value::Array(Kind::Record, node.detail, std::move(dims), std::move(records));
  return true;
}

auto Machine::EvalField(ExprId id, Value& out) -> bool {
  const Node& node = pool_[id];
  const auto field = static_cast<size_t>(pool_.integer(node.ab[1]));
  Value record;
  if (!Eval(node.ab[0], record)) return false;
  if (record.kind != Kind::Record) return Fail("a field of something that is no record");
  if (!record.is_array) {
    out = record.elements()[field];
    return true;
  }
  std::vector<int32_t> dims(record.dims().begin(), record.dims().end());
  if (record.elements().empty()) {
    const auto inner = pool_.shapes().dims(node.shape);
    for (size_t d = dims.size(); d < inner.size(); ++d) dims.push_back(std::max(inner[d], 0));
    out = Value::Array(node.kind, node.detail, std::move(dims), {});
    return true;
  }
  std::vector<Value> values;
  for (const Value& element : record.elements()) values.push_back(element.elements()[field]);
  std::string text;
  Value stacked;
  if (!Stacked(values, text, stacked)) return Fail(text);
  dims.insert(dims.end(), stacked.dims().begin() + 1, stacked.dims().end());
  out = Value::Array(stacked.kind, stacked.detail, std::move(dims), stacked.elements());
  return true;
}

// `bounds` are start, stop and perhaps the step.
auto Machine::EvalRangeBounds(ExprId id, std::vector<Value>& bounds, int64_t& count) -> bool {
  if (!EvalOperands(id, 0, bounds)) return false;
  if (bounds.size() == 3) std::swap(bounds[1], bounds[2]);
  std::string text;
  const Value* step = bounds.size() == 3 ? &bounds[2] : nullptr;
  return RangeCount(bounds[0], step, bounds[1], count, text) || Fail(text);
}

auto Machine::EvalRange(ExprId id, Value& out) -> bool {
  std::vector<Value> bounds;
  int64_t count = 0;
  if (!EvalRangeBounds(id, bounds, count) || !HasRoom({&count, 1})) return false;
  std::string text;
  const Value* step = bounds.size() == 3 ? &bounds[2] : nullptr;
  return RangeValue(bounds[0], step, bounds[1], out, text) || Fail(text);
}

// Sizes that the type knows need no value of the array.
auto Machine::EvalSize(ExprId id, Value& out) -> bool {
  const ExprId array_id = pool_.operand(id, 0);
  const bool is_one = pool_.operands(id).size() == 2;
  int64_t dimension = 1;
  if (is_one && !EvalInteger(pool_.operand(id, 1), dimension)) return false;
  const auto known = pool_.shapes().dims(pool_[array_id].shape);
  std::vector<int64_t> sizes(known.begin(), known.end());
  const bool is_inside = dimension >= 1 && dimension <= static_cast<int64_t>(sizes.size());
  const bool is_known = is_one ? is_inside && sizes[static_cast<size_t>(dimension - 1)] >= 0
                               : std::ranges::all_of(sizes, [](int64_t size) { return size >= 0; });
  if (!is_known) {
    Value array;
    if (!Eval(array_id, array)) return false;
    sizes.assign(array.dims().begin(), array.dims().end());
  }
  if (!is_one) {
    out = Value::IntegerVector(sizes);
    return true;
  }
  if (dimension < 1 || dimension > static_cast<int64_t>(sizes.size())) {
    return Fail(fmt::format("size: the array has no dimension {}", dimension));
  }
  out = Value::Integer(sizes[static_cast<size_t>(dimension - 1)]);
  return true;
}

auto Machine::EvalFill(ExprId id, Value& out) -> bool {
  Value element;
  if (!Eval(pool_.operand(id, 0), element)) return false;
  const size_t n = pool_.operands(id).size();
  std::vector<int64_t> sizes(n - 1);
  for (size_t k = 1; k < n; ++k) {
    if (!EvalInteger(pool_.operand(id, k), sizes[k - 1])) return false;
  }
  sizes.insert(sizes.end(), element.dims().begin(), element.dims().end());
  if (!HasRoom(sizes)) return false;
  std::vector<int32_t> dims(sizes.begin(), sizes.end());
  if (dims.empty()) {
    out = std::move(element);
    return true;
  }
  if (!element.is_array) {
    out = Filled(element, std::move(dims));
    return true;
  }
  size_t n_copies = 1;
  for (size_t k = 0; k + 1 < n; ++k) n_copies *= static_cast<size_t>(sizes[k]);
  std::vector<Value> elements;
  for (size_t k = 0; k < n_copies; ++k) {
    elements.insert(elements.end(), element.elements().begin(), element.elements().end());
  }
  out = Value::Array(element.kind, element.detail, std::move(dims), std::move(elements));
  return true;
}

auto Machine::EvalPromote(ExprId id, Value& out) -> bool {
  const Node& node = pool_[id];
  int64_t rank = 0;
  Value array;
  if (!Eval(node.ab[0], array) || !EvalInteger(node.ab[1], rank)) return false;
  std::vector<int32_t> dims(array.dims().begin(), array.dims().end());
  if (rank < static_cast<int64_t>(dims.size()) || rank > 100) {
    return Fail(fmt::format("promote: an array of {} dimensions cannot get {}", dims.size(), rank));
  }
  dims.resize(static_cast<size_t>(rank), 1);
  if (dims.empty()) {
    out = std::move(array);
    return true;
  }
  out = Value::Array(array.kind, array.detail, std::move(dims),
                     array.is_array ? array.elements() : std::vector<Value>{array});
  return true;
}

auto Machine::EvalArrayFunction(ExprId id, Value& out) -> bool {
  const Node node = pool_[id];
  std::vector<Value> values;
  if (!EvalOperands(id, 0, values)) return false;
  std::string text;
  bool is_done = true;
  switch (node.op) {
    case Op::Sum:
    case Op::Product:
    case Op::MinElement:
    case Op::MaxElement: is_done = ReduceElements(node.op, values[0], world_, out, text); break;
    case Op::Cat:
      if (!HasRoomForAll(std::span(values).subspan(1))) return false;
      is_done = Concatenated(values[0].integer, std::span(values).subspan(1), out, text);
      break;
    case Op::Identity: {
      const std::array<int64_t, 2> sizes = {values[0].integer, values[0].integer};
      if (!HasRoom(sizes)) return false;
      out = IdentityMatrix(static_cast<int32_t>(sizes[0]));
      break;
    }
    case Op::Linspace:
      if (values[2].integer < 2) return Fail("linspace needs at least two points");
      if (!HasRoom({&values[2].integer, 1})) return false;
      out = Linspace(values[0].number(), values[1].number(), values[2].integer);
      break;
    case Op::OuterProduct:
    case Op::Diagonal:     {
      const auto rows = static_cast<int64_t>(values[0].elements().size());
      const auto columns = static_cast<int64_t>(values.back().elements().size());
      if (!HasRoom(std::array{rows, columns})) return false;
      is_done = node.op == Op::Diagonal ? Reshaped(node.op, values[0], out, text)
                                        : VectorProduct(node.op, values[0], values[1], out, text);
      break;
    }
    case Op::Cross: is_done = VectorProduct(node.op, values[0], values[1], out, text); break;
    default:        is_done = Reshaped(node.op, values[0], out, text); break;
  }
  if (!is_done) return Fail(text);
  if (node.kind == Kind::Real) ConvertToReal(out);
  return true;
}

}  // namespace kerf::flat
