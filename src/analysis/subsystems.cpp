// Tarjan's components in order of dependence; what lies between subsystems passes on who drives it.
#include "analysis/subsystems.h"

#include <algorithm>

#include "base/disjoint_sets.h"
#include "graph/strong_components.h"

namespace kerf::analysis {

namespace {

using graph::kNone;

// More names than these help nobody, and sets that grow along a chain would cost more than linear work.
constexpr size_t kMaxDrivers = 16;

// Who acts on a component: subsystems and inputs, both ascending.
struct Drivers {
  std::vector<uint32_t> subsystems;
  std::vector<uint32_t> inputs;
  bool has_more = false;
  // The highest level of the subsystems, exact also where not all are listed.
  uint32_t level = 0;
};

void Add(std::vector<uint32_t>& list, uint32_t item, bool& has_more) {
  const auto at = std::ranges::lower_bound(list, item);
  if (at != list.end() && *at == item) return;
  if (list.size() == kMaxDrivers) {
    has_more = true;
    return;
  }
  list.insert(at, item);
}

class Decomposer {
 public:
  Decomposer(const Influence& influence, const std::vector<uint32_t>& inputs)
      : influence_(influence),
        components_(graph::StrongComponents(influence.needs)),
        component_of_(influence.needs.size(), 0),
        state_of_(influence.needs.size(), kNone),
        input_of_(influence.needs.size(), kNone) {
    for (uint32_t c = 0; c < components_.size(); ++c) {
      for (const uint32_t node : components_[c]) component_of_[node] = c;
    }
    for (uint32_t k = 0; k < influence.states.size(); ++k) state_of_[influence.states[k].index] = k;
    for (uint32_t k = 0; k < inputs.size(); ++k) input_of_[inputs[k]] = k;
  }

  auto Run() -> Decomposition {
    result_.of_state.assign(influence_.states.size(), 0);
    subsystem_of_.assign(components_.size(), kNone);
    drivers_.resize(components_.size());
    for (uint32_t c = 0; c < components_.size(); ++c) Visit(c);
    NumberParts();
    return std::move(result_);
  }

 private:
  void Visit(uint32_t c) {
    Subsystem subsystem;
    for (const uint32_t node : components_[c]) {
      if (state_of_[node] != kNone) subsystem.states.push_back(state_of_[node]);
      if (state_of_[node] == kNone && node < influence_.n_vars) ++subsystem.n_others;
    }
    Drivers& drivers = drivers_[c];
    for (const uint32_t node : components_[c]) {
      for (const uint32_t needed : influence_.needs[node]) {
        if (component_of_[needed] != c) Collect(component_of_[needed], needed, drivers);
      }
    }
    if (subsystem.states.empty()) return;
    std::ranges::sort(subsystem.states);
    subsystem_of_[c] = static_cast<uint32_t>(result_.subsystems.size());
    for (const uint32_t state : subsystem.states) result_.of_state[state] = subsystem_of_[c];
    subsystem.level = drivers.level + 1;
    subsystem.driven_by = std::move(drivers.subsystems);
    subsystem.inputs = std::move(drivers.inputs);
    subsystem.has_more = drivers.has_more;
    result_.subsystems.push_back(std::move(subsystem));
  }

  void Collect(uint32_t c, uint32_t node, Drivers& drivers) {
    if (input_of_[node] != kNone) Add(drivers.inputs, input_of_[node], drivers.has_more);
    if (subsystem_of_[c] != kNone) {
      Add(drivers.subsystems, subsystem_of_[c], drivers.has_more);
      drivers.level = std::max(drivers.level, result_.subsystems[subsystem_of_[c]].level);
      return;
    }
    const Drivers& passed = drivers_[c];
    for (const uint32_t item : passed.subsystems) Add(drivers.subsystems, item, drivers.has_more);
    for (const uint32_t item : passed.inputs) Add(drivers.inputs, item, drivers.has_more);
    drivers.level = std::max(drivers.level, passed.level);
    drivers.has_more = drivers.has_more || passed.has_more;
  }

  // Whatever depends on a state or on what a state influences joins it; what is constant or given joins
  // nothing.
  void NumberParts() {
    const uint32_t n = influence_.needs.size();
    std::vector<bool> moves(n, false);
    std::vector<uint32_t> stack;
    for (const expr::VarId state : influence_.states) stack.push_back(state.index);
    while (!stack.empty()) {
      const uint32_t node = stack.back();
      stack.pop_back();
      if (moves[node]) continue;
      moves[node] = true;
      for (const uint32_t other : influence_.feeds[node]) stack.push_back(other);
    }
    base::DisjointSets sets(n);
    for (uint32_t node = 0; node < n; ++node) {
      for (const uint32_t needed : influence_.needs[node]) {
        if (moves[needed] && moves[node]) sets.Join(needed, node);
      }
    }
    std::vector<uint32_t> part_of(n, kNone);
    for (Subsystem& subsystem : result_.subsystems) {
      uint32_t& part = part_of[sets.Find(influence_.states[subsystem.states[0]].index)];
      if (part == kNone) part = result_.n_parts++;
      subsystem.part = part;
    }
  }

  const Influence& influence_;
  graph::Lists components_;
  std::vector<uint32_t> component_of_;
  std::vector<uint32_t> state_of_;
  std::vector<uint32_t> input_of_;
  std::vector<uint32_t> subsystem_of_;
  std::vector<Drivers> drivers_;
  Decomposition result_;
};

}  // namespace

auto Decompose(const Influence& influence, const std::vector<uint32_t>& inputs) -> Decomposition {
  return Decomposer(influence, inputs).Run();
}

}  // namespace kerf::analysis
