// Joining sets in nearly constant time while the order of their members stays that of the thesis.
#include "lang/dymola/connection_sets.h"

#include <utility>

namespace kerf::dymola {

auto ConnectionSets::Root(uint32_t member) -> uint32_t {
  while (parents_[member] != member) {
    parents_[member] = parents_[parents_[member]];
    member = parents_[member];
  }
  return member;
}

auto ConnectionSets::MemberOf(uint32_t slot, uint32_t statement) -> uint32_t {
  const auto [place, added] = members_by_slot_.emplace(slot, static_cast<uint32_t>(members_.size()));
  if (!added) return place->second;
  const uint32_t member = place->second;
  members_.push_back({slot, kNone, statement});
  parents_.push_back(member);
  sizes_.push_back(1);
  set_of_root_.push_back(kNone);
  representatives_.push_back(kNone);
  return member;
}

void ConnectionSets::Join(uint32_t a, uint32_t b, uint32_t statement) {
  const uint32_t member_a = MemberOf(a, statement);
  uint32_t root_a = Root(member_a);
  if (set_of_root_[root_a] == kNone) {
    set_of_root_[root_a] = n_sets();
    sets_.push_back({member_a, member_a});
  }
  const uint32_t member_b = MemberOf(b, statement);
  uint32_t root_b = Root(member_b);
  if (root_a == root_b) return;
  const uint32_t set_a = set_of_root_[root_a];
  const uint32_t set_b = set_of_root_[root_b];
  const Set appended = set_b == kNone ? Set{member_b, member_b} : sets_[set_b];
  members_[sets_[set_a].last].next = appended.first;
  sets_[set_a].last = appended.last;
  if (set_b != kNone) sets_[set_b] = {kNone, kNone};
  const uint32_t representative =
      representatives_[root_a] != kNone ? representatives_[root_a] : representatives_[root_b];
  if (sizes_[root_a] < sizes_[root_b]) std::swap(root_a, root_b);
  parents_[root_b] = root_a;
  sizes_[root_a] += sizes_[root_b];
  set_of_root_[root_a] = set_a;
  representatives_[root_a] = representative;
}

auto ConnectionSets::MembersOf(uint32_t set) const -> std::vector<Member> {
  std::vector<Member> members;
  for (uint32_t k = sets_[set].first; k != kNone; k = members_[k].next) members.push_back(members_[k]);
  return members;
}

auto ConnectionSets::Representative(uint32_t slot) -> uint32_t {
  const auto place = members_by_slot_.find(slot);
  return place == members_by_slot_.end() ? kNone : representatives_[Root(place->second)];
}

void ConnectionSets::SetRepresentative(uint32_t slot, uint32_t representative) {
  representatives_[Root(members_by_slot_.at(slot))] = representative;
}

}  // namespace kerf::dymola
