// Units for people: a derived unit with a name of its own by this name, with a prefix where one fits, others
// as powers of the base units.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_text.h"
#include "units/symbols.h"
#include "units/unit.h"

namespace kerf::units {

namespace {

auto HasFactorsOf(const Symbol& symbol, const std::vector<Factor>& factors) -> bool {
  std::array<int8_t, kBaseCount> powers = {};
  for (const Factor& factor : factors) {
    if (factor.dimension >= kBaseCount || factor.exponent.denominator != 1) return false;
    if (std::abs(factor.exponent.numerator) > 100) return false;
    powers[factor.dimension] = static_cast<int8_t>(factor.exponent.numerator);
  }
  return powers == symbol.powers;
}

auto PowerText(std::string_view name, Exponent exponent) -> std::string {
  if (exponent == Exponent{1, 1}) return std::string(name);
  if (exponent.denominator == 1) return fmt::format("{}{}", name, exponent.numerator);
  return fmt::format("{}({}/{})", name, exponent.numerator, exponent.denominator);
}

// "" for 1, "k" for 1000; nothing if there is no such prefix.
auto TryPrefix(double scale) -> std::optional<std::string_view> {
  const auto is_near = [scale](double value) { return std::fabs(scale - value) <= 1e-9 * value; };
  if (is_near(1)) return "";
  for (const Prefix& prefix : Prefixes()) {
    if (is_near(prefix.scale)) return prefix.name;
  }
  return std::nullopt;
}

}  // namespace

auto UnitTable::FactorsText(const std::vector<Factor>& factors) const -> std::string {
  std::string above;
  std::string below;
  int n_below = 0;
  for (const Factor& factor : factors) {
    const bool is_above = factor.exponent.numerator > 0;
    std::string& text = is_above ? above : below;
    Exponent exponent = factor.exponent;
    if (!is_above) exponent.numerator = static_cast<int16_t>(-exponent.numerator);
    text += (text.empty() ? "" : ".") + PowerText(dimensions_[factor.dimension], exponent);
    n_below += is_above ? 0 : 1;
  }
  if (above.empty()) above = "1";
  if (below.empty()) return above;
  return above + (n_below > 1 ? "/(" + below + ")" : "/" + below);
}

auto UnitTable::Text(UnitId id) const -> std::string {
  const Unit& unit = units_[id];
  if (unit.offset == Offset::Celsius) return "degC";
  if (unit.offset == Offset::Fahrenheit) return "degF";
  const auto named = std::ranges::find_if(
      Symbols(), [&](const Symbol& symbol) { return symbol.is_shown && HasFactorsOf(symbol, unit.factors); });
  const auto prefix = TryPrefix(unit.scale);
  if (named != Symbols().end() && prefix) return fmt::format("{}{}", *prefix, named->name);
  const std::string text = FactorsText(unit.factors);
  if (prefix && prefix->empty()) return text;
  const bool is_base = unit.factors.size() == 1 && unit.factors[0].exponent == Exponent{1, 1};
  // The kilogram has its prefix already.
  if (prefix && is_base && unit.factors[0].dimension != 0) return fmt::format("{}{}", *prefix, text);
  return fmt::format("{} {}", base::NumberText(unit.scale), text);
}

}  // namespace kerf::units
