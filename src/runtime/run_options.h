// What a run is asked to do, and what it tells about itself afterwards.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/failure.h"
#include "runtime/location.h"
#include "runtime/reliability.h"

namespace kerf::runtime {

struct RunOptions {
  double start = 0;
  double stop = 1;
  // Relative tolerance of the integrator.
  double tolerance = 1e-6;
  // 0: for each state the relative tolerance times the state's nominal value; where the model gives none,
  // times what the state has reached so far, at most 1.
  double absolute_tolerance = 0;
  // Communication points: start + k * (stop - start) / intervals for k = 0 … intervals.
  uint32_t intervals = 500;
  // Where it is not 0: communication points at start + k * output_step instead, and at the stop.
  double output_step = 0;
  // A run that began earlier and goes on from here, with another model.
  std::optional<double> resume_at = std::nullopt;
  // Communicates after each step of the integrator as well.
  bool every_step = false;
  // 0 means no limit, respectively the integrator's choice; but steps are at most a hundredth of the run
  // where there are root functions to be watched.
  uint64_t max_steps = 0;
  // Blocks are solved near their start values or not at all: for a start that is approached gradually.
  bool stays_near = false;
  double initial_step = 0;
  double max_step = 0;
  // For the conditions that say nothing of their own.
  Location location = Location::Default;
  double location_tolerance = 0;
  bool seeks_short_crossings = false;
  // The model has asked for the end of the run when its start was found.
  bool ends_at_start = false;
  // Measure how far the results can be trusted; the second leaves the eigenvalues out, which cost most.
  bool measures_reliability = false;
  bool measures_steps = false;
};

// Wall time [s] spent in each phase.
struct PhaseTimes {
  double initialise = 0;
  double integrate = 0;
  double events = 0;
  double output = 0;
};

struct RunStatistics {
  uint64_t steps = 0;
  uint64_t rejected = 0;
  // Runs of the derivative program; those for roots, events and output included.
  uint64_t rhs_evaluations = 0;
  uint64_t jacobian_evaluations = 0;
  uint64_t nonlinear_iterations = 0;
  uint64_t time_events = 0;
  uint64_t state_events = 0;
  // Trials of all locations by repeated steps.
  uint64_t location_trials = 0;
  // How often other variables were chosen as states.
  uint64_t state_changes = 0;
  // Of the model's blocks of simultaneous equations.
  uint64_t newton_iterations = 0;
  uint64_t newton_evaluations = 0;
  uint64_t factorisations = 0;
  PhaseTimes wall;
};

// A state that could not start where it was told to: the equations tie it to others.
struct MovedState {
  uint32_t state = 0;
  double given = 0;
  double taken = 0;
};

// Linear equations that did not determine their unknowns: from when on, which block, one of the unknowns, and
// the entries of the matrix then.
struct UndeterminedBlock {
  uint32_t block = 0;
  uint32_t slot = 0;
  double time = 0;
  std::vector<double> entries = {};
};

// A relation that changed ever faster, as if infinitely often before the instant `limit`.
struct Accumulation {
  uint32_t relation = 0;
  double time = 0;
  double limit = 0;
};

// A crossing that was not located within the limit of iterations: the event is somewhere within `width`
// before `time`.
struct PoorLocation {
  uint32_t relation = 0;
  double time = 0;
  double width = 0;
};

// From when on which integrator was used, and why, where one chooses among others.
struct SolverChoice {
  double time = 0;
  std::string solver;
  std::string reason;
};

struct RunResult {
  StepStatus status = StepStatus::Ok;
  Failure failure;
  RunStatistics statistics;
  // The model's termination that ended the run.
  std::optional<uint32_t> termination = std::nullopt;
  // Where the run ended.
  double time = 0;
  // The largest absolute value that each state reached, and that of its start: whether the tolerances were
  // fit for it.
  std::vector<double> state_magnitude, start_magnitude;
  std::vector<MovedState> moved;
  std::vector<UndeterminedBlock> undetermined;
  std::vector<Accumulation> accumulations;
  std::vector<PoorLocation> poor_locations;
  Reliability reliability;
  // States whose errors the integrator could not see.
  std::vector<uint32_t> unseen;
  std::vector<SolverChoice> choices;
};

}  // namespace kerf::runtime
