// Ranges a:b:c and their lengths (section 10.4.3), and reductions over ranges (section 10.3.4.1).
#include <algorithm>
#include <cmath>

#include "lang/modelica/inst/typing.h"

namespace kerf::modelica {

using expr::Kind;
using expr::Op;
using expr::Pool;

namespace {

KERF_DIAG(RangeOperands, Error, "a range cannot run from {} by {} to {}", std::string, std::string,
          std::string);
KERF_DIAG(RangeStepZero, Error, "the step of this range is 0");
KERF_DIAG(ReductionRange, Error, "an iterator runs over a vector, not over {}", std::string);
KERF_DIAG(ReductionBody, Error, "`{}` does not reduce values of type {}", std::string, std::string);
KERF_DIAG(UnknownReduction, Error, "`{}` is not a reduction; those are array, sum, product, min and max",
          std::string);

// A Real literal with or without sign.
auto TryNumber(const Pool& pool, ExprId id) -> std::optional<double> {
  if (pool.IsNumber(id)) return pool.number(id);
  if (pool.op(id) != Op::Neg || !pool.IsNumber(pool.operand(id, 0))) return std::nullopt;
  return -pool.number(pool.operand(id, 0));
}

// The longest array that a shape can describe.
constexpr double kLongest = 2147483647.0;

auto TryRealLength(double start, double step, double stop) -> std::optional<int64_t> {
  const double steps = std::floor((stop - start) / step);
  if (!(steps < kLongest)) return std::nullopt;
  return steps < 0 ? 0 : static_cast<int64_t>(steps) + 1;
}

auto TryReductionOp(std::string_view name) -> std::optional<Op> {
  if (name.empty() || name == "array") return Op::ArrayOf;
  if (name == "sum") return Op::SumOf;
  if (name == "product") return Op::ProductOf;
  if (name == "min") return Op::MinOf;
  if (name == "max") return Op::MaxOf;
  return std::nullopt;
}

auto IsReducible(Op op, const Type& body) -> bool {
  if (op == Op::ArrayOf) return true;
  if (op == Op::SumOf) return IsNumeric(body.kind);
  if (body.shape != expr::kScalar) return false;
  if (op == Op::ProductOf) return IsNumeric(body.kind);
  return IsNumeric(body.kind) || body.kind == Kind::Boolean || body.kind == Kind::Enumeration;
}

}  // namespace

auto Typing::Range(ExprId start, ExprId step, ExprId stop, const diag::Span& span) -> ExprId {
  Pool& pool = world_.pool;
  std::vector<ExprId> parts = {start, step.has_value() ? step : pool.Integer(1), stop};
  if (HasError(parts)) return Pool::kError;
  const Type from = pool.type(start);
  const Type by = pool.type(parts[1]);
  const auto common = TryCommonType(from, pool.type(stop), true);
  const bool is_number = common && IsNumeric(common->kind) && IsNumeric(by.kind);
  const bool is_counted =
      common && !step.has_value() && (common->kind == Kind::Boolean || common->kind == Kind::Enumeration);
  const bool is_scalar = common && common->shape == expr::kScalar && by.shape == expr::kScalar;
  if (!is_scalar || (!is_number && !is_counted)) {
    emitter_.Emit(span, RangeOperands, TypeText(from), TypeText(by), TypeText(stop));
    return Pool::kError;
  }
  if (is_number) UnifyAll(parts, true);
  const bool is_integer = pool[parts[1]].kind == Kind::Integer;
  if (is_integer ? TryKnown(parts[1]) == 0 : TryNumber(pool, parts[1]) == 0) {
    emitter_.Emit(span, RangeStepZero);
    return Pool::kError;
  }
  const auto length = TryRangeLength(parts[0], parts[1], parts[2]);
  Type type = pool.type(parts[0]);
  type.shape = Stacked(length ? static_cast<int32_t>(*length) : expr::kUnknownSize, expr::kScalar);
  return pool.Typed(Op::Range, type, parts);
}

auto Typing::TryRangeLength(ExprId start, ExprId step, ExprId stop) -> std::optional<int64_t> {
  Pool& pool = world_.pool;
  if (pool[start].kind == Kind::Real) {
    const auto from = TryNumber(pool, start);
    const auto by = TryNumber(pool, step);
    const auto to = TryNumber(pool, stop);
    if (from && by && to) return TryRealLength(*from, *by, *to);
    // The steps as an Integer expression, which the owner may be able to evaluate.
    const ExprId steps = pool.Div(pool.Sub(stop, start), step);
    const auto n = TryKnown(pool.Typed(Op::IntegerPart, {Kind::Integer, expr::kScalar, 0}, {steps}));
    if (!n || *n >= static_cast<int64_t>(kLongest)) return std::nullopt;
    return std::max<int64_t>(*n + 1, 0);
  }
  const auto from = TryRangeBound(start);
  const auto by = TryRangeBound(step);
  const auto to = TryRangeBound(stop);
  if (!from || !by || !to) return std::nullopt;
  return TryRealLength(static_cast<double>(*from), static_cast<double>(*by), static_cast<double>(*to));
}

// The ordinal of an Integer, Boolean or enumeration value that is known when compiling.
auto Typing::TryRangeBound(ExprId bound) -> std::optional<int64_t> {
  Pool& pool = world_.pool;
  if (const auto literal = TryLiteral(bound)) return literal;
  if (pool.op(bound) == Op::Boolean) return pool.boolean(bound) ? 1 : 0;
  if (pool[bound].kind == Kind::Boolean) return std::nullopt;
  if (pool[bound].kind == Kind::Integer) return TryKnown(bound);
  return TryKnown(pool.Typed(Op::ToInteger, {Kind::Integer, expr::kScalar, 0}, {bound}));
}

auto Typing::CheckReduction(std::string_view name, const diag::Span& span) -> bool {
  if (TryReductionOp(name)) return true;
  emitter_.Emit(span, UnknownReduction, std::string(name));
  return false;
}

auto Typing::Reduction(std::string_view name, ExprId body, std::span<const ExprId> iterators,
                       std::span<const ExprId> ranges, const diag::Span& span) -> ExprId {
  Pool& pool = world_.pool;
  if (!CheckReduction(name, span)) return Pool::kError;
  const auto op = TryReductionOp(name);
  if (body == Pool::kError || HasError(ranges)) return Pool::kError;
  Type type = pool.type(body);
  std::vector<ExprId> operands = {body};
  for (size_t k = 0; k < ranges.size(); ++k) {
    if (Dims(ranges[k]).size() != 1) {
      emitter_.Emit(span, ReductionRange, TypeText(ranges[k]));
      return Pool::kError;
    }
    operands.push_back(iterators[k]);
    operands.push_back(ranges[k]);
    // {e for i in u, j in v} is {{e for i in u} for j in v}: the last range is the first dimension.
    if (*op == Op::ArrayOf) type.shape = Stacked(Dims(ranges[k])[0], type.shape);
  }
  if (!IsReducible(*op, pool.type(body))) {
    emitter_.Emit(span, ReductionBody, std::string(name), TypeText(body));
    return Pool::kError;
  }
  return pool.Typed(*op, type, operands);
}

}  // namespace kerf::modelica
