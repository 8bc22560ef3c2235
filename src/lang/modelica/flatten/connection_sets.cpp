// Union and find over the members of connections.
#include "lang/modelica/flatten/connection_sets.h"

#include <utility>

namespace kerf::modelica {

namespace {

auto SameMember(const Member& x, const Member& y) -> bool {
  return x.is_outside == y.is_outside && x.subscripts == y.subscripts;
}

}  // namespace

auto ConnectionSets::IdOf(const Member& member) -> MemberId {
  auto& known = of_component_[member.component];
  for (const uint32_t k : known) {
    if (SameMember(members_[k], member)) return MemberId{k};
  }
  const auto id = static_cast<uint32_t>(members_.size());
  known.push_back(id);
  members_.push_back(member);
  sets_.Add();
  origins_.emplace_back();
  return MemberId{id};
}

auto ConnectionSets::IsMember(const Member& member) const -> bool {
  const auto at = of_component_.find(member.component);
  if (at == of_component_.end()) return false;
  for (const uint32_t k : at->second) {
    if (SameMember(members_[k], member)) return true;
  }
  return false;
}

void ConnectionSets::Connect(MemberId a, MemberId b, flat::OriginId origin) {
  uint32_t x = sets_.Find(a.index);
  uint32_t y = sets_.Find(b.index);
  // The earlier member leads, so that the order does not depend on the shape of the tree.
  if (y < x) std::swap(x, y);
  origins_[x].push_back(origin);
  if (x == y) return;
  sets_.Join(x, y);
  origins_[x].insert(origins_[x].end(), origins_[y].begin(), origins_[y].end());
  origins_[y].clear();
}

auto ConnectionSets::Sets() -> std::vector<Set> {
  std::vector<Set> sets;
  std::vector<uint32_t> set_of(members_.size());
  for (uint32_t k = 0; k < members_.size(); ++k) {
    const uint32_t root = sets_.Find(k);
    if (root == k) {
      set_of[k] = static_cast<uint32_t>(sets.size());
      sets.push_back({{}, origins_[k]});
    }
    sets[set_of[root]].members.emplace_back(k);
  }
  return sets;
}

}  // namespace kerf::modelica
