// The operators of connection expressions: Table 3.1 of the thesis.
#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(AtNeedsCuts, Error, "`at` joins cuts, but the {} operand is a path", std::string_view);
KERF_DIAG(NeedsPath, Error, "`{}` works on paths, but the {} operand is a cut", std::string_view,
          std::string_view);
KERF_DIAG(NoConnectionValue, Error,
          "the connection on the {} leads from a cut to a cut and cannot be connected further",
          std::string_view);
KERF_DIAG(MixedTuple, Error, "the members of a tuple must be all cuts or all paths");
KERF_DIAG(FanNeedsTuple, Error, "`{}` needs a tuple of cuts on its {} side", std::string_view,
          std::string_view);
KERF_DIAG(PathThroughNode, Warning,
          "after `path to cut` the connection goes on from the first cut of the path, not from the cut");
KERF_NOTE(SplitChain, "to put parts in series through a node, begin with the node or write two connections");

auto NameOf(ConnOp op) -> std::string_view {
  switch (op) {
    case ConnOp::At:     return "at";
    case ConnOp::To:     return "to";
    case ConnOp::From:   return "from";
    case ConnOp::Par:    return "par";
    case ConnOp::Loop:   return "loop";
    case ConnOp::Branch: return "branch";
    case ConnOp::Join:   return "join";
  }
  return "";
}

auto Broken() -> ConnValue {
  ConnValue value;
  value.is_broken = true;
  return value;
}

// Where a connection leaves a value and where it enters one: a path's ends, or the cut itself.
auto EndOf(const ConnValue& x) -> uint32_t { return x.has_path() ? x.to : x.cut; }
auto StartOf(const ConnValue& x) -> uint32_t { return x.has_path() ? x.from : x.cut; }

// The value of `x to y` and its relatives: what is left of the two when x's end has met y's start.
auto SeriesValue(const ConnValue& x, const ConnValue& y) -> ConnValue {
  ConnValue value;
  if (x.has_path() && y.has_path()) {
    value.from = x.from;
    value.to = y.to;
  } else if (y.has_path()) {
    value.cut = y.to;
  } else if (x.has_path()) {
    value.cut = x.from;
  }
  return value;
}

}  // namespace

auto ClassBuilder::EvaluateReversed(const ConnNode& node) -> ConnValue {
  const ConnValue x = ConnOf(node.a);
  if (x.is_broken || !CheckValue(node, x, "right")) return Broken();
  if (!x.has_path()) {
    emitter_.Emit(node.span, NeedsPath, "reversed", "right");
    return Broken();
  }
  ConnValue value;
  value.from = x.to;
  value.to = x.from;
  return value;
}

// A dot stands for a wire: in a tuple of cuts nothing is connected there, in a tuple of paths both ends are
// one node.
auto ClassBuilder::EvaluateTuple(const ConnNode& node) -> ConnValue {
  bool all_cuts = true;
  bool all_paths = true;
  std::vector<uint32_t> cuts;
  std::vector<uint32_t> from;
  std::vector<uint32_t> to;
  for (uint32_t k = 0; k < node.b; ++k) {
    const ConnValue member = ConnOf(ast_.lists[node.a + k]);
    if (member.is_broken || !CheckValue(node, member, "inside")) return Broken();
    if (member.is_dot) {
      cuts.push_back(AddDot());
      from.push_back(AddLeaf({}));
      to.push_back(from.back());
      continue;
    }
    all_cuts &= member.has_cut();
    all_paths &= member.has_path();
    cuts.push_back(member.cut);
    from.push_back(member.from);
    to.push_back(member.to);
  }
  if (!all_cuts && !all_paths) {
    emitter_.Emit(node.span, MixedTuple);
    return Broken();
  }
  ConnValue value;
  if (all_cuts) value.cut = AddTuple(cuts, node.span);
  if (all_paths) value.from = AddTuple(from, node.span);
  if (all_paths) value.to = AddTuple(to, node.span);
  return value;
}

