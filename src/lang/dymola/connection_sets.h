// Connection sets of one class (thesis, chapter 6): ordered lists of cuts, joined by appending one to
// another. The order decides the order of the equations, so sets are linked lists, found through a union-find
// forest.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace kerf::dymola {

class ConnectionSets {
 public:
  struct Member {
    uint32_t slot;
    uint32_t next;
    // The connect statement that brought it in.
    uint32_t statement;
  };
  // A set that was appended to another is empty and keeps its place.
  struct Set {
    uint32_t first;
    uint32_t last;
  };
  static constexpr uint32_t kNone = 0xFFFF'FFFF;

  // a at b: b, or all of b's set, is appended to a's set. Nothing if they share a set already.
  void Join(uint32_t a, uint32_t b, uint32_t statement);
  [[nodiscard]] auto Contains(uint32_t slot) const -> bool { return members_by_slot_.contains(slot); }
  [[nodiscard]] auto n_sets() const -> uint32_t { return static_cast<uint32_t>(sets_.size()); }
  // The members of a set in order.
  [[nodiscard]] auto MembersOf(uint32_t set) const -> std::vector<Member>;
  // A cut with variables that stands for the set of `slot`, or kNone.
  [[nodiscard]] auto Representative(uint32_t slot) -> uint32_t;
  void SetRepresentative(uint32_t slot, uint32_t representative);

 private:
  auto Root(uint32_t member) -> uint32_t;
  auto MemberOf(uint32_t slot, uint32_t statement) -> uint32_t;

  std::vector<Member> members_;
  std::vector<Set> sets_;
  std::unordered_map<uint32_t, uint32_t> members_by_slot_;
  // Union-find over members: parent, size of the tree, and at a root the set and its representative cut.
  std::vector<uint32_t> parents_;
  std::vector<uint32_t> sizes_;
  std::vector<uint32_t> set_of_root_;
  std::vector<uint32_t> representatives_;
};

}  // namespace kerf::dymola
