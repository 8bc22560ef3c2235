// What declarations promise about values: min and max, and that Integers are exact.
#include <cmath>

#include "base/number_text.h"
#include "transform/scalarise_model.h"

namespace kerf::transform {

namespace {

using expr::Kind;
using expr::Op;

KERF_DIAG(OutsideRange, Warning, "`{}` is {}, which is outside its range {}", std::string, std::string,
          std::string);

auto IsRangeNumber(const flat::Value& value) -> bool {
  return !value.is_array &&
         (value.kind == Kind::Real || value.kind == Kind::Integer || value.kind == Kind::Enumeration);
}

// Element k of a value that may stand for all elements; without value if there is no number.
auto NumberAt(const std::optional<flat::Value>& value, size_t k) -> std::optional<double> {
  if (!value) return std::nullopt;
  if (!value->is_array) return IsRangeNumber(*value) ? std::optional(value->number()) : std::nullopt;
  if (k >= value->elements().size() || !IsRangeNumber(value->elements()[k])) return std::nullopt;
  return value->elements()[k].number();
}

auto RangeText(std::optional<double> low, std::optional<double> high) -> std::string {
  return fmt::format("{}…{}", low ? base::NumberText(*low) : "", high ? base::NumberText(*high) : "");
}

}  // namespace

// A parameter has its value before the run.
void ModelScalariser::CheckRange(VarId id) {
  const flat::Var& var = flat_.vars[id];
  const flat::Attributes& attributes = flat_.attributes[var.attributes];
  flat::Value value;
  if (values_.IsFree(id) || !values_.TryLook(id, value)) return;
  const auto bound = [&](ExprId given) {
    return given.has_value() ? values_.interpreter().Evaluate(given) : std::optional<flat::Value>{};
  };
  const auto lows = bound(attributes.min);
  const auto highs = bound(attributes.max);
  const uint32_t count = pool_.shapes().count(var.type.shape);
  for (uint32_t k = 0; k < count; ++k) {
    const auto number = NumberAt(value, k);
    const auto low = NumberAt(lows, k);
    const auto high = NumberAt(highs, k);
    if (!number || !((low && *number < *low) || (high && *number > *high))) continue;
    const VarId scalar{scalar_of_[id.index].index + k};
    context_.diag.Emit(SpanOf(var.origin), OutsideRange, dae::FullName(dae_, scalar),
                       base::NumberText(*number), RangeText(low, high));
  }
}

// A variable that leaves its range is told once; what is left by rounding errors is not left.
void ModelScalariser::WatchRange(VarId id) {
  constexpr double kSlack = 1e-6;
  const flat::Var& var = flat_.vars[id];
  const flat::Attributes& attributes = flat_.attributes[var.attributes];
  const Source source{world_.paths[var.path].parent, var.origin, {}, false};
  for (const bool is_min : {true, false}) {
    const ExprId given = is_min ? attributes.min : attributes.max;
    std::vector<ExprId> bounds;
    if (!given.has_value() || !Elements(id, given, bounds)) continue;
    for (uint32_t k = 0; k < bounds.size(); ++k) {
      const VarId scalar{scalar_of_[id.index].index + k};
      if (!IsLiteral(pool_, bounds[k])) continue;
      const double limit = LiteralValue(world_, bounds[k]).number();
      const double slack = var.type.kind == Kind::Real ? kSlack * std::max(std::abs(limit), kSlack) : 0;
      const ExprId holds = pool_.Binary(is_min ? Op::GreaterEqual : Op::LessEqual, dae::VarLeaf(dae_, scalar),
                                        pool_.Real(is_min ? limit - slack : limit + slack));
      const std::string text =
          fmt::format("`{}` is {} its {} of {}", dae::FullName(dae_, scalar), is_min ? "below" : "above",
                      is_min ? "minimum" : "maximum", base::NumberText(limit));
      Watch({pool_.Typed(Op::NoEvent, {Kind::Boolean, expr::kScalar, 0}, {holds}),
             pool_.Text(world_.names.Intern(text)),
             false,
             var.origin,
             {},
             false},
            source);
    }
  }
}

void ModelScalariser::WatchRanges() {
  for (const VarId id : flat_.vars.ids()) {
    const flat::Var& var = flat_.vars[id];
    if (!HasScalars(var) || var.type.kind == Kind::Boolean || !var.attributes.has_value()) continue;
    const flat::Attributes& attributes = flat_.attributes[var.attributes];
    if (!attributes.min.has_value() && !attributes.max.has_value()) continue;
    const bool is_parameter =
        var.variability == flat::Variability::Parameter || var.variability == flat::Variability::Constant;
    is_parameter ? CheckRange(id) : WatchRange(id);
  }
}

// Integers are computed as numbers that are whole and exact up to 2⁵³. They change at events, and are looked
// at there.
void ModelScalariser::WatchInteger(const Sides& sides, const Source& source) {
  constexpr int64_t kLargest = int64_t{1} << 53;
  const bool is_integer = pool_.op(sides.lhs) == Op::Var && pool_[sides.lhs].kind == Kind::Integer;
  if (!is_integer) return;
  const bool can_grow = std::ranges::any_of(walker_.Postorder(sides.rhs), [&](ExprId id) {
    const Op op = pool_.op(id);
    const bool is_arithmetic = op == Op::Mul || op == Op::Pow || op == Op::Add || op == Op::Sub;
    return is_arithmetic && pool_[id].kind == Kind::Integer;
  });
  if (!can_grow) return;
  const ExprId inside = pool_.Binary(Op::LessEqual, pool_.Unary(Op::Abs, sides.lhs), pool_.Integer(kLargest));
  Watch({pool_.Typed(Op::NoEvent, {Kind::Boolean, expr::kScalar, 0}, {inside}),
         pool_.Text(world_.names.Intern("an Integer has become too large to be exact")), true, source.origin,
         pool_.Boolean(true), true},
        {source.owner, source.origin, {}, false});
}

}  // namespace kerf::transform
