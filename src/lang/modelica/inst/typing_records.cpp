// Records and their fields. What is structure folds at once: the field of a constructor is its operand.
#include <algorithm>

#include "lang/modelica/inst/typing.h"

namespace kerf::modelica {

using expr::Kind;
using expr::Op;
using expr::Pool;

namespace {

// The record whose fields in order these are, or no value.
auto RecordOfFields(const Pool& pool, std::span<const ExprId> fields) -> ExprId {
  for (size_t k = 0; k < fields.size(); ++k) {
    if (pool.op(fields[k]) != Op::Field) return {};
    const auto operands = pool.operands(fields[k]);
    if (pool.integer(operands[1]) != static_cast<int64_t>(k)) return {};
    if (operands[0] != pool.operand(fields[0], 0)) return {};
  }
  return fields.empty() ? ExprId{} : pool.operand(fields[0], 0);
}

}  // namespace

auto Typing::MakeRecord(uint16_t record, std::span<const ExprId> fields) -> ExprId {
  if (HasError(fields)) return Pool::kError;
  Pool& pool = world_.pool;
  const Type type = {Kind::Record, expr::kScalar, record};
  std::vector<ExprId> values(fields.begin(), fields.end());
  const auto& declared = world_.records[record].fields;
  for (size_t k = 0; k < std::min(values.size(), declared.size()); ++k) {
    values[k] = TryConvert(values[k], declared[k].type).value_or(values[k]);
  }
  const ExprId whole = RecordOfFields(pool, values);
  if (whole.has_value() && values.size() == declared.size() && pool.type(whole) == type) return whole;
  return pool.Typed(Op::Record, type, values);
}

// The recursion is as deep as the array of records has dimensions.
auto Typing::Field(ExprId record, uint32_t k) -> ExprId {
  Pool& pool = world_.pool;
  if (record == Pool::kError) return Pool::kError;
  const Type have = pool.type(record);
  if (pool.op(record) == Op::Record) return pool.operand(record, k);
  const Type field = world_.records[have.detail].fields[k].type;
  std::vector<int32_t> sizes = Sizes(have.shape);
  const std::vector<int32_t> inner = Sizes(field.shape);
  sizes.insert(sizes.end(), inner.begin(), inner.end());
  Type type = {field.kind, pool.shapes().Make(sizes), field.detail};
  const auto operands = pool.operands(record);
  std::vector<ExprId> parts(operands.begin(), operands.end());
  if (pool.op(record) == Op::Array && !parts.empty()) {
    for (ExprId& part : parts) part = Field(part, k);
    // The values may know sizes that the declaration leaves open.
    type.shape = Stacked(static_cast<int32_t>(parts.size()), pool[parts[0]].shape);
    return pool.Typed(Op::Array, type, parts);
  }
  if (pool.op(record) == Op::Fill) {
    parts[0] = Field(parts[0], k);
    return pool.Typed(Op::Fill, type, parts);
  }
  return pool.Typed(Op::Field, type, {record, pool.Integer(k)});
}

}  // namespace kerf::modelica
