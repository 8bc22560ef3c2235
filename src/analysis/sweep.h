// Derivatives of a compiled model at one point: one sweep of its tangents for each state and each direction.
#pragma once

#include <span>
#include <vector>

#include "analysis/matrix.h"
#include "runtime/program.h"
#include "simcode/model.h"

namespace kerf::analysis {

struct SweepResult {
  // All slots at the point.
  std::vector<double> values;
  // Rows: derivatives of the states, then the slots wanted. Columns: states, then directions.
  Matrix derivatives;
  // The unknown of a block that is singular at the point, or kNone.
  uint32_t singular_slot = runtime::kNone;
};

// `w` holds all slots of the point.
auto SweepTangents(const KerfModel& model, const double* w, const simcode::SimCode& simcode,
                   std::span<const uint32_t> wanted) -> SweepResult;

}  // namespace kerf::analysis
