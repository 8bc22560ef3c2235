// Declarations of cuts, nodes and paths. A cut becomes a tree of tuples, dots and leaves; leaves have slots.
#include <algorithm>

#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(DuplicateMain, Error, "`{}` already has a main {}", std::string_view, std::string_view);
KERF_NOTE(OtherMain, "the other one is here");
KERF_DIAG(CutTooLarge, Error, "the cut has more than {} parts or levels", uint32_t);
KERF_DIAG(PathAsCut, Error, "`..` refers to a path; a cut is written with `:`");

constexpr uint32_t kMaxCutLeaves = 100'000;
constexpr uint16_t kMaxCutDepth = 200;

}  // namespace

void ClassBuilder::DeclareCut(const CutDecl& decl) {
  const NameId name = elab_.Name(decl.name);
  const auto other = cls_.cut_names.find(name);
  if (other != cls_.cut_names.end()) return ReportDuplicate(name, decl.span, cls_.cuts[other->second].span);
  NamedCut cut;
  cut.name = name;
  cut.span = decl.span;
  cut.is_node = decl.is_node;
  const auto dims = EvaluateSizes(name, decl.sizes);
  if (dims) cut.dims = *dims;
  for (const int32_t dim : cut.dims) cut.count *= static_cast<uint32_t>(dim);
  if (cut.count > kMaxCutLeaves) emitter_.Emit(decl.span, CutTooLarge, kMaxCutLeaves);
  cut.count = std::min(cut.count, kMaxCutLeaves);
  std::vector<uint32_t> roots;
  for (uint32_t k = 0; k < cut.count; ++k) roots.push_back(MakeNamedCut(decl, name, cut.dims, k));
  // The roots of an indexed cut stand in a row.
  cut.first_node = static_cast<uint32_t>(cls_.cut_nodes.size());
  for (const uint32_t root : roots) cls_.cut_nodes.emplace_back(cls_.cut_nodes[root]);
  const auto index = static_cast<uint32_t>(cls_.cuts.size());
  cls_.cut_names.emplace(name, index);
  cls_.cuts.push_back(std::move(cut));
  if (!decl.is_main) return;
  if (cls_.main_cut != kNoIndex) {
    emitter_.Emit(decl.span, DuplicateMain, Text(cls_.name), "cut")
        .Note(cls_.cuts[cls_.main_cut].span, OtherMain);
    return;
  }
  cls_.main_cut = index;
}

auto ClassBuilder::MakeNamedCut(const CutDecl& decl, NameId name, const std::vector<int32_t>& dims,
                                uint32_t element) -> uint32_t {
  if (decl.clause.has_value()) return MakeCut(decl.clause, name, dims, element);
  Leaf leaf;
  leaf.kind = decl.is_node ? LeafKind::Node : LeafKind::Open;
  leaf.name = name;
  leaf.span = decl.span;
  return AddLeaf(std::move(leaf));
}

auto ClassBuilder::MakeCut(CutExprId id, NameId name, const std::vector<int32_t>& dims, uint32_t element)
    -> uint32_t {
  const CutExpr& cut = ast_[id];
  switch (cut.kind) {
    case CutExprKind::None:
    case CutExprKind::Dot:       return AddDot();
    case CutExprKind::Spec:      return FindCutSpec(cut);
    case CutExprKind::Variables: break;
    case CutExprKind::Tuple:     {
      std::vector<uint32_t> members;
      for (const CutExprId member : cut.members) members.push_back(MakeCut(member, name, dims, element));
      return AddTuple(members, cut.span);
    }
  }
  Leaf leaf;
  leaf.kind = LeafKind::Variables;
  leaf.name = name;
  leaf.span = cut.span;
  for (const CutElement& from : cut.across) leaf.across.push_back(MakeElement(from, dims, element));
  for (const CutElement& from : cut.through) leaf.through.push_back(MakeElement(from, dims, element));
  return AddLeaf(std::move(leaf));
}

auto ClassBuilder::FindCutSpec(const CutExpr& spec) -> uint32_t {
  const auto steps = StepsOf(spec.first, spec.count);
  PrepareSubscripts(steps);
  const Joint joint = steps.back().joint;
  if (joint == Joint::Path) {
    emitter_.Emit(spec.span, PathAsCut);
    return AddDot();
  }
  // A bare name is an own cut; `M:c` and `A::B:c` are cuts of submodels; `A::B` is the main cut of a
  // submodel.
  const bool is_main = joint == Joint::Submodel;
  const Place place = FindSubmodel(is_main ? steps : steps.first(steps.size() - 1));
  if (steps.size() > 1 && !place.cls.has_value()) return AddDot();
  const uint32_t found = is_main ? MainCutOf(place, steps.back()) : FindCutIn(place, steps.back());
  return found == kNoIndex ? AddDot() : found;
}

