// What the columns of a run mean. Many signals may share one column (aliases, also with opposite sign), and
// parameters live apart in a list of constants, so that a row holds only what varies.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kerf::results {

struct Signal {
  std::string name;
  std::string description;
  std::string unit;
  // Index into the row, or into Layout::constants if `constant`.
  uint32_t column = 0;
  bool negated = false;
  bool constant = false;
};

struct Layout {
  std::vector<Signal> signals;
  // Values in one row. Column 0 is time.
  uint32_t n_columns = 1;
  std::vector<double> constants;
};

// Text of the first thing wrong with the layout, or empty.
auto CheckLayout(const Layout& layout) -> std::string;

// True for the signal that is time itself; sinks write time first, once, whether or not a signal names it.
auto IsTime(const Signal& signal) -> bool;

// The description with its unit as result files carry it: "height of the ball [m]".
auto DescriptionText(const Signal& signal) -> std::string;

// The value with the sign of an alias. Minus zero does not arise from negating zero.
constexpr auto SignedValue(double value, bool negated) -> double { return negated ? 0.0 - value : value; }

// The value of the signal in a row.
auto ValueOf(const Signal& signal, const Layout& layout, std::span<const double> row) -> double;

}  // namespace kerf::results