// False, with a message, if there is nothing left to connect.
auto ClassBuilder::CheckValue(const ConnNode& node, const ConnValue& value, std::string_view side) -> bool {
  if (value.has_cut() || value.has_path() || value.is_dot) return true;
  emitter_.Emit(node.span, NoConnectionValue, side);
  return false;
}

auto ClassBuilder::EvaluateBinary(const ConnNode& node) -> ConnValue {
  const ConnValue x = ConnOf(node.a);
  const ConnValue y = ConnOf(node.b);
  if (x.is_broken || y.is_broken) return Broken();
  if (!CheckValue(node, x, "left") || !CheckValue(node, y, "right")) return Broken();
  switch (node.op) {
    case ConnOp::At:     return ConnectAt(node, x, y);
    case ConnOp::To:     return ConnectTo(node, x, y);
    case ConnOp::From:   return ConnectFrom(x, y);
    case ConnOp::Par:
    case ConnOp::Loop:   return ConnectPaths(node, x, y);
    case ConnOp::Branch:
    case ConnOp::Join:   return ConnectFan(node, x, y);
  }
  return Broken();
}

auto ClassBuilder::ConnectAt(const ConnNode& node, const ConnValue& x, const ConnValue& y) -> ConnValue {
  if (!x.has_cut() || !y.has_cut()) {
    emitter_.Emit(node.span, AtNeedsCuts, x.has_cut() ? "right" : "left");
    return Broken();
  }
  JoinCuts(x.cut, y.cut);
  ConnValue value;
  value.cut = Filled(y.cut, x.cut);
  return value;
}

auto ClassBuilder::ConnectTo(const ConnNode& node, const ConnValue& x, const ConnValue& y) -> ConnValue {
  if (x.is_start_of_path) emitter_.Emit(node.span, PathThroughNode).Note({}, SplitChain);
  JoinCuts(EndOf(x), StartOf(y));
  ConnValue value = SeriesValue(x, y);
  value.is_start_of_path = x.has_path() && !y.has_path();
  return value;
}

auto ClassBuilder::ConnectFrom(const ConnValue& x, const ConnValue& y) -> ConnValue {
  JoinCuts(StartOf(x), EndOf(y));
  ConnValue value;
  if (x.has_path() && y.has_path()) {
    value.from = y.from;
    value.to = x.to;
  } else if (y.has_path()) {
    value.cut = y.from;
  } else if (x.has_path()) {
    value.cut = x.to;
  }
  return value;
}

auto ClassBuilder::ConnectPaths(const ConnNode& node, const ConnValue& x, const ConnValue& y) -> ConnValue {
  if (!x.has_path() || !y.has_path()) {
    emitter_.Emit(node.span, NeedsPath, NameOf(node.op), x.has_path() ? "right" : "left");
    return Broken();
  }
  const bool is_loop = node.op == ConnOp::Loop;
  const uint32_t meets_from = is_loop ? y.to : y.from;
  const uint32_t meets_to = is_loop ? y.from : y.to;
  JoinCuts(x.from, meets_from);
  JoinCuts(x.to, meets_to);
  ConnValue value;
  value.from = Filled(x.from, meets_from);
  value.to = Filled(x.to, meets_to);
  return value;
}

// One cut with each member of a tuple: at the start of what follows (branch) or at the end of what precedes
// (join).
auto ClassBuilder::ConnectFan(const ConnNode& node, const ConnValue& x, const ConnValue& y) -> ConnValue {
  const bool is_branch = node.op == ConnOp::Branch;
  const uint32_t end = Expanded(EndOf(x));
  const uint32_t start = Expanded(StartOf(y));
  const CutNode many = cls_.cut_nodes[is_branch ? start : end];
  if (many.kind != CutNodeKind::Tuple) {
    emitter_.Emit(node.span, FanNeedsTuple, NameOf(node.op), is_branch ? "right" : "left");
    return Broken();
  }
  for (uint32_t k = 0; k < many.b; ++k) {
    const uint32_t member = cls_.cut_members[many.a + k];
    JoinCuts(is_branch ? end : member, is_branch ? member : start);
  }
  return SeriesValue(x, y);
}

}  // namespace kerf::dymola
