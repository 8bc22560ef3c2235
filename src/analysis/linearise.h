// Linearisation by exact derivatives: tangents of every assignment, and of blocks of simultaneous equations
// by the implicit function theorem (docs/decisions/0003-jacobians-by-tangents.md), one sweep for each state
// and input. Relations keep their values, so the linear model is that of the branch that is active.
#pragma once

#include <optional>

#include "analysis/linear_model.h"
#include "session/session.h"
#include "sim/simulate.h"

namespace kerf::analysis {

// Where a model is linearised.
enum class PointKind : uint8_t {
  // Where a simulation begins, or has come to at the time of the point.
  Run,
  // Where all derivatives are zero.
  Steady,
};

struct LineariseOptions {
  PointKind point = PointKind::Run;
  double start = 0;
  // A simulation runs up to here first.
  double time = 0;
  double tolerance = 1e-9;
  // Inputs and parameters, or none for all inputs of the model; variables of any kind, or none for all
  // outputs.
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  sim::Engine engine = sim::Engine::Jit;
};

// The linear model; nothing after reported mistakes. An input that nobody has given a value is taken at its
// start value, else at 0.
auto Linearise(session::Request request, const LineariseOptions& options, sim::Functions& functions,
               source::Buffers& buffers, diag::Emitter& emitter) -> std::optional<LinearModel>;

}  // namespace kerf::analysis
