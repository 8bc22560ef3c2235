// Replications; see run.h.
#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "events/run.h"

namespace kerf::events {

namespace {

void AddFile(std::vector<Outcome>& outcomes, const std::string& name, const File& file) {
  outcomes.push_back({name + " length", file.length.mean()});
  outcomes.push_back({name + " wait", file.wait.mean, file.wait.n > 0});
}

// Adds the outcomes of a run, or of the mean of a pair.
void AddRun(Replications& all, const std::vector<Outcome>& run, const std::vector<Outcome>* partner) {
  if (all.estimates.empty()) {
    for (const Outcome& outcome : run) all.estimates.push_back({outcome.name, {}, {}});
  }
  for (size_t k = 0; k < all.estimates.size() && k < run.size(); ++k) {
    if (!run[k].is_known) continue;
    const bool has_partner = partner != nullptr && (*partner)[k].is_known;
    all.estimates[k].over.Add(has_partner ? 0.5 * (run[k].value + (*partner)[k].value) : run[k].value);
  }
}

void SetAntithetic(World& world, bool is_antithetic) {
  for (RandomStream& stream : world.streams) stream.SetAntithetic(is_antithetic);
}

}  // namespace

auto OutcomesOf(const World& world) -> std::vector<Outcome> {
  std::vector<Outcome> outcomes;
  for (const CollectVariable& variable : world.collects) {
    outcomes.push_back({variable.name, variable.values.mean, variable.values.n > 0});
  }
  for (const TimeVariable& variable : world.time_variables) {
    outcomes.push_back({variable.name, variable.values.mean()});
  }
  for (const File& file : world.files.all()) {
    if (!file.is_internal) AddFile(outcomes, file.name, file);
  }
  for (const Facility& facility : world.facilities) {
    outcomes.push_back({facility.name + " use", facility.use.mean() / facility.capacity});
    AddFile(outcomes, facility.name + " queue", world.files[facility.queue]);
  }
  for (const Store& store : world.stores) outcomes.push_back({store.name + " level", store.level.mean()});
  outcomes.push_back({"end time", world.now});
  return outcomes;
}

namespace {

// What one replication has given.
struct Done {
  std::vector<Outcome> outcomes;
  std::vector<std::string> warnings;
  Fault fault;
};

auto RunOne(Program& program, World& world, const ReplicationOptions& options, uint32_t k) -> Done {
  RunOptions run = options.run;
  run.replication += options.is_antithetic ? k / 2 : k;
  SetAntithetic(world, options.is_antithetic && k % 2 == 1);
  RunOutcome outcome = RunProgram(program, world, run);
  SetAntithetic(world, false);
  return {OutcomesOf(world), std::move(outcome.warnings), outcome.end == End::Fault ? world.fault : Fault{}};
}

auto IsSure(const Replications& all, const ReplicationOptions& options) -> bool {
  for (const Estimate& estimate : all.estimates) {
    if (estimate.name != options.until || estimate.over.n < 2) continue;
    const double wanted = options.half_width * (options.is_relative ? std::abs(estimate.over.mean) : 1);
    return ConfidenceOf(estimate.over, options.level).half_width <= wanted;
  }
  return false;
}

// Takes replications in their order.
class Gatherer {
 public:
  explicit Gatherer(const ReplicationOptions& options) : options_(options) { all_.level = options.level; }

  [[nodiscard]] auto NumberAtMost() const -> uint32_t {
    return options_.until.empty() ? options_.n_replications
                                  : std::max(options_.n_most, options_.n_replications);
  }

  // False if no more are wanted.
  auto Take(Done&& done) -> bool {
    const uint32_t number = all_.n_done + 1;
    if (all_.warnings.empty()) {
      for (const std::string& warning : done.warnings)
        all_.warnings.push_back(fmt::format("replication {}, {}", number, warning));
    }
    if (done.fault.IsSet()) {
      all_.fault = done.fault;
      all_.fault.text = fmt::format("replication {}, {}", number, done.fault.text);
      return false;
    }
    const bool is_second = options_.is_antithetic && all_.n_done % 2 == 1;
    ++all_.n_done;
    if (options_.is_antithetic && !is_second) {
      first_ = std::move(done.outcomes);
      return true;
    }
    AddRun(all_, done.outcomes, is_second ? &first_ : nullptr);
    return options_.until.empty() || all_.n_done < options_.n_replications || !IsSure(all_, options_);
  }

  auto Finish() -> Replications {
    for (Estimate& estimate : all_.estimates) estimate.interval = ConfidenceOf(estimate.over, options_.level);
    all_.is_sure = options_.until.empty() || IsSure(all_, options_);
    return std::move(all_);
  }

 private:
  const ReplicationOptions& options_;
  Replications all_;
  std::vector<Outcome> first_;
};

}  // namespace

auto Replicate(Program& program, World& world, const ReplicationOptions& options) -> Replications {
  Gatherer gatherer(options);
  const uint32_t n = gatherer.NumberAtMost();
  for (uint32_t k = 0; k < n; ++k) {
    if (!gatherer.Take(RunOne(program, world, options, k))) break;
  }
  return gatherer.Finish();
}

// A batch at a time, in which each thread does every so many-th.
auto ReplicateInParallel(const std::function<Instance()>& make, const ReplicationOptions& options,
                         uint32_t n_threads) -> Replications {
  Gatherer gatherer(options);
  const uint32_t n = gatherer.NumberAtMost();
  if (n_threads == 0) n_threads = std::max(1U, std::thread::hardware_concurrency());
  n_threads = std::min(n_threads, std::max(1U, n));
  std::vector<Instance> instances;
  for (uint32_t k = 0; k < n_threads; ++k) instances.push_back(make());
  // So many that threads seldom wait for each other.
  const uint32_t batch = 8 * n_threads;
  for (uint32_t begin = 0; begin < n; begin += batch) {
    const uint32_t end = std::min(n, begin + batch);
    std::vector<Done> done(end - begin);
    {
      std::vector<std::jthread> threads;
      for (uint32_t thread = 0; thread < n_threads; ++thread) {
        threads.emplace_back([&, thread] {
          Instance& own = instances[thread];
          for (uint32_t k = begin + thread; k < end; k += n_threads)
            done[k - begin] = RunOne(*own.program, *own.world, options, k);
        });
      }
    }
    for (Done& one : done) {
      if (!gatherer.Take(std::move(one))) return gatherer.Finish();
    }
  }
  return gatherer.Finish();
}

}  // namespace kerf::events
