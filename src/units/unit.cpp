// Interning, products and powers.
#include "units/unit.h"

#include <algorithm>
#include <cmath>

#include "units/symbols.h"

namespace kerf::units {

namespace {

// Factors come from products of few numbers; a true difference is larger.
auto IsSameScale(double a, double b) -> bool { return std::fabs(a - b) <= 1e-9 * std::fabs(a); }

auto IsReasonable(double scale) -> bool { return std::isnormal(scale); }

auto HashOf(const std::vector<Factor>& factors) -> uint64_t {
  uint64_t hash = 0xCBF2'9CE4'8422'2325;
  const auto mix = [&hash](int64_t value) { hash = (hash ^ static_cast<uint64_t>(value)) * 0x100'0000'01B3; };
  for (const Factor& factor : factors) {
    mix(factor.dimension);
    mix(factor.exponent.numerator);
    mix(factor.exponent.denominator);
  }
  return hash;
}

auto PairKey(UnitId a, UnitId b) -> uint64_t { return (uint64_t{a.index} << 32U) | b.index; }

}  // namespace

UnitTable::UnitTable() : dimensions_(kBaseSymbols.begin(), kBaseSymbols.end()) { Intern({}); }

auto UnitTable::Intern(Unit unit) -> UnitId {
  const uint64_t hash = HashOf(unit.factors);
  const auto [first, last] = index_.equal_range(hash);
  for (auto at = first; at != last; ++at) {
    const Unit& other = units_[at->second];
    if (other.factors == unit.factors && other.offset == unit.offset && IsSameScale(other.scale, unit.scale))
      return at->second;
  }
  const UnitId id = units_.Add(std::move(unit));
  index_.emplace(hash, id);
  return id;
}

auto UnitTable::TryDimension(std::string_view symbol) -> std::optional<uint16_t> {
  constexpr size_t kMaxDimensions = 0xFFFF;
  const auto at = own_dimensions_.find(std::string(symbol));
  if (at != own_dimensions_.end()) return at->second;
  if (dimensions_.size() == kMaxDimensions) return std::nullopt;
  const auto dimension = static_cast<uint16_t>(dimensions_.size());
  dimensions_.emplace_back(symbol);
  own_dimensions_.emplace(symbol, dimension);
  return dimension;
}

auto UnitTable::TryCombine(UnitId a, UnitId b, Exponent of_b) -> std::optional<UnitId> {
  Unit made;
  made.scale =
      units_[a].scale * std::pow(units_[b].scale, static_cast<double>(of_b.numerator) / of_b.denominator);
  if (!IsReasonable(made.scale)) return std::nullopt;
  const auto& left = units_[a].factors;
  const auto& right = units_[b].factors;
  size_t i = 0;
  size_t k = 0;
  while (i < left.size() || k < right.size()) {
    const bool takes_left = k == right.size() || (i < left.size() && left[i].dimension <= right[k].dimension);
    const bool takes_right =
        i == left.size() || (k < right.size() && right[k].dimension <= left[i].dimension);
    Factor factor = takes_left ? left[i] : Factor{right[k].dimension, {}};
    if (takes_right) {
      const auto raised = TryMultiply(right[k].exponent, of_b);
      const auto sum = raised ? TryAdd(factor.exponent, *raised) : std::nullopt;
      if (!sum) return std::nullopt;
      factor.exponent = *sum;
    }
    if (factor.exponent.numerator != 0) made.factors.push_back(factor);
    i += takes_left ? 1 : 0;
    k += takes_right ? 1 : 0;
  }
  return Intern(std::move(made));
}

auto UnitTable::TryProduct(UnitId a, UnitId b) -> std::optional<UnitId> {
  if (a == kOne) return b;
  if (b == kOne) return a;
  const auto [at, is_new] = products_.try_emplace(PairKey(a, b));
  if (is_new) at->second = TryCombine(a, b, {1, 1});
  return at->second;
}

auto UnitTable::TryQuotient(UnitId a, UnitId b) -> std::optional<UnitId> {
  if (b == kOne) return a;
  const auto [at, is_new] = quotients_.try_emplace(PairKey(a, b));
  if (is_new) at->second = TryCombine(a, b, {-1, 1});
  return at->second;
}

auto UnitTable::TryPower(UnitId a, Exponent exponent) -> std::optional<UnitId> {
  if (exponent == Exponent{1, 1}) return a;
  return TryCombine(kOne, a, exponent);
}

auto UnitTable::IsTemperature(UnitId id) const -> bool {
  constexpr uint16_t kKelvin = 4;
  const auto& factors = units_[id].factors;
  return factors.size() == 1 && factors[0] == Factor{kKelvin, {1, 1}};
}

}  // namespace kerf::units
