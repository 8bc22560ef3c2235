// Runs of a program: one, the same again with other data, or many replications.
//
//   RunProgram: reset the world; Initialise; Handle each event until the stop time, a request to finish, the
//   end of all events, or a fault; bring the statistics up to date; Finish. Finish may ask for more:
//   RequestRerun runs all again with the same random numbers (parameters that the program keeps itself
//   survive); RequestContinue goes on from where the run has ended, with a new stop time.
//
// When nothing is scheduled any more but entities wait, that is a deadlock and a fault.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "events/confidence.h"
#include "events/schedule.h"
#include "events/world.h"

namespace kerf::events {

class Program {
 public:
  virtual ~Program() = default;
  virtual void Initialise(World& world) = 0;
  virtual void Handle(World& world, const Event& event) = 0;
  virtual void Finish(World& /*world*/) {}
  // Handles events until the stop time or what ends the run before; never gives Next::Event. A program with
  // more than events goes from one to the next in its own way.
  virtual auto RunUntil(World& world, double stop) -> Next;
};

struct RunOptions {
  double start = 0;
  // Events at the stop time still happen.
  double stop = std::numeric_limits<double>::infinity();
  // Statistics are cleared after that time [s], when all events at its end have happened.
  double warm_up = 0;
  // Which of the independent sets of random numbers.
  uint32_t replication = 0;
};

enum class End : uint8_t { Stopped, Finished, Empty, Fault };

struct RunOutcome {
  End end = End::Empty;
  // More than one after reruns and continuations.
  uint32_t n_runs = 0;
  // Of all runs: what makes their results doubtful, a sentence each.
  std::vector<std::string> warnings;
};

auto RunProgram(Program& program, World& world, const RunOptions& options) -> RunOutcome;
void RequestRerun(World& world);
void RequestContinue(World& world, double stop);

struct ReplicationOptions {
  RunOptions run;
  uint32_t n_replications = 10;
  // Every second replication takes 1 - u for each random number u of the one before; the two count as one.
  bool is_antithetic = false;
  double level = 0.95;
  // Unless empty: goes on until half the interval of this outcome's mean is no wider than `half_width`, or
  // that times the mean, with `n_replications` at least and `n_most` at most.
  std::string until;
  double half_width = 0;
  bool is_relative = false;
  uint32_t n_most = 1000;
};

// The mean of a quantity in each replication, and over all of them.
struct Estimate {
  std::string name;
  Collect over;
  Interval interval;
};

struct Replications {
  uint32_t n_done = 0;
  // False if the mean that was to be sure is not, after all.
  bool is_sure = true;
  double level = 0.95;
  std::vector<Estimate> estimates;
  // Ends the series; the estimates are those of the replications before.
  Fault fault;
  // Those of the first replication that had some.
  std::vector<std::string> warnings;
};

auto Replicate(Program& program, World& world, const ReplicationOptions& options) -> Replications;

// A program and a world of its own.
struct Instance {
  std::unique_ptr<World> world;
  std::unique_ptr<Program> program;
};
// The same in threads (0: one for each core), each with an instance of its own: the same numbers. `make` is
// called by one thread at a time.
auto ReplicateInParallel(const std::function<Instance()>& make, const ReplicationOptions& options,
                         uint32_t n_threads = 0) -> Replications;

// The means that a run has given: collected and time-persistent variables, files, facilities and stores.
struct Outcome {
  std::string name;
  double value = 0;
  // False if nothing was observed.
  bool is_known = true;
};
auto OutcomesOf(const World& world) -> std::vector<Outcome>;

}  // namespace kerf::events
