// Checks and small questions about layouts.
#include "results/signals.h"

#include <fmt/format.h>

namespace kerf::results {

auto CheckLayout(const Layout& layout) -> std::string {
  if (layout.n_columns == 0) return "the layout has no column for time";
  for (const Signal& signal : layout.signals) {
    const size_t n = signal.constant ? layout.constants.size() : layout.n_columns;
    if (signal.column < n) continue;
    return fmt::format("signal '{}' refers to {} column {}, but there are {}", signal.name,
                       signal.constant ? "constant" : "varying", signal.column, n);
  }
  return {};
}

auto IsTime(const Signal& signal) -> bool {
  return !signal.constant && signal.column == 0 && !signal.negated && signal.name == "time";
}

auto DescriptionText(const Signal& signal) -> std::string {
  if (signal.unit.empty()) return signal.description;
  return signal.description.empty() ? "[" + signal.unit + "]" : signal.description + " [" + signal.unit + "]";
}

auto ValueOf(const Signal& signal, const Layout& layout, std::span<const double> row) -> double {
  return SignedValue(signal.constant ? layout.constants[signal.column] : row[signal.column], signal.negated);
}

}  // namespace kerf::results
