// Units in normal form: powers of the SI base units times a factor. The texts are those of chapter 19 of the
// Modelica specification. Equal units have equal ids. Angles count as numbers (rad = 1), as they do in the
// equations of mechanics.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id.h"
#include "base/store.h"
#include "units/exponent.h"

namespace kerf::units {

using UnitId = base::Id<struct UnitTag>;

// A scale whose zero is not that of the base unit. Products take the base unit for it.
enum class Offset : uint8_t { None, Celsius, Fahrenheit };

// A power of one dimension: of the seven base units, or of a symbol that nobody knows.
struct Factor {
  uint16_t dimension = 0;
  Exponent exponent;
  friend auto operator==(const Factor&, const Factor&) -> bool = default;
};

struct Unit {
  // By dimension; no exponent is zero.
  std::vector<Factor> factors;
  double scale = 1;
  Offset offset = Offset::None;
};

class UnitTable {
 public:
  // The unit of numbers.
  static constexpr UnitId kOne{uint32_t{0}};

  UnitTable();
  auto operator[](UnitId id) const -> const Unit& { return units_[id]; }
  // The unit of a text; nothing if its grammar is wrong. A symbol that nobody knows is a unit of its own.
  auto TryParse(std::string_view text) -> std::optional<UnitId>;

  // Nothing if an exponent gets out of hand.
  auto TryProduct(UnitId a, UnitId b) -> std::optional<UnitId>;
  auto TryQuotient(UnitId a, UnitId b) -> std::optional<UnitId>;
  auto TryPower(UnitId a, Exponent exponent) -> std::optional<UnitId>;

  // True if they differ at most in size and zero.
  [[nodiscard]] auto HaveSameDimension(UnitId a, UnitId b) const -> bool {
    return units_[a].factors == units_[b].factors;
  }
  // A temperature as such, in whatever scale: adding a number to it may change the scale.
  [[nodiscard]] auto IsTemperature(UnitId id) const -> bool;
  // For people: "V", "mm", "kg.m2/(s3.A)", "1", "3600 s".
  [[nodiscard]] auto Text(UnitId id) const -> std::string;

  auto Intern(Unit unit) -> UnitId;
  // The dimension of a symbol that is no known unit, made on first use; nothing if there are too many.
  auto TryDimension(std::string_view symbol) -> std::optional<uint16_t>;

 private:
  auto TryCombine(UnitId a, UnitId b, Exponent of_b) -> std::optional<UnitId>;
  [[nodiscard]] auto FactorsText(const std::vector<Factor>& factors) const -> std::string;

  base::Store<UnitId, Unit, 6> units_;
  // By a hash of the factors.
  std::unordered_multimap<uint64_t, UnitId> index_;
  std::vector<std::string> dimensions_;
  std::unordered_map<std::string, uint16_t> own_dimensions_;
  // What two units made, by both ids: models multiply the same few units again and again.
  std::unordered_map<uint64_t, std::optional<UnitId>> products_;
  std::unordered_map<uint64_t, std::optional<UnitId>> quotients_;
};

}  // namespace kerf::units
