// Joining two cuts: tuples member by member down to leaves, which enter the connection sets.
#include <algorithm>

#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(CutKindMismatch, Error, "`{}` is a tuple of {} cuts and `{}` is a single cut", std::string,
          uint32_t, std::string);
KERF_DIAG(SubcutMismatch, Error, "`{}` has {} subcuts but `{}` has {}", std::string, uint32_t, std::string,
          uint32_t);
KERF_DIAG(CutConnectedTwice, Error, "the cut `{}` is connected in two different models", std::string);
KERF_NOTE(CutHere, "`{}` is declared here", std::string);
KERF_NOTE(ConnectedThere, "the other connection is here");

}  // namespace

// A plain node that has been joined with a tuple stands for a tuple of nodes.
auto ClassBuilder::Expanded(uint32_t node) -> uint32_t {
  if (cls_.cut_nodes[node].kind != CutNodeKind::Leaf) return node;
  const auto found = expansions_.find(cls_.cut_nodes[node].a);
  return found == expansions_.end() ? node : found->second;
}

// The cut with its dots replaced by what they were joined with.
auto ClassBuilder::Filled(uint32_t node, uint32_t other) -> uint32_t {
  const CutNode x = cls_.cut_nodes[node];
  if (!x.has_dot) return node;
  if (x.kind == CutNodeKind::Dot) return other;
  const CutNode y = cls_.cut_nodes[Expanded(other)];
  if (y.kind != CutNodeKind::Tuple || y.b != x.b) return node;
  std::vector<uint32_t> members;
  for (uint32_t k = 0; k < x.b; ++k)
    members.push_back(Filled(cls_.cut_members[x.a + k], cls_.cut_members[y.a + k]));
  return AddTuple(members, connect_span_);
}

void ClassBuilder::JoinCuts(uint32_t a, uint32_t b) {
  a = Expanded(a);
  b = Expanded(b);
  const CutNode x = cls_.cut_nodes[a];
  const CutNode y = cls_.cut_nodes[b];
  if (x.kind == CutNodeKind::Dot || y.kind == CutNodeKind::Dot) return;
  if (x.kind == CutNodeKind::Leaf && y.kind == CutNodeKind::Leaf) return JoinLeaves(x.a, y.a);
  if (x.kind == CutNodeKind::Tuple && y.kind == CutNodeKind::Tuple) return JoinTuples(a, b);
  const bool a_is_leaf = x.kind == CutNodeKind::Leaf;
  const CutNode& tuple = a_is_leaf ? y : x;
  const uint32_t slot = a_is_leaf ? x.a : y.a;
  // A tuple of one cut is as good as the cut.
  if (tuple.b == 1) {
    const uint32_t member = cls_.cut_members[tuple.a];
    return a_is_leaf ? JoinCuts(a, member) : JoinCuts(member, b);
  }
  if (LeafAt(slot).kind != LeafKind::Variables && !sets_.Contains(slot)) {
    Expand(slot, tuple.b);
    return JoinTuples(Expanded(a), Expanded(b));
  }
  emitter_.Emit(connect_span_, CutKindMismatch, CutText(a_is_leaf ? b : a), tuple.b, SlotText(slot))
      .Note(LeafAt(slot).span, CutHere, SlotText(slot));
}

void ClassBuilder::Expand(uint32_t slot, uint32_t count) {
  const Leaf like = LeafAt(slot);
  std::vector<uint32_t> members;
  for (uint32_t k = 0; k < count; ++k) {
    Leaf leaf = like;
    // Only an own cut can hand its structure on to the outside.
    if (slot < cls_.own_leaves) leaf.kind = LeafKind::Node;
    leaf.name =
        elab_.world.names.Intern(fmt::format("{}{}", like.name.has_value() ? Text(like.name) : "", k + 1));
    members.push_back(AddLeaf(std::move(leaf)));
  }
  expansions_.emplace(slot, AddTuple(members, connect_span_));
}

void ClassBuilder::JoinTuples(uint32_t a, uint32_t b) {
  const CutNode x = cls_.cut_nodes[a];
  const CutNode y = cls_.cut_nodes[b];
  if (x.kind != CutNodeKind::Tuple || y.kind != CutNodeKind::Tuple) return;
  if (x.b != y.b) {
    emitter_.Emit(connect_span_, SubcutMismatch, CutText(a), x.b, CutText(b), y.b);
    return;
  }
  for (uint32_t k = 0; k < x.b; ++k) JoinCuts(cls_.cut_members[x.a + k], cls_.cut_members[y.a + k]);
}

void ClassBuilder::JoinLeaves(uint32_t a, uint32_t b) {
  CheckConnectedOnce(a);
  CheckConnectedOnce(b);
  const auto standing_for = [&](uint32_t slot) {
    if (LeafAt(slot).kind == LeafKind::Variables) return slot;
    return sets_.Representative(slot);
  };
  const uint32_t x = standing_for(a);
  const uint32_t y = standing_for(b);
  if (x != ConnectionSets::kNone && y != ConnectionSets::kNone && !IsFitting(x, y)) return;
  sets_.Join(a, b, static_cast<uint32_t>(statements_.size() - 1));
  const uint32_t standing = x != ConnectionSets::kNone ? x : y;
  if (standing != ConnectionSets::kNone) sets_.SetRepresentative(a, standing);
}

// Down to the submodel that owns the cut.
auto ClassBuilder::Locate(uint32_t slot) const -> LeafPlace {
  LeafPlace place{&cls_, slot, 0};
  while (place.leaf < place.cls->own_leaves) {
    const auto& subs = place.cls->subs;
    const auto after = std::ranges::upper_bound(subs, place.leaf, {}, &ClassSub::leaf_offset);
    const ClassSub& sub = *(after - 1);
    const Class& type = elab_[sub.cls];
    const uint32_t element = (place.leaf - sub.leaf_offset) / type.n_leaf_slots();
    place.leaf -= sub.leaf_offset + element * type.n_leaf_slots();
    place.var_base += sub.var_offset + element * type.n_slots();
    place.cls = &type;
  }
  place.leaf -= place.cls->own_leaves;
  return place;
}

auto ClassBuilder::LeafAt(uint32_t slot) const -> const Leaf& {
  const LeafPlace place = Locate(slot);
  return place.cls->leaves[place.leaf];
}

// A cut of a submodel's submodel may have been connected by the submodel already.
void ClassBuilder::CheckConnectedOnce(uint32_t slot) {
  if (slot >= cls_.own_leaves || !cls_.connected.emplace(slot, connect_span_).second) return;
  const Class* in = &cls_;
  uint32_t leaf = slot;
  while (leaf < in->own_leaves) {
    const ClassSub& sub = *(std::ranges::upper_bound(in->subs, leaf, {}, &ClassSub::leaf_offset) - 1);
    in = &elab_[sub.cls];
    leaf = (leaf - sub.leaf_offset) % in->n_leaf_slots();
    const auto other = in->connected.find(leaf);
    if (other == in->connected.end()) continue;
    emitter_.Emit(connect_span_, CutConnectedTwice, SlotText(slot)).Note(other->second, ConnectedThere);
    return;
  }
}

}  // namespace kerf::dymola