void ClassBuilder::DeclarePath(const PathDecl& decl) {
  const NameId name = elab_.Name(decl.name);
  const auto other = cls_.path_names.find(name);
  if (other != cls_.path_names.end()) return ReportDuplicate(name, decl.span, cls_.paths[other->second].span);
  NamedPath path{name, decl.span, kNoIndex, kNoIndex};
  if (decl.to.has_value()) {
    path.from = MakeCut(decl.from, name, {}, 0);
    path.to = MakeCut(decl.to, name, {}, 0);
  } else if (const auto found = FindPathSpec(ast_[decl.from])) {
    path.from = found->from;
    path.to = found->to;
  }
  const auto index = static_cast<uint32_t>(cls_.paths.size());
  cls_.path_names.emplace(name, index);
  cls_.paths.push_back(path);
  if (!decl.is_main) return;
  if (cls_.main_path != kNoIndex) {
    emitter_.Emit(decl.span, DuplicateMain, Text(cls_.name), "path")
        .Note(cls_.paths[cls_.main_path].span, OtherMain);
    return;
  }
  cls_.main_path = index;
}

auto ClassBuilder::FindPathSpec(const CutExpr& spec) -> std::optional<NamedPath> {
  const auto steps = StepsOf(spec.first, spec.count);
  PrepareSubscripts(steps);
  // `path P M` means the main path of a submodel M, unless the model itself has a path M.
  const bool is_own = steps.size() == 1 && cls_.path_names.contains(elab_.Name(steps[0].name));
  const bool is_main = !is_own && steps.back().joint != Joint::Path;
  const Place place = FindSubmodel(is_main ? steps : steps.first(steps.size() - 1));
  if (!is_own && !place.cls.has_value()) return std::nullopt;
  return is_main ? MainPathOf(place, steps.back()) : FindPathIn(place, steps.back());
}

auto ClassBuilder::AddLeaf(Leaf leaf) -> uint32_t {
  CutNode node;
  node.kind = CutNodeKind::Leaf;
  node.a = cls_.n_leaf_slots();
  cls_.leaves.push_back(std::move(leaf));
  cls_.cut_nodes.push_back(node);
  return static_cast<uint32_t>(cls_.cut_nodes.size() - 1);
}

auto ClassBuilder::AddDot() -> uint32_t {
  CutNode node;
  node.has_dot = true;
  cls_.cut_nodes.push_back(node);
  return static_cast<uint32_t>(cls_.cut_nodes.size() - 1);
}

auto ClassBuilder::AddTuple(const std::vector<uint32_t>& members, const Span& span) -> uint32_t {
  CutNode node;
  node.kind = CutNodeKind::Tuple;
  node.a = static_cast<uint32_t>(cls_.cut_members.size());
  node.b = static_cast<uint32_t>(members.size());
  node.n_leaves = 0;
  for (const uint32_t member : members) {
    const CutNode& part = cls_.cut_nodes[member];
    node.n_leaves += part.n_leaves;
    node.depth = std::max<uint16_t>(node.depth, part.depth + 1);
    node.has_dot |= part.has_dot;
  }
  if (node.n_leaves > kMaxCutLeaves || node.depth > kMaxCutDepth) {
    emitter_.Emit(span, CutTooLarge, node.depth > kMaxCutDepth ? kMaxCutDepth : kMaxCutLeaves);
    return AddDot();
  }
  cls_.cut_members.insert(cls_.cut_members.end(), members.begin(), members.end());
  cls_.cut_nodes.push_back(node);
  return static_cast<uint32_t>(cls_.cut_nodes.size() - 1);
}

// A submodel's cut as seen from this class. The depth of trees is limited by AddTuple.
auto ClassBuilder::ImportCut(const Place& place, uint32_t node_index) -> uint32_t {
  if (!place.cls.has_value()) return node_index;
  const Class& from = elab_[place.cls];
  const CutNode& node = from.cut_nodes[node_index];
  if (node.kind == CutNodeKind::Tuple) {
    std::vector<uint32_t> members;
    for (uint32_t k = 0; k < node.b; ++k) members.push_back(ImportCut(place, from.cut_members[node.a + k]));
    return AddTuple(members, {});
  }
  CutNode copy = node;
  if (node.kind == CutNodeKind::Leaf) copy.a += place.leaf_offset;
  cls_.cut_nodes.push_back(copy);
  return static_cast<uint32_t>(cls_.cut_nodes.size() - 1);
}

}  // namespace kerf::dymola
