// Operands of connection expressions: cuts, paths, nodes and submodels that stand for both.
#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(NoMainCutOrPath, Error, "`{}` has no main {}, so a reference to the submodel alone says nothing",
          std::string_view, std::string_view);
KERF_DIAG(NoCutOrPathNamed, Error, "`{}` has neither a cut nor a path `{}`", std::string_view,
          std::string_view);
KERF_NOTE(TypeOfSubmodel, "its type is declared here");
KERF_DIAG(ConnectsNothing, Warning, "this statement connects nothing");

}  // namespace

void ClassBuilder::ElaborateConnect(const ConnectItem& connect) {
  statements_.push_back(elab_.MakeOrigin(connect.span, flat::MadeBy::Connection));
  conn_first_ = connect.first;
  conn_values_.assign(connect.last - connect.first, ConnValue{});
  for (uint32_t k = connect.first; k < connect.last; ++k) {
    const ConnNode& node = ast_.conn_nodes[k];
    connect_span_ = node.span;
    ConnValue& value = conn_values_[k - connect.first];
    switch (node.kind) {
      case ConnKind::Error:    value.is_broken = true; break;
      case ConnKind::Operand:  value = EvaluateOperand(connect, node); break;
      case ConnKind::Reversed: value = EvaluateReversed(node); break;
      case ConnKind::Binary:   value = EvaluateBinary(node); break;
      case ConnKind::Tuple:    value = EvaluateTuple(node); break;
      case ConnKind::Dot:      value.is_dot = true; break;
    }
  }
  for (const uint32_t root : connect.roots) {
    const ConnKind kind = ast_.conn_nodes[root].kind;
    if (kind == ConnKind::Operand && !ConnOf(root).is_broken)
      emitter_.Emit(ast_.conn_nodes[root].span, ConnectsNothing);
  }
}

auto ClassBuilder::EvaluateOperand(const ConnectItem& connect, const ConnNode& node) -> ConnValue {
  const auto steps = StepsOf(node.a, node.b);
  PrepareSubscripts(steps);
  const Step& last = steps.back();
  ConnValue broken;
  broken.is_broken = true;
  const bool is_named = last.joint == Joint::Cut || last.joint == Joint::Path;
  const bool is_own = steps.size() == 1 && !cls_.sub_names.contains(elab_.Name(last.name));
  if (is_own) return OwnValue(last);
  const Place place = FindSubmodel(is_named ? steps.first(steps.size() - 1) : steps);
  if (!place.cls.has_value()) return broken;
  if (!is_named) return SubmodelValue(connect, last, place);
  ConnValue value;
  if (last.joint == Joint::Cut) {
    value.cut = FindCutIn(place, last);
    value.is_broken = !value.has_cut();
    return value;
  }
  const auto path = FindPathIn(place, last);
  if (!path) return broken;
  value.from = path->from;
  value.to = path->to;
  return value;
}

// With an identifier the cut and path of that name, else the main ones; whichever there are.
auto ClassBuilder::SubmodelValue(const ConnectItem& connect, const Step& step, const Place& place)
    -> ConnValue {
  const Class& in = elab_[place.cls];
  ConnValue value;
  value.is_broken = true;
  bool has_cut = in.main_cut != kNoIndex;
  bool has_path = in.main_path != kNoIndex;
  Step named = step;
  named.has_subscripts = false;
  named.count = 0;
  if (connect.id.has_value()) {
    named.name = connect.id;
    has_cut = in.cut_names.contains(elab_.Name(connect.id));
    has_path = in.path_names.contains(elab_.Name(connect.id));
    if (has_cut && in.cuts[in.cut_names.at(elab_.Name(connect.id))].is_node) has_cut = false;
  }
  if (!has_cut && !has_path) {
    ReportNoMain(connect, step, in);
    return value;
  }
  if (has_cut) value.cut = connect.id.has_value() ? FindCutIn(place, named) : MainCutOf(place, step);
  const auto path = !has_path                ? std::nullopt
                    : connect.id.has_value() ? FindPathIn(place, named)
                                             : MainPathOf(place, step);
  if (path) value.from = path->from;
  if (path) value.to = path->to;
  value.is_broken = !value.has_cut() && !value.has_path();
  return value;
}

void ClassBuilder::ReportNoMain(const ConnectItem& connect, const Step& step, const Class& in) {
  const Span declared = ast_[in.decl].span;
  const std::string_view name = elab_.program.names[step.name];
  if (connect.id.has_value()) {
    emitter_.Emit(step.span, NoCutOrPathNamed, name, elab_.program.names[connect.id])
        .Note(declared, TypeOfSubmodel);
  } else {
    ReportNoMainOf(step, in, "cut or main path");
  }
}

void ClassBuilder::ReportNoMainOf(const Step& step, const Class& in, std::string_view what) {
  emitter_.Emit(step.span, NoMainCutOrPath, elab_.program.names[step.name], what)
      .Note(ast_[in.decl].span, TypeOfSubmodel);
}

auto ClassBuilder::MainCutOf(const Place& place, const Step& step) -> uint32_t {
  const Class& in = elab_[place.cls];
  if (in.main_cut == kNoIndex) {
    ReportNoMainOf(step, in, "cut");
    return kNoIndex;
  }
  Step all;
  all.span = step.span;
  const NamedCut& cut = in.cuts[in.main_cut];
  return SelectCut(place, cut, all);
}

auto ClassBuilder::MainPathOf(const Place& place, const Step& step) -> std::optional<NamedPath> {
  const Class& in = elab_[place.cls];
  if (in.main_path == kNoIndex) {
    ReportNoMainOf(step, in, "path");
    return std::nullopt;
  }
  NamedPath path = in.paths[in.main_path];
  if (path.from == kNoIndex) return std::nullopt;
  path.from = ImportCut(place, path.from);
  path.to = ImportCut(place, path.to);
  return path;
}

// A cut, node or path of this model; a name that is a cut and a path stands for both.
auto ClassBuilder::OwnValue(const Step& step) -> ConnValue {
  ConnValue value;
  const NameId name = elab_.Name(step.name);
  const bool has_cut = cls_.cut_names.contains(name);
  const bool has_path = cls_.path_names.contains(name);
  if (!has_cut && !has_path) ReportUnknown(step, "submodel, cut, node or path", cls_.cut_names, cls_);
  if (has_cut) value.cut = FindCutIn({}, step);
  const auto path = has_path && !step.has_subscripts ? FindPathIn({}, step) : std::nullopt;
  if (path) value.from = path->from;
  if (path) value.to = path->to;
  value.is_broken = !value.has_cut() && !value.has_path();
  return value;
}

}  // namespace kerf::dymola
