// Units of a model with their display units, as FMI describes them: powers of the SI base units, factor and
// offset.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "units/unit.h"

namespace kerf::fmi {

// value in base units = factor * value + offset.
struct BaseUnit {
  // Of kg, m, s, A, K, mol, cd.
  std::array<int, 7> powers{};
  double factor = 1;
  double offset = 0;
};

struct DisplayUnit {
  // value in display units = factor * value + offset (FMI), from that in the unit.
  double factor = 1;
  double offset = 0;
};

struct UnitEntry {
  // Nothing: its symbols are unknown, or powers are fractions.
  std::optional<BaseUnit> base;
  std::map<std::string, DisplayUnit> display_units;
};

class UnitsOf {
 public:
  // Takes note of a unit, and of a display unit if both are of one dimension. Whether the display unit may be
  // given.
  auto Add(const std::string& unit, const std::string& display_unit) -> bool;
  [[nodiscard]] auto units() const -> const std::map<std::string, UnitEntry>& { return units_; }

 private:
  auto TryBase(std::string_view text) -> std::optional<BaseUnit>;

  units::UnitTable table_;
  std::map<std::string, UnitEntry> units_;
};

}  // namespace kerf::fmi
