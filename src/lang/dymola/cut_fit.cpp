// Whether two cuts have variables that fit each other, and cuts as text for messages.
#include <algorithm>

#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(CutSizeMismatch, Error, "`{}` has {} {} variables but `{}` has {}", std::string, size_t,
          std::string_view, std::string, size_t);
KERF_DIAG(CutShapeMismatch, Error, "the {} variables number {} of `{}` and `{}` have the shapes {} and {}",
          std::string_view, size_t, std::string, std::string, std::string, std::string);
KERF_NOTE(FittingCut, "`{}` is declared here", std::string);

}  // namespace

auto ClassBuilder::IsFitting(uint32_t a, uint32_t b) -> bool {
  const LeafPlace x = Locate(a);
  const LeafPlace y = Locate(b);
  return IsFittingPart(a, b, x, y, false) && IsFittingPart(a, b, x, y, true);
}

auto ClassBuilder::IsFittingPart(uint32_t a, uint32_t b, const LeafPlace& x, const LeafPlace& y,
                                 bool is_through) -> bool {
  const Leaf& left = x.cls->leaves[x.leaf];
  const Leaf& right = y.cls->leaves[y.leaf];
  const auto& p = is_through ? left.through : left.across;
  const auto& q = is_through ? right.through : right.across;
  const std::string_view what = is_through ? "through" : "across";
  if (p.size() != q.size()) {
    emitter_.Emit(connect_span_, CutSizeMismatch, SlotText(a), p.size(), what, SlotText(b), q.size())
        .Note(left.span, FittingCut, SlotText(a))
        .Note(right.span, FittingCut, SlotText(b));
    return false;
  }
  for (size_t k = 0; k < p.size(); ++k) {
    if (p[k].is_dot() || q[k].is_dot()) continue;
    const expr::ShapeId s = ElementShape(*x.cls, p[k]);
    const expr::ShapeId t = ElementShape(*y.cls, q[k]);
    if (s == t) continue;
    emitter_.Emit(connect_span_, CutShapeMismatch, what, k + 1, SlotText(a), SlotText(b), ShapeText(s),
                  ShapeText(t));
    return false;
  }
  return true;
}

auto ClassBuilder::ElementShape(const Class& cls, const Element& element) -> expr::ShapeId {
  const auto dims = pool_.shapes().dims(cls.vars[element.var].shape);
  const std::vector<int32_t> rest(dims.begin() + element.n_subscripts, dims.end());
  return pool_.shapes().Make(rest);
}

// `M::N:c`, for messages.
auto ClassBuilder::SlotText(uint32_t slot) const -> std::string {
  std::string text;
  const Class* in = &cls_;
  uint32_t leaf = slot;
  while (leaf < in->own_leaves) {
    const ClassSub& sub = *(std::ranges::upper_bound(in->subs, leaf, {}, &ClassSub::leaf_offset) - 1);
    in = &elab_[sub.cls];
    const uint32_t element = (leaf - sub.leaf_offset) / in->n_leaf_slots();
    leaf = (leaf - sub.leaf_offset) % in->n_leaf_slots();
    if (!text.empty()) text += "::";
    text += Text(sub.name);
    if (!sub.dims.empty()) text += fmt::format("[{}]", element + 1);
  }
  const NameId name = in->leaves[leaf - in->own_leaves].name;
  if (!text.empty()) text += ":";
  return text + (name.has_value() ? std::string(Text(name)) : ".");
}

// The cut's own text is not kept in tuples: its leaves say enough.
auto ClassBuilder::CutText(uint32_t node) const -> std::string {
  const CutNode& cut = cls_.cut_nodes[node];
  if (cut.kind == CutNodeKind::Dot) return ".";
  if (cut.kind == CutNodeKind::Leaf) return SlotText(cut.a);
  std::string text = "[";
  for (uint32_t k = 0; k < cut.b; ++k) {
    if (text.size() > 1) text += " ";
    if (k == 4) return text + "…]";
    text += CutText(cls_.cut_members[cut.a + k]);
  }
  return text + "]";
}

}  // namespace kerf::dymola
