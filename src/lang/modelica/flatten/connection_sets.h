// Connection sets (chapter 9): which variables of connectors are connected with each other. A variable is a
// member once as seen from inside its component and once as seen from outside; the two are different members.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/disjoint_sets.h"
#include "flat/world.h"
#include "lang/modelica/inst/inst.h"

namespace kerf::modelica {

// A variable of a connector, or an element of an array of connectors of predefined type.
struct Member {
  Component* component = nullptr;
  // No subscripts: the whole variable.
  std::vector<int32_t> subscripts;
  // A connector of the class in which the connection stands, not of one of its parts.
  bool is_outside = false;
};

using MemberId = base::Id<struct MemberTag>;

class ConnectionSets {
 public:
  // The id of a member, made on first use.
  auto IdOf(const Member& member) -> MemberId;
  void Connect(MemberId a, MemberId b, flat::OriginId origin);
  [[nodiscard]] auto IsMember(const Member& member) const -> bool;
  auto operator[](MemberId id) const -> const Member& { return members_[id.index]; }

  struct Set {
    std::vector<MemberId> members;
    std::vector<flat::OriginId> origins;
  };
  // All sets, members and sets in the order of the connections.
  [[nodiscard]] auto Sets() -> std::vector<Set>;

 private:
  std::vector<Member> members_;
  base::DisjointSets sets_;
  std::vector<std::vector<flat::OriginId>> origins_;
  std::unordered_map<const Component*, std::vector<uint32_t>> of_component_;
};

}  // namespace kerf::modelica
