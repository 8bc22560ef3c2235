// How the continuous part is integrated: what the frame of an experiment says. The command line goes first.
#pragma once

#include <string>

namespace kerf::combined {

struct Integration {
  // Empty: the choice of Kerf.
  std::string method;
  // Of a method with fixed steps; 0: its own choice.
  double step = 0;
  // 0: no limit, or the default.
  double largest_step = 0;
  double relative_tolerance = 0;
  double absolute_tolerance = 0;
  // Measures how far the results can be trusted.
  bool alarms = false;
  // Looks for conditions that change there and back within a step.
  bool seeks_short_crossings = false;
};

}  // namespace kerf::combined
