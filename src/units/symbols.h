// The symbols of units and the prefixes, as tables.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "units/unit.h"

namespace kerf::units {

// The base units in the order of their dimensions, which is also that of printing.
inline constexpr auto kBaseSymbols = std::to_array<std::string_view>({"kg", "m", "s", "A", "K", "mol", "cd"});
inline constexpr size_t kBaseCount = kBaseSymbols.size();

struct Symbol {
  std::string_view name;
  double scale;
  // Exponents of the base units.
  std::array<int8_t, kBaseCount> powers;
  Offset offset = Offset::None;
  // A derived unit by this name is shown rather than its base units.
  bool is_shown = false;
};

struct Prefix {
  std::string_view name;
  double scale;
};

auto Symbols() -> std::span<const Symbol>;
auto Prefixes() -> std::span<const Prefix>;

}  // namespace kerf::units
