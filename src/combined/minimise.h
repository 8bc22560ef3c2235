// Minimisation without derivatives: Brent's method for one variable, the simplex of Nelder and Mead for more.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace kerf::combined {

struct Minimum {
  std::vector<double> x;
  double value = 0;
  uint32_t n_evaluations = 0;
};

// From a start, until x is known to about the tolerance, relative to its size or 1. Goes on as long as
// `may_go_on` says so.
auto Minimise(const std::function<double(const std::vector<double>&)>& f, const std::vector<double>& start,
              double tolerance, const std::function<bool()>& may_go_on) -> Minimum;

}  // namespace kerf::combined
