// Replications; see run.h.
#include <cmath>

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

auto Replicate(Program& program, World& world, const ReplicationOptions& options) -> Replications {
  Replications all;
  all.level = options.level;
  RunOptions run = options.run;
  std::vector<Outcome> first;
  for (uint32_t k = 0; k < options.n_replications; ++k) {
    const bool is_second = options.is_antithetic && k % 2 == 1;
    run.replication = options.run.replication + (options.is_antithetic ? k / 2 : k);
    SetAntithetic(world, is_second);
    const RunOutcome outcome = RunProgram(program, world, run);
    if (all.warnings.empty()) {
      for (const std::string& warning : outcome.warnings)
        all.warnings.push_back(fmt::format("replication {}, {}", k + 1, warning));
    }
    if (outcome.end == End::Fault) {
      all.fault = world.fault;
      all.fault.text = fmt::format("replication {}, {}", k + 1, world.fault.text);
      break;
    }
    ++all.n_done;
    if (options.is_antithetic && !is_second) {
      first = OutcomesOf(world);
      continue;
    }
    AddRun(all, OutcomesOf(world), is_second ? &first : nullptr);
  }
  SetAntithetic(world, false);
  for (Estimate& estimate : all.estimates) estimate.interval = ConfidenceOf(estimate.over, options.level);
  return all;
}

}  // namespace kerf::events
