// Parameter lists of submodels: by position or by name; values are expressions of the enclosing model's
// parameters.
#include <algorithm>

#include "base/nearest.h"
#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(TooManyParameters, Error, "`{}` has {} parameters but {} values are given", std::string_view,
          size_t, size_t);
KERF_DIAG(UnknownParameter, Error, "`{}` has no parameter `{}`", std::string_view, std::string_view);
KERF_DIAG(ParameterGivenTwice, Error, "the parameter `{}` is given twice", std::string_view);
KERF_DIAG(ParameterShape, Error, "the parameter `{}` has the shape {} but the value has the shape {}",
          std::string_view, std::string, std::string);
KERF_DIAG(StartShape, Error, "`{}` has the shape {} but its initial value has the shape {}", std::string_view,
          std::string, std::string);
KERF_DIAG(StartOfParameter, Error, "`{}` has no initial value: only variables that change have one",
          std::string_view);
KERF_NOTE(TypeDeclared, "the type is declared here");
KERF_NOTE(DidYouMeanParameter, "did you mean `{}`?", std::string);
KERF_NOTE(ParameterHere, "it is declared here");

}  // namespace

// The arguments in the order of the type's parameters, null where none is given.
auto ClassBuilder::SortArguments(const SubmodelItem& item, const ModelDecl& decl)
    -> std::vector<const Argument*> {
  std::vector<const Argument*> sorted(decl.parameters.size(), nullptr);
  std::unordered_map<NameId, size_t> places;
  for (size_t k = 0; k < decl.parameters.size(); ++k) places.emplace(decl.parameters[k].name, k);
  size_t position = 0;
  for (const Argument& argument : item.arguments) {
    const bool by_name = argument.name.has_value();
    const auto place = places.find(argument.name);
    if (by_name && place == places.end()) {
      ReportUnknownParameter(argument, decl);
      continue;
    }
    const size_t k = by_name ? place->second : position++;
    if (k >= sorted.size()) continue;
    if (sorted[k] != nullptr) {
      emitter_.Emit(argument.span, ParameterGivenTwice, elab_.program.names[decl.parameters[k].name]);
      continue;
    }
    sorted[k] = &argument;
  }
  if (position > sorted.size()) {
    emitter_.Emit(item.span, TooManyParameters, elab_.program.names[decl.name], sorted.size(), position)
        .Note(decl.span, TypeDeclared);
  }
  return sorted;
}

void ClassBuilder::ReportUnknownParameter(const Argument& argument, const ModelDecl& decl) {
  std::vector<std::string> candidates;
  for (const Parameter& parameter : decl.parameters)
    candidates.emplace_back(elab_.program.names[parameter.name]);
  const std::string_view wanted = elab_.program.names[argument.name];
  const std::string nearest = base::Nearest(wanted, candidates);
  auto report = emitter_.Emit(argument.span, UnknownParameter, elab_.program.names[decl.name], wanted);
  report.Note(decl.span, TypeDeclared);
  if (!nearest.empty()) report.Note({}, DidYouMeanParameter, nearest);
}

auto ClassBuilder::GiveStructure(const ModelDecl& decl, const std::vector<const Argument*>& arguments)
    -> std::optional<StructureValues> {
  StructureValues values;
  for (const uint32_t k : StructureParameters(decl)) {
    values.emplace_back();
    if (arguments[k] == nullptr) continue;
    values.back() = TryFixed(arguments[k]->value);
    if (!values.back()) return std::nullopt;
  }
  return values;
}

void ClassBuilder::SetParameters() {
  for (const PendingList& pending : pending_) {
    if (pending.is_start) {
      SetStart(cls_.subs[pending.sub], *pending.argument, pending.name);
    } else {
      SetParameter(cls_.subs[pending.sub], *pending.argument, pending.name);
    }
  }
}

void ClassBuilder::SetParameter(ClassSub& sub, const Argument& argument, NameId name) {
  const ExprId value = Evaluate(argument.value, Use::Known).expr;
  if (value == expr::Pool::kError) return;
  const Class& type = elab_[sub.cls];
  // A parameter declared in a branch that was not chosen is not there; its value is ignored.
  const auto found = type.var_names.find(name);
  if (found == type.var_names.end()) return;
  const ClassVar& parameter = type.vars[found->second];
  if (!IsNumeric(value, argument.span)) return;
  if (pool_.type(value).shape != parameter.shape) {
    emitter_
        .Emit(argument.span, ParameterShape, Text(name), ShapeText(parameter.shape),
              ShapeText(pool_.type(value).shape))
        .Note(parameter.span, ParameterHere);
    return;
  }
  sub.overrides.push_back({found->second, value});
}

void ClassBuilder::SetStart(ClassSub& sub, const Argument& argument, NameId name) {
  const Class& type = elab_[sub.cls];
  const auto found = type.var_names.find(name);
  if (found == type.var_names.end()) {
    Step step;
    step.name = argument.name;
    step.span = argument.span;
    return ReportUnknown(step, "variable", type.var_names, type);
  }
  const ClassVar& var = type.vars[found->second];
  const bool is_known = var.kind == VarKind::Parameter || var.kind == VarKind::Constant;
  if (is_known || var.kind == VarKind::Structure || var.kind == VarKind::External) {
    emitter_.Emit(argument.span, StartOfParameter, Text(name)).Note(var.span, ParameterHere);
    return;
  }
  const ExprId value = Evaluate(argument.value, Use::Known).expr;
  if (value == expr::Pool::kError || var.is_broken || !IsNumeric(value, argument.span)) return;
  const expr::ShapeId shape = pool_.type(value).shape;
  if (shape != var.shape && shape != expr::kScalar) {
    emitter_.Emit(argument.span, StartShape, Text(name), ShapeText(var.shape), ShapeText(shape));
    return;
  }
  sub.starts.push_back({found->second, value});
}

}  // namespace kerf::dymola
