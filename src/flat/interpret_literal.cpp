// Values as literal expressions and as text.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/number_text.h"
#include "flat/value.h"

namespace kerf::flat {

using expr::Kind;
using expr::Op;

namespace {

auto TypeOf(const Value& value, std::span<const int32_t> dims, World& world) -> expr::Type {
  return {value.kind, world.pool.shapes().Make(dims), value.detail};
}

auto ScalarExpr(const Value& value, World& world) -> ExprId {
  expr::Pool& pool = world.pool;
  switch (value.kind) {
    // Numbers are written without sign: what is printed and read again is then the same expression.
    case Kind::Real: return value.real < 0 ? pool.Neg(pool.Real(-value.real)) : pool.Real(value.real);
    case Kind::Integer:
      return value.integer < 0 && value.integer > std::numeric_limits<int64_t>::min()
                 ? pool.Neg(pool.Integer(-value.integer))
                 : pool.Integer(value.integer);
    case Kind::Boolean:     return pool.Boolean(value.boolean());
    case Kind::Text:        return pool.Text(world.names.Intern(value.text()));
    case Kind::Enumeration: return pool.Literal(value.detail, value.integer);
    case Kind::Record:      {
      std::vector<ExprId> fields;
      for (const Value& field : value.elements()) fields.push_back(ToExpr(field, world));
      return pool.Typed(Op::Record, {Kind::Record, expr::kScalar, value.detail}, fields);
    }
    case Kind::Function: {
      std::vector<ExprId> operands = {pool.Function(value.function())};
      std::vector<int64_t> positions(value.bound_inputs().begin(), value.bound_inputs().end());
      for (const Value& bound : value.elements()) operands.push_back(ToExpr(bound, world));
      operands.push_back(ToExpr(Value::IntegerVector(positions), world));
      return pool.Typed(Op::Closure, {Kind::Function, expr::kScalar, 0}, operands);
    }
    case Kind::Object:
    case Kind::Clock:  break;
  }
  return expr::Pool::kError;
}

// Rows from the innermost dimension outwards: `parts` are the elements of the dimensions behind `d`.
auto Stack(const Value& value, std::vector<ExprId> parts, World& world) -> ExprId {
  const auto dims = value.dims();
  for (size_t d = dims.size(); d-- > 0;) {
    size_t n_rows = 1;
    for (size_t k = 0; k < d; ++k) n_rows *= static_cast<size_t>(dims[k]);
    const expr::Type type = TypeOf(value, dims.subspan(d), world);
    const auto length = static_cast<size_t>(dims[d]);
    std::vector<ExprId> rows;
    for (size_t row = 0; row < n_rows; ++row) {
      rows.push_back(world.pool.Typed(Op::Array, type, std::span(parts).subspan(row * length, length)));
    }
    parts = std::move(rows);
  }
  return parts[0];
}

auto QuotedText(const std::string& text) -> std::string {
  std::string quoted = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':  quoted += "\\\""; break;
      case '\\': quoted += "\\\\"; break;
      case '\n': quoted += "\\n"; break;
      case '\t': quoted += "\\t"; break;
      case '\r': quoted += "\\r"; break;
      default:   quoted += c;
    }
  }
  return quoted + "\"";
}

auto RealText(double value) -> std::string {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return base::NumberText(value);
}

auto RecordText(const Value& value, const World& world) -> std::string {
  const Record& record = world.records[value.detail];
  std::string text = fmt::format("{}(", world.names[record.name]);
  for (size_t k = 0; k < value.elements().size(); ++k) {
    text += fmt::format("{}{} = {}", k == 0 ? "" : ", ", world.names[record.fields[k].name],
                        ValueText(value.elements()[k], world));
  }
  return text + ")";
}

auto ScalarText(const Value& value, const World& world) -> std::string {
  switch (value.kind) {
    case Kind::Real:        return RealText(value.real);
    case Kind::Integer:     return std::to_string(value.integer);
    case Kind::Boolean:     return value.boolean() ? "true" : "false";
    case Kind::Text:        return QuotedText(value.text());
    case Kind::Enumeration: {
      const flat::Enumeration& type = world.enumerations[value.detail];
      const auto ordinal = static_cast<size_t>(value.integer);
      if (ordinal < 1 || ordinal > type.literals.size()) return std::to_string(value.integer);
      return fmt::format("{}.{}", world.names[type.name], world.names[type.literals[ordinal - 1]]);
    }
    case Kind::Record: return RecordText(value, world);
    case Kind::Function:
      return fmt::format("function {}", world.names[world.functions[value.function()].name]);
    case Kind::Object: return "<object>";
    case Kind::Clock:  return "<clock>";
  }
  return {};
}

// fill(0.0, 0, 3): the only way to write an array without elements.
auto EmptyText(const Value& value, const World& world) -> std::string {
  const expr::Type element{value.kind, expr::kScalar, value.detail};
  std::string text = value.kind == Kind::Real ? "0.0" : ValueText(DefaultValue(element, world), world);
  for (const int32_t dim : value.dims()) text += fmt::format(", {}", dim);
  return fmt::format("fill({})", text);
}

}  // namespace

auto ToExpr(const Value& value, World& world) -> ExprId {
  if (!value.is_array) return ScalarExpr(value, world);
  std::vector<ExprId> parts;
  parts.reserve(value.elements().size());
  for (const Value& element : value.elements()) parts.push_back(ScalarExpr(element, world));
  return Stack(value, std::move(parts), world);
}

auto ValueText(const Value& value, const World& world) -> std::string {
  if (!value.is_array) return ScalarText(value, world);
  if (value.elements().empty()) return EmptyText(value, world);
  const auto dims = value.dims();
  std::string text;
  for (size_t k = 0; k < value.elements().size(); ++k) {
    // Braces open and close where an index of an outer dimension changes.
    size_t n_open = 0;
    for (size_t d = dims.size(), block = 1; d-- > 0; ++n_open) {
      block *= static_cast<size_t>(dims[d]);
      if (k % block != 0) break;
    }
    if (k > 0) text += std::string(n_open, '}') + ", ";
    text += std::string(n_open, '{') + ScalarText(value.elements()[k], world);
  }
  return text + std::string(dims.size(), '}');
}

auto DimsText(std::span<const int32_t> dims) -> std::string {
  return dims.empty() ? "scalar" : fmt::format("[{}]", fmt::join(dims, ", "));
}

}  // namespace kerf::flat
