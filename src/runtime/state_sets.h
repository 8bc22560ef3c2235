// States that are chosen during the run. The constraints g(z, x) = 0 of a set determine the variables z that
// are eliminated and those of the candidates x that are not states, d. With the eliminated ones gone, moving
// a state moves the others by T = (dg/dd)^-1 dg/ds, all relative to their typical magnitudes:
//
//   while no entry of T is larger than a limit, the choice stays
//   otherwise the columns with the largest pivots are given up, and the others become the states
//
// Since a column with a large entry takes the place of one with a small pivot, T gets small by that, and it
// takes a while until the choice is changed again (Mattsson, Olsson and Elmqvist, Dynamic selection of states
// in Dymola, Modelica Workshop 2000; the limit on T is that of Goreinov and others, How to find a good
// submatrix, 2010).
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/abi.h"

namespace kerf::runtime {

class StateSets {
 public:
  explicit StateSets(const KerfModel& model) : model_(model) {}

  [[nodiscard]] auto empty() const -> bool { return model_.n_state_sets == 0; }
  // Looks at the constraints at the values in w, after derivative has run, and chooses anew where that is
  // called for: selection and states in w are then other ones. True if something was changed.
  auto Update(double* w) -> bool;
  // Before an event: candidates that reinit may give new values become states, unless the constraints are
  // singular then. True if something was changed.
  auto PrepareForEvent(double* w) -> bool;

 private:
  // Candidates in the order: given up, states.
  struct Choice {
    std::vector<uint32_t> order;
    // The largest entry of T; infinite if the constraints do not determine what is given up.
    double worst = 0;
  };

  auto UpdateSet(const KerfStateSet& set, double* w) -> bool;
  auto Reduce(const KerfStateSet& set, double* w) -> bool;
  [[nodiscard]] auto Present(const KerfStateSet& set, const double* w) const -> Choice;
  // Of those that keep what events give new values, or of all.
  [[nodiscard]] auto Best(const KerfStateSet& set, bool keeps_reset) const -> Choice;
  static auto IsState(const KerfStateSet& set, uint32_t candidate, const double* w) -> bool;
  static void Select(const KerfStateSet& set, const Choice& choice, double* w);

  const KerfModel& model_;
  // The constraints without what is eliminated, row by row, and the matrix they come from.
  std::vector<double> reduced_;
  std::vector<double> full_;
};

}  // namespace kerf::runtime
