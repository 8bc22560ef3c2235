// Minimisation without derivatives: Brent's method for one variable without limits, else quadratic models in
// a region where they are trusted. Tens of evaluations for a few variables; functions may be noisy.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

namespace kerf::combined {

// Within which a variable is to stay.
struct Box {
  double least = -HUGE_VAL;
  double most = HUGE_VAL;
};

struct Minimum {
  std::vector<double> x;
  double value = 0;
  uint32_t n_evaluations = 0;
  // False if it has been ended before it was found.
  bool is_found = false;
};

using Objective = std::function<double(const std::vector<double>&)>;

// From a start, which lies in the boxes, until x is known to about the tolerance, relative to its size or 1.
// Goes on as long as `may_go_on` says so.
auto Minimise(const Objective& f, const std::vector<double>& start, const std::vector<Box>& boxes,
              double tolerance, const std::function<bool()>& may_go_on) -> Minimum;

// For minimise.cpp: values count, and not a number is worse than all.
struct CountedObjective {
  const Objective& f;
  const std::function<bool()>& may_go_on;
  uint32_t n = 0;

  auto operator()(const std::vector<double>& x) -> double;
  [[nodiscard]] auto MayGoOn() const -> bool;
};

// By quadratic models (trust_region.cpp).
auto MinimiseByModels(CountedObjective& f, const std::vector<double>& start, const std::vector<Box>& boxes,
                      double tolerance) -> Minimum;

}  // namespace kerf::combined
