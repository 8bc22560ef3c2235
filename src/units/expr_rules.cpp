// Sums, products, powers and arrays.
#include <algorithm>

#include "units/expr_units.h"

namespace kerf::units {

using expr::Op;

namespace {

// What is known of a quantity that both describe.
auto Merged(const ExprUnit& a, const ExprUnit& b) -> ExprUnit {
  if (a.certainty == Certainty::Known && b.certainty == Certainty::Known) {
    if (a.unit != b.unit) return {};
    return KnownUnit(a.unit, std::max(a.basis, b.basis));
  }
  if (a.certainty == Certainty::Known) return a;
  if (b.certainty == Certainty::Known) return b;
  return a.certainty == Certainty::Number ? b : a;
}

}  // namespace

auto ExprUnits::OfAlike(ExprId id, std::span<const ExprId> operands) -> ExprUnit {
  ExprUnit made = kNumberUnit;
  for (const ExprId operand : operands) {
    if (AreInConflict(made, memo_[operand])) {
      ExprUnit open;
      open.conflict = id;
      return open;
    }
    made = Merged(made, memo_[operand]);
    made.conflict = {};
  }
  return made;
}

// A literal, with a sign perhaps, or a fraction of two.
auto ExprUnits::TryNumber(ExprId id) const -> std::optional<double> {
  const auto literal = [this](ExprId at) -> std::optional<double> {
    const bool is_negative = world_.pool.op(at) == Op::Neg;
    const ExprId digits = is_negative ? world_.pool.operand(at, 0) : at;
    if (!world_.pool.IsNumber(digits)) return std::nullopt;
    return (is_negative ? -1 : 1) * world_.pool.number(digits);
  };
  if (world_.pool.op(id) != Op::Div) return literal(id);
  const auto above = literal(world_.pool.operand(id, 0));
  const auto below = literal(world_.pool.operand(id, 1));
  return above && below && *below != 0 ? std::optional(*above / *below) : std::nullopt;
}

// T - 273.15 may be in degC if T is in K.
auto ExprUnits::ShiftsScale(ExprId number, const ExprUnit& other) const -> bool {
  if (other.certainty != Certainty::Known || !table_.IsTemperature(other.unit)) return false;
  const auto value = TryNumber(number);
  return value && *value != 0;
}

// A difference of temperatures has no zero of its own, so that degC + K is fine and degC - degC is K.
auto ExprUnits::OfSum(ExprId id) -> ExprUnit {
  const auto operands = world_.pool.operands(id);
  const ExprUnit& a = memo_[operands[0]];
  const ExprUnit& b = memo_[operands[1]];
  const Op op = world_.pool.op(id);
  const bool is_sum = op == Op::Add || op == Op::Sub || op == Op::ElementAdd || op == Op::ElementSub;
  if (!is_sum) return OfAlike(id, operands);
  if (ShiftsScale(operands[0], b) || ShiftsScale(operands[1], a)) return {};
  if (a.certainty == Certainty::Known && b.certainty == Certainty::Known && table_.IsTemperature(a.unit) &&
      table_.IsTemperature(b.unit)) {
    const bool has_zero = table_[a.unit].offset != Offset::None || table_[b.unit].offset != Offset::None;
    if (has_zero && table_[a.unit].scale == table_[b.unit].scale) return {};
  }
  return OfAlike(id, operands);
}

// An array may hold different quantities, such as the states of a system.
auto ExprUnits::OfElements(ExprId id) -> ExprUnit {
  ExprUnit made = kNumberUnit;
  Basis basis = Basis::Declared;
  for (const ExprId operand : world_.pool.operands(id)) {
    const ExprUnit& element = memo_[operand];
    if (element.certainty == Certainty::Open) return {};
    if (element.certainty == Certainty::Number) continue;
    if (made.certainty == Certainty::Known && made.unit != element.unit) return {};
    basis = std::min(basis, element.basis);
    made = KnownUnit(element.unit, basis);
  }
  return made;
}

auto ExprUnits::OfProduct(const ExprUnit& a, const ExprUnit& b, bool is_quotient) -> ExprUnit {
  if (a.certainty == Certainty::Open || b.certainty == Certainty::Open) return {};
  if (a.certainty == Certainty::Number && b.certainty == Certainty::Number) return kNumberUnit;
  const UnitId left = a.certainty == Certainty::Known ? a.unit : UnitTable::kOne;
  const UnitId right = b.certainty == Certainty::Known ? b.unit : UnitTable::kOne;
  const auto unit = is_quotient ? table_.TryQuotient(left, right) : table_.TryProduct(left, right);
  if (!unit) return {};
  const Basis of_a = a.certainty == Certainty::Known ? a.basis : Basis::Declared;
  return KnownUnit(*unit, b.certainty == Certainty::Known ? std::min(of_a, b.basis) : of_a);
}

auto ExprUnits::RaisedTo(const ExprUnit& base, const std::optional<Exponent>& exponent) -> ExprUnit {
  if (base.certainty != Certainty::Known)
    return base.certainty == Certainty::Number ? kNumberUnit : kOpenUnit;
  if (base.unit == UnitTable::kOne) return KnownUnit(base.unit, base.basis);
  const auto unit = exponent ? table_.TryPower(base.unit, *exponent) : std::nullopt;
  return unit ? KnownUnit(*unit, base.basis) : ExprUnit{};
}

auto ExprUnits::OfPower(ExprId id) -> ExprUnit {
  const auto operands = world_.pool.operands(id);
  const auto value = TryNumber(operands[1]);
  return RaisedTo(memo_[operands[0]], value ? TryExponent(*value) : std::nullopt);
}

}  // namespace kerf::units
