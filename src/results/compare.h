// Compares a trajectory with a reference by the tube method, as the Modelica Association's csv-compare does
// with rectangles. Around the reference r stands the tube
//   lower(t) = min r(s) − h,  upper(t) = max r(s) + h  over |s − t| ≤ w,
// with r linear between its points and both values at a jump. Each point of the tested signal within the
// reference's time span must lie inside, so a small shift of an event in time is forgiven and a wrong value
// is not. Of events within rounding errors of the time only what stands before and after them is compared.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "results/table.h"
#include "results/tube.h"

namespace kerf::results {

struct TubeOptions {
  // Half-height h = value_width · max(range of r, |min r|, value_floor).
  double value_width = 0.002;
  double value_floor = 0.001;
  // Half-width w = time_width · (time span of the reference) [s].
  double time_width = 0.002;
  // Also asks that the reference stays within the tube around the tested signal, which finds missed peaks
  // between sparse points of the tested signal.
  bool both_ways = false;
};

struct SignalVerdict {
  std::string name;
  bool pass = true;
  // The tested table has no such signal, or a signal that was asked for is not in the reference.
  bool missing = false;
  bool no_reference = false;
  // Time of the first point outside [s]; meaningless if the signal passes.
  double first_time = 0;
  // How far the worst point lies outside the tube, and when [s]. Infinite for a value that is not a number.
  double worst_excess = 0;
  double worst_time = 0;
  // The worst point's value, and the tube at its time.
  double worst_value = 0;
  Bounds worst_tube{0, 0};
  // The worst point is one of the reference, outside the tube around the tested signal (`both_ways`).
  bool worst_is_reference = false;
};

struct Comparison {
  bool pass = true;
  // What hinders any comparison, such as a tested run that ends too early; empty if nothing does.
  std::string error;
  // One per signal that was compared, in order.
  std::vector<SignalVerdict> signals;
};

// The first column of either table is time. Compares `signals`, or all of the reference if that is empty;
// the column of time counts as none. Nothing to compare is an error, not a pass.
auto CompareTables(const Table& tested, const Table& reference, const TubeOptions& options = {},
                   std::span<const std::string> signals = {}) -> Comparison;

// The tube around a signal of the reference, which must have it.
auto TubeAround(const Table& reference, const std::string& signal, const TubeOptions& options) -> Tube;

}  // namespace kerf::results
