// See run.h.
#include "events/run.h"

#include <algorithm>
#include <cmath>

#include "events/conditions.h"
#include "events/deadlock.h"
#include "events/statistics.h"

namespace kerf::events {

namespace {

auto EndOf(World& world, Next next, double stop) -> End {
  if (next == Next::Empty && CheckDeadlock(world) == Status::Ok && std::isfinite(stop)) {
    world.now = std::max(world.now, stop);
  }
  UpdateStatistics(world);
  if (world.fault.IsSet()) return End::Fault;
  if (next == Next::Stop) return End::Stopped;
  return next == Next::Finished ? End::Finished : End::Empty;
}

auto RunTo(Program& program, World& world, double warm_up_end, double stop) -> End {
  if (warm_up_end > world.now && warm_up_end < stop) {
    const Next next = program.RunUntil(world, warm_up_end);
    if (next != Next::Stop) return EndOf(world, next, stop);
    ClearStatistics(world);
  }
  return EndOf(world, program.RunUntil(world, stop), stop);
}

}  // namespace

auto Program::RunUntil(World& world, double stop) -> Next {
  Event event;
  while (true) {
    const Next next = NextEvent(world, stop, event);
    if (next != Next::Event) return next;
    Handle(world, event);
    const auto handle = [&](const Event& again) {
      Handle(world, again);
      return true;
    };
    if (HasConditions(world) && LookAtConditions(world, handle) == Status::Failed) return Next::Fault;
  }
}

void RequestRerun(World& world) { world.again = Again::Rerun; }

void RequestContinue(World& world, double stop) {
  world.again = Again::Continue;
  world.next_stop = stop;
}

auto RunProgram(Program& program, World& world, const RunOptions& options) -> RunOutcome {
  RunOutcome outcome;
  Again again = Again::Rerun;
  double stop = options.stop;
  // A continued run has told those before already.
  size_t n_told = 0;
  world.is_running = true;
  while (again != Again::No) {
    if (again == Again::Rerun) {
      Reset(world, options.start, options.replication);
      n_told = 0;
      program.Initialise(world);
      stop = options.stop;
    } else {
      stop = world.next_stop;
      world.is_finish_requested = false;
    }
    world.again = Again::No;
    ++outcome.n_runs;
    outcome.end = RunTo(program, world, options.start + options.warm_up, stop);
    program.Finish(world);
    for (; n_told < world.warnings.size(); ++n_told) outcome.warnings.push_back(world.warnings[n_told]);
    // A fault would come again, or has left the world in an unknown state.
    again = world.fault.IsSet() ? Again::No : world.again;
  }
  world.is_running = false;
  if (world.fault.IsSet()) outcome.end = End::Fault;
  return outcome;
}

}  // namespace kerf::events
