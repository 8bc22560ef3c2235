// An axis ready to draw: its range, its ticks, and labels that stay short. Very large or small values get a
// factor in steps of 10³, as a prefix of the label's unit where that is usual ("[ns]") or as a note
// ("×10⁻⁹"); values that differ only far behind the point get an offset ("+ 101325").
#pragma once

#include <string>
#include <vector>

#include "plot/ticks.h"

namespace kerf::plot {

struct Axis {
  Range range;
  std::vector<double> ticks;
  std::vector<std::string> tick_labels;
  // The label with the prefix in its unit.
  std::string label;
  // Factor and offset that apply to all tick labels; empty if none do.
  std::string note;
};

// The range must not be empty (see Widened).
auto MakeAxis(Range range, const std::string& label, int max_ticks) -> Axis;

// "time [s]" with -9 gives "time [ns]"; empty if the label ends in no unit that takes such a prefix.
auto WithPrefix(const std::string& label, int exponent) -> std::string;

}  // namespace kerf::plot
