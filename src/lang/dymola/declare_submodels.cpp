// Submodels: their types, sizes and parameter lists.
#include <algorithm>

#include "base/nearest.h"
#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(UnknownModelType, Error, "there is no model type `{}` here", std::string_view);
KERF_DIAG(TypeDeclaredLater, Error, "the model type `{}` is used before it is declared", std::string_view);
KERF_DIAG(RecursiveType, Error, "the model type `{}` contains itself", std::string_view);
KERF_NOTE(TypeHere, "it is declared here");
KERF_NOTE(DidYouMeanType, "did you mean `{}`?", std::string);
KERF_DIAG(TooManyInstances, Error, "`{}` would make more than {} submodels, a limit that `--max-size` sets",
          std::string_view, uint32_t);

}  // namespace

void ClassBuilder::DeclareSubmodels(BlockId block) {
  for (const Item& item : ast_[block]) {
    if (item.kind == ItemKind::Submodel) DeclareSubmodel(ast_.submodels[item.index]);
    if (item.kind != ItemKind::Choice || !ast_.choices[item.index].has_declarations) continue;
    if (const auto chosen = ChooseBranch(item.index)) DeclareSubmodels(*chosen);
  }
}

void ClassBuilder::DeclareSubmodel(const SubmodelItem& item) {
  const NameId name = elab_.Name(item.name);
  const auto other = cls_.sub_names.find(name);
  if (other != cls_.sub_names.end()) return ReportDuplicate(name, item.span, cls_.subs[other->second].span);
  ClassSub sub;
  sub.name = name;
  sub.span = item.span;
  sub.event = item.event;
  const auto index = static_cast<uint32_t>(cls_.subs.size());
  const DeclId decl = FindType(item);
  const auto dims = EvaluateSizes(name, item.sizes);
  if (dims) sub.dims = *dims;
  if (decl.has_value() && dims) {
    const std::vector<const Argument*> arguments = SortArguments(item, ast_[decl]);
    if (const auto given = GiveStructure(ast_[decl], arguments))
      sub.cls = elab_.ClassOf(decl, *given, item.span);
    for (uint32_t k = 0; k < arguments.size() && sub.cls.has_value(); ++k) {
      if (arguments[k] == nullptr || ast_[decl].parameters[k].is_structure) continue;
      pending_.push_back({index, elab_.Name(ast_[decl].parameters[k].name), arguments[k], false});
    }
    for (const Argument& start : item.starts) {
      if (sub.cls.has_value()) pending_.push_back({index, elab_.Name(start.name), &start, true});
    }
  }
  // A broken submodel has no slots, but a place among the others.
  sub.var_offset = cls_.own_vars;
  sub.leaf_offset = cls_.own_leaves;
  if (sub.cls.has_value()) PlaceSubmodel(sub);
  cls_.sub_names.emplace(name, index);
  cls_.subs.push_back(std::move(sub));
}

// The innermost declaration of that name that stands before its use.
auto ClassBuilder::FindType(const SubmodelItem& item) -> DeclId {
  if (item.in_place.has_value()) return item.in_place;
  DeclId later;
  for (DeclId scope = cls_.decl;; scope = ast_[scope].parent) {
    const auto& types = scope.has_value() ? ast_[scope].types : elab_.program.types;
    const auto found = types.find(item.type);
    if (found != types.end() && ast_[found->second].event < item.event) return found->second;
    if (found != types.end()) later = found->second;
    if (!scope.has_value()) break;
  }
  const std::string_view text = elab_.program.names[item.type];
  if (!later.has_value()) {
    ReportUnknownType(item);
    return {};
  }
  bool is_own = false;
  for (DeclId scope = cls_.decl; scope.has_value(); scope = ast_[scope].parent) is_own |= scope == later;
  if (is_own) {
    emitter_.Emit(item.type_span, RecursiveType, text).Note(ast_[later].span, TypeHere);
  } else {
    emitter_.Emit(item.type_span, TypeDeclaredLater, text).Note(ast_[later].span, TypeHere);
  }
  return {};
}

void ClassBuilder::ReportUnknownType(const SubmodelItem& item) {
  std::vector<std::string> candidates;
  for (DeclId scope = cls_.decl;; scope = ast_[scope].parent) {
    const auto& types = scope.has_value() ? ast_[scope].types : elab_.program.types;
    for (const auto& [name, decl] : types) candidates.emplace_back(elab_.program.names[name]);
    if (!scope.has_value()) break;
  }
  std::ranges::sort(candidates);
  const std::string_view wanted = elab_.program.names[item.type];
  const std::string nearest = base::Nearest(wanted, candidates);
  auto report = emitter_.Emit(item.type_span, UnknownModelType, wanted);
  if (!nearest.empty()) report.Note({}, DidYouMeanType, nearest);
}

// Gives the submodel its slots, behind those of the submodels before it.
void ClassBuilder::PlaceSubmodel(ClassSub& sub) {
  const Class& type = elab_[sub.cls];
  uint64_t count = 1;
  for (const int32_t dim : sub.dims) count *= static_cast<uint64_t>(dim);
  const uint64_t n_instances = cls_.n_instances + count * type.n_instances;
  const uint64_t n_slots = cls_.own_vars + count * type.n_slots();
  const uint64_t n_leaves = cls_.own_leaves + count * type.n_leaf_slots();
  if (n_instances > elab_.options.max_instances || std::max(n_slots, n_leaves) > (1U << 30)) {
    emitter_.Emit(sub.span, TooManyInstances, Text(cls_.name), elab_.options.max_instances);
    sub.cls = {};
    return;
  }
  sub.count = static_cast<uint32_t>(count);
  cls_.own_vars = static_cast<uint32_t>(n_slots);
  cls_.own_leaves = static_cast<uint32_t>(n_leaves);
  cls_.n_instances = static_cast<uint32_t>(n_instances);
  cls_.depth = std::max(cls_.depth, type.depth + 1);
}

}  // namespace kerf::dymola
