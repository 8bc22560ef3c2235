// See integrator.h.
#include "sim/integrator.h"

#include <algorithm>
#include <unordered_map>

#include "runtime/multirate.h"
#include "solvers/factory.h"

namespace kerf::sim {

namespace {

constexpr uint32_t kNowhere = 0xFFFF'FFFF;

// Where a state belongs: the part, and whether it holds a value of it.
struct Place {
  uint32_t group = kNowhere;
  bool is_held = false;
};

auto WithoutSubscripts(const std::string& name) -> std::string { return name.substr(0, name.find('[')); }

// States are found by any of their names, since aliases have become one variable.
auto PlacesOf(const model::CompiledModel& compiled, const std::vector<model::SectionRate>& sections)
    -> std::vector<Place> {
  std::unordered_map<std::string, Place> of_name;
  for (uint32_t k = 0; k < sections.size(); ++k) {
    for (const std::string& name : sections[k].states) of_name[name] = {k, false};
    for (const std::string& name : sections[k].held) of_name[name] = {k, true};
  }
  const model::Programs& programs = *compiled.programs;
  std::vector<Place> places(programs.n_states);
  for (uint32_t k = 0; k < compiled.variables.size(); ++k) {
    const uint32_t slot = compiled.variables.slot[k];
    if (slot < programs.state_slot || slot >= programs.state_slot + programs.n_states) continue;
    const auto found = of_name.find(WithoutSubscripts(NameOf(compiled, k)));
    if (found != of_name.end()) places[slot - programs.state_slot] = found->second;
  }
  return places;
}

auto GroupsOf(const model::CompiledModel& compiled, const std::vector<model::SectionRate>& sections)
    -> std::vector<runtime::RateGroup> {
  using runtime::FixedMethod;
  std::vector<runtime::RateGroup> groups;
  for (const model::SectionRate& section : sections) {
    runtime::RateGroup group;
    if (section.order == 1) group.method = FixedMethod::Euler;
    if (section.order == 2) group.method = FixedMethod::RungeKutta2;
    group.step = section.step;
    groups.push_back(std::move(group));
  }
  // What belongs to no section goes with the one that looks most often.
  const auto fastest = std::ranges::min_element(groups, {}, &runtime::RateGroup::step);
  const std::vector<Place> places = PlacesOf(compiled, sections);
  for (uint32_t state = 0; state < places.size(); ++state) {
    const Place& place = places[state];
    runtime::RateGroup& group = place.group == kNowhere ? *fastest : groups[place.group];
    (place.is_held ? group.held : group.states).push_back(state);
  }
  return groups;
}

}  // namespace

auto MakeIntegrator(const model::CompiledModel& compiled, const Settings& settings)
    -> std::unique_ptr<runtime::Integrator> {
  if (settings.solver != kSectionsApart || settings.sections.empty())
    return solvers::MakeIntegrator(settings.solver);
  return runtime::MakeMultirate(GroupsOf(compiled, settings.sections));
}

}  // namespace kerf::sim
