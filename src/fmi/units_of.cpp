// From the table of units.
#include "fmi/units_of.h"

namespace kerf::fmi {

namespace {

constexpr double kZeroCelsius = 273.15;
// 0 °F in K.
constexpr double kZeroFahrenheit = 459.67 * 5 / 9;

auto OffsetOf(units::Offset offset) -> double {
  switch (offset) {
    case units::Offset::None:       return 0;
    case units::Offset::Celsius:    return kZeroCelsius;
    case units::Offset::Fahrenheit: return kZeroFahrenheit;
  }
  return 0;
}

}  // namespace

auto UnitsOf::TryBase(std::string_view text) -> std::optional<BaseUnit> {
  const auto id = table_.TryParse(text);
  if (!id) return std::nullopt;
  const units::Unit& unit = table_[*id];
  BaseUnit base;
  base.factor = unit.scale;
  base.offset = OffsetOf(unit.offset);
  for (const units::Factor& factor : unit.factors) {
    if (factor.dimension >= base.powers.size() || factor.exponent.denominator != 1) return std::nullopt;
    base.powers[factor.dimension] = factor.exponent.numerator;
  }
  return base;
}

auto UnitsOf::Add(const std::string& unit, const std::string& display_unit) -> bool {
  const auto [at, is_new] = units_.try_emplace(unit);
  UnitEntry& entry = at->second;
  if (is_new) entry.base = TryBase(unit);
  if (display_unit.empty()) return false;
  const auto shown = TryBase(display_unit);
  if (!shown || !entry.base || shown->powers != entry.base->powers) return false;
  // base = f_u * u + o_u = f_d * d + o_d.
  entry.display_units[display_unit] = {entry.base->factor / shown->factor,
                                       (entry.base->offset - shown->offset) / shown->factor};
  return true;
}

}  // namespace kerf::fmi
