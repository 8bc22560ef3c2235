// Signals of expandable connectors (section 9.1.3): what inputs take from a bus somebody else must put there,
// perhaps through other buses.
#include "base/disjoint_sets.h"
#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(BusWithoutSource, Error, "nothing gives `{}` a value: only inputs are connected with it",
          std::string);

}  // namespace

// The signal of a bus of the model itself in any of the sets of a group.
auto Flattener::TakeGroupFromOutside(const std::vector<ConnectionSets::Set>& sets, base::DisjointSets& groups,
                                     uint32_t leader) -> bool {
  for (uint32_t k = 0; k < sets.size(); ++k) {
    if (groups.Find(k) != leader) continue;
    for (const MemberId id : sets[k].members) {
      const Member& member = sets_[id];
      if (member.is_outside && member.subscripts.empty() && IsInBus(member.component) &&
          TakeFromOutside(member.component))
        return true;
    }
  }
  return false;
}

void Flattener::CheckBusSources(const std::vector<ConnectionSets::Set>& sets) {
  if (expandables_.empty()) return;
  // Sets that share a signal of a bus, seen from inside in one and from outside in another, are one.
  base::DisjointSets groups(static_cast<uint32_t>(sets.size()));
  std::map<std::pair<PathId, std::vector<int32_t>>, uint32_t> first_set;
  std::vector<const Component*> signals(sets.size());
  std::vector<bool> has_source(sets.size());
  for (uint32_t k = 0; k < sets.size(); ++k) {
    for (const MemberId id : sets[k].members) {
      const Member& member = sets_[id];
      const Component* component = member.component;
      if (IsInExpandable(component)) {
        signals[k] = component;
        const auto [at, is_new] = first_set.try_emplace({component->path, member.subscripts}, k);
        if (!is_new) groups.Join(at->second, k);
      } else if (member.is_outside || !component->Has(kInput)) {
        has_source[k] = true;
      }
    }
  }
  std::vector<bool> group_has_source(sets.size());
  for (uint32_t k = 0; k < sets.size(); ++k) {
    if (has_source[k]) group_has_source[groups.Find(k)] = true;
  }
  for (uint32_t k = 0; k < sets.size(); ++k) {
    const uint32_t leader = groups.Find(k);
    const bool is_signal =
        signals[k] != nullptr && signals[k]->builtin != nullptr && sets[k].members.size() > 1;
    if (!is_signal || group_has_source[leader] || sets[k].origins.empty()) continue;
    // One message for all sets of a signal.
    group_has_source[leader] = true;
    if (TakeGroupFromOutside(sets, groups, leader)) continue;
    emitter_.Emit(world_.origins[sets[k].origins[0]].span, BusWithoutSource, instances_.NameOf(signals[k]));
  }
}

}  // namespace kerf::modelica
