// The world of a program: one object for each that it declares.
#include <cmath>

#include "combined/engine.h"
#include "events/schedule.h"

namespace kerf::combined {

using process::Flow;

void Engine::SetUpWorld() {
  world_.keeps_plots = options_.keeps_plots;
  objects_.entry_class = events::AddClass(world_, "entry", program_.attributes);
  objects_.lives.emplace_back();
  uint32_t code = 0;
  for (const process::Event& event : program_.events) events::NameEvent(world_, code++, event.name);
  for (const process::Process& process : program_.processes) {
    objects_.process_classes.push_back(events::AddClass(world_, process.name, process.fields));
    objects_.lives.push_back({static_cast<uint32_t>(objects_.process_classes.size() - 1), process.routine,
                              code, process.block_field});
    const size_t n = process.routine == process::kNone ? 0 : program_.routines[process.routine].code.size();
    for (size_t k = 0; k < n; ++k) events::NameEvent(world_, code++, process.name);
  }
  for (const process::Copyable& copyable : program_.copyables) {
    objects_.copy_classes.push_back(events::AddClass(world_, copyable.name, copyable.fields));
    objects_.lives.emplace_back();
  }
  // Files of transactions and copies hold these themselves, others entries with attributes.
  std::vector<bool> has_fields(program_.files.size(), false);
  const auto note = [&](uint32_t file) {
    if (file != process::kNone) has_fields[file] = true;
  };
  for (const process::Process& process : program_.processes) note(process.file);
  for (const process::Copyable& copyable : program_.copyables) note(copyable.file);
  for (size_t k = 0; k < program_.files.size(); ++k) {
    const process::File& file = program_.files[k];
    objects_.files.push_back(events::AddFile(world_, file.name, static_cast<events::Ranking>(file.ranking),
                                             has_fields[k] ? file.ranked_field : file.ranked_by,
                                             file.capacity == 0 ? SIZE_MAX : file.capacity));
  }
  for (const process::Resource& resource : program_.resources)
    objects_.facilities.push_back(events::AddFacility(world_, resource.name, resource.capacity));
  for (const std::string& gate : program_.gates)
    objects_.gates.push_back(events::AddGate(world_, gate, false));
  for (const std::string& signal : program_.signals)
    objects_.signals.push_back(events::AddSignal(world_, signal));
  for (const std::vector<uint32_t>& list : program_.signal_lists) {
    std::vector<events::SignalId>& ids = objects_.signal_lists.emplace_back();
    for (const uint32_t signal : list) ids.push_back(objects_.signals[signal]);
  }
  for (uint32_t k = 0; k < program_.random_variables.size(); ++k) {
    // A stream of its own, so that one variable's draws do not move another's.
    objects_.variates.push_back(events::AddVariate(world_, program_.random_variables[k].name, {}, k));
  }
  for (const std::string& name : program_.collects)
    objects_.collects.push_back(events::AddCollect(world_, name));
  for (const std::string& name : program_.time_values)
    objects_.time_values.push_back(events::AddTimeStatistic(world_, name));
  for (const std::string& name : program_.histograms)
    objects_.histograms.push_back(events::AddHistogram(world_, name, 20, 1, 0));
  objects_.is_random.assign(objects_.variates.size(), false);
  objects_.is_collected.assign(objects_.collects.size(), false);
  objects_.is_counted.assign(objects_.histograms.size(), false);
  objects_.is_time_value.assign(objects_.time_values.size(), false);
  lists_.resize(program_.lists.size());
}

auto Engine::DefineRandom(uint32_t variable, const double* arguments) -> Flow {
  const process::RandomVariable& random = program_.random_variables[variable];
  events::Distribution distribution;
  // The kinds of the two lists have the same names, and the run-time one has Constant in front.
  distribution.kind = static_cast<events::DistributionKind>(static_cast<uint8_t>(random.kind) + 1);
  distribution.a = arguments[0];
  distribution.b = arguments[1];
  distribution.c = arguments[2];
  if (arguments[4] >= 0) {
    const process::Table& table = program_.tables[static_cast<size_t>(arguments[4])];
    distribution.x = table.x;
    distribution.p = table.y;
  }
  const std::string mistake = events::Check(distribution);
  if (!mistake.empty()) return Fail(fmt::format("`{}`: {}", random.name, mistake));
  events::Prepare(distribution);
  events::Variate& variate = world_.variates[events::IndexOf(objects_.variates[variable])];
  variate.distribution = std::move(distribution);
  events::EnsureStream(world_, variate.stream);
  const double seed = arguments[3];
  if (!(seed >= 0 && seed < 9e15) || seed != std::floor(seed))
    return Fail(fmt::format("the seed of `{}` is {}, but must be a whole number that is not negative",
                            random.name, seed));
  objects_.is_random[variable] = true;
  const uint64_t chosen = static_cast<uint64_t>(seed) + options_.seed;
  if (chosen > 0) world_.streams[variate.stream].SetSeed(chosen);
  return Flow::Go;
}

auto Engine::DefineHistogram(uint32_t histogram, const double* arguments) -> Flow {
  constexpr double kMostCells = 1e6;
  const std::string& name = program_.histograms[histogram];
  if (!(arguments[0] >= 1 && arguments[0] <= kMostCells) || !(arguments[1] > 0) ||
      !std::isfinite(arguments[2]))
    return Fail(
        fmt::format("the histogram of `{}` has {} cells of width {}", name, arguments[0], arguments[1]));
  objects_.is_counted[histogram] = true;
  world_.histograms[events::IndexOf(objects_.histograms[histogram])].counts =
      events::Histogram(static_cast<size_t>(arguments[0]), arguments[1], arguments[2]);
  return Flow::Go;
}

}  // namespace kerf::combined
