// A part of a model that is integrated apart from the others.
#pragma once

#include <string>
#include <vector>

namespace kerf::model {

// The order of its method, whose steps are fixed (runtime/multirate.h), its step, the names of its states and
// of those that hold its values for other parts.
struct SectionRate {
  int order = 0;
  double step = 0;
  std::vector<std::string> states;
  std::vector<std::string> held;
};

}  // namespace kerf::model
