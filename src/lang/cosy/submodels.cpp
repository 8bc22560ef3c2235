// Variables of submodels that the program refers to: each has a cell, and what statements do with it decides
// how the cell and the model meet.
#include <charconv>

#include "base/nearest.h"
#include "expr/walk.h"
#include "lang/cosy/translator.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using expr::Op;
using expr::VarId;
using flat::Variability;
using process::Role;

KERF_DIAG(CosySubmodelVariable, Error, "the submodel has no variable `{}`{}", std::string, std::string);
KERF_DIAG(CosySubmodelSpelling, Error, "`{}` may mean {}; write it as the submodel does", std::string,
          std::string);
KERF_DIAG(CosySubmodelElement, Error, "`{}` is {}", std::string, std::string);
KERF_DIAG(
    CosySubmodelSubscript, Error,
    "`{}` is neither a whole-numbered constant nor the variable of a FOR whose limits are such constants",
    std::string);
KERF_DIAG(CosySubmodelSubscriptSize, Error, "the subscript is no whole number of reasonable size");
KERF_DIAG(CosySubmodelKind, Error, "`{}` has no number or truth value", std::string);
KERF_DIAG(CosySubmodelComputed, Error,
          "`{}` follows from the equations of its submodel; statements may set inputs, parameters and states",
          std::string);
KERF_DIAG(CosySubmodelFixed, Error,
          "the parameter `{}` cannot change: the equations were made with its value", std::string);
KERF_DIAG(CosySubmodelInput, Warning, "nothing gives the input `{}` a value; it keeps its start value",
          std::string);
KERF_DIAG(CosySubmodelBegin, Error, "`{}` is no state of its submodel, so it cannot begin somewhere",
          std::string);

// Variables that occur differentiated.
auto FindStates(const flat::Model& model) -> std::set<VarId> {
  std::set<VarId> states;
  const expr::Pool& pool = model.world->pool;
  expr::Walker walker(pool);
  for (const flat::EquationId id : model.equations.ids()) {
    const std::array<expr::ExprId, 2> sides = {model.equations[id].lhs, model.equations[id].rhs};
    for (const expr::ExprId at : walker.Postorder(sides)) {
      if (pool.op(at) != Op::Der) continue;
      expr::ExprId inner = pool.operand(at, 0);
      if (pool.op(inner) == Op::Subscript) inner = pool.operand(inner, 0);
      if (pool.op(inner) == Op::Var) states.insert(pool.var(inner));
    }
  }
  for (const VarId id : model.vars.ids()) {
    if (model.vars[id].derivative_of.has_value()) states.insert(model.vars[id].derivative_of);
  }
  return states;
}

// Cuts the subscripts off the end of a path.
auto SplitSubscripts(std::string& path) -> std::vector<int32_t> {
  std::vector<int32_t> subscripts;
  if (path.empty() || path.back() != ']') return subscripts;
  const size_t open = path.rfind('[');
  const char* end = path.data() + path.size();
  for (const char* at = path.data() + open + 1; at < end;) {
    int32_t value = 0;
    at = std::from_chars(at, end, value).ptr + 1;
    subscripts.push_back(value);
  }
  path.resize(open);
  return subscripts;
}

auto TypeOf(Kind kind) -> Tok {
  if (kind == Kind::Boolean) return Tok::Boolean;
  return kind == Kind::Real ? Tok::Algebr : Tok::Integer;
}

}  // namespace

auto Translator::CheckSubscripts() -> bool {
  for (const SubscriptMistake& mistake : program_.subscript_mistakes) {
    if (mistake.name.has_value()) {
      emitter_.Emit(mistake.span, CosySubmodelSubscript, std::string(Written(mistake.name)));
    } else {
      emitter_.Emit(mistake.span, CosySubmodelSubscriptSize);
    }
  }
  return program_.subscript_mistakes.empty();
}

void Translator::DeclareSubmodels() {
  for (const Submodel& submodel : program_.submodels) {
    Symbol symbol;
    symbol.kind = SymbolKind::Model;
    symbol.span = submodel.span;
    AddSymbol(*global_, submodel.name, symbol);
  }
  if (submodels_ == nullptr) return;
  for (const VarId id : submodels_->vars.ids())
    submodel_names_[base::LowerCase(submodels_->world->paths.Render(submodels_->vars[id].path))].push_back(
        id);
  submodel_states_ = FindStates(*submodels_);
  set_names_ = FindSetNames(program_);
  for (const SubmodelUse& use : program_.submodel_uses) DeclareSubmodelVar(use);
  std::set<VarId> used;
  for (const SubmodelVar& var : submodel_variables_) used.insert(var.var);
  for (const VarId id : submodels_->vars.ids()) {
    const flat::Var& var = submodels_->vars[id];
    if (var.causality == flat::Causality::Input && !used.contains(id))
      emitter_.Emit(submodels_->world->origins[var.origin].span, CosySubmodelInput,
                    submodels_->world->paths.Render(var.path));
  }
}

// The variable that is spelled like that, or the only one that is but for the case.
auto Translator::FindSubmodelVar(const SubmodelUse& use, SubmodelVar& found) -> bool {
  std::string name = base::LowerCase(use.spelling);
  auto entry = submodel_names_.find(name);
  if (entry == submodel_names_.end()) {
    found.subscripts = SplitSubscripts(name);
    entry = submodel_names_.find(name);
  }
  if (entry == submodel_names_.end()) {
    std::vector<std::string> known;
    for (const auto& [one, vars] : submodel_names_) known.push_back(one);
    std::ranges::sort(known);
    const std::string near = base::Nearest(name, known);
    std::string hint;
    if (!near.empty())
      hint = fmt::format("; is `{}` meant?",
                         submodels_->world->paths.Render(submodels_->vars[submodel_names_[near][0]].path));
    emitter_.Emit(use.span, CosySubmodelVariable, use.spelling, hint);
    return false;
  }
  std::string spelling = use.spelling;
  if (!found.subscripts.empty()) SplitSubscripts(spelling);
  std::vector<std::string> meant;
  // The submodel's own name is the program's.
  const std::string_view inside = std::string_view(spelling).substr(spelling.find('.'));
  for (const VarId id : entry->second) {
    const std::string full = submodels_->world->paths.Render(submodels_->vars[id].path);
    meant.push_back(fmt::format("`{}`", full));
    const bool is_exact = std::string_view(full).substr(full.find('.')) == inside && !use.is_spelled_twice;
    if (entry->second.size() == 1 || is_exact) found.var = id;
  }
  if (!found.var.has_value())
    emitter_.Emit(use.span, CosySubmodelSpelling, use.spelling, fmt::format("{}", fmt::join(meant, " or ")));
  return found.var.has_value();
}

void Translator::DeclareSubmodelVar(const SubmodelUse& use) {
  SubmodelVar var;
  if (!FindSubmodelVar(use, var)) return;
  const flat::Var& flat = submodels_->vars[var.var];
  const auto dims = submodels_->world->pool.shapes().dims(flat.type.shape);
  if (dims.size() != var.subscripts.size()) {
    emitter_.Emit(use.span, CosySubmodelElement, use.spelling,
                  dims.empty() ? "no array" : "an array; one of its elements is needed here");
    return;
  }
  for (size_t k = 0; k < dims.size(); ++k) {
    if (var.subscripts[k] >= 1 && var.subscripts[k] <= dims[k]) continue;
    emitter_.Emit(use.span, CosySubmodelElement, use.spelling,
                  fmt::format("outside of the array, which has {} elements there", dims[k]));
    return;
  }
  const Kind kind = flat.type.kind;
  if (kind != Kind::Real && kind != Kind::Integer && kind != Kind::Boolean && kind != Kind::Enumeration) {
    emitter_.Emit(use.span, CosySubmodelKind, use.spelling);
    return;
  }
  Symbol symbol;
  symbol.type = TypeOf(kind);
  symbol.span = use.span;
  symbol.name = submodels_->world->paths.Render(flat.path);
  if (!var.subscripts.empty()) symbol.name += fmt::format("[{}]", fmt::join(var.subscripts, ","));
  symbol.is_of_submodel = true;
  symbol.index = NewCells(symbol.name, KindOf(symbol.type), 1, false, use.span);
  if (flat.attributes.has_value()) {
    const NameId unit = submodels_->attributes[flat.attributes].unit;
    if (unit.has_value()) out_.variables.back().unit = submodels_->world->names[unit];
  }
  var.symbol = AddSymbol(*global_, use.name, symbol);
  ChooseRole(use, var);
  submodel_variables_.push_back(std::move(var));
}

void Translator::ChooseRole(const SubmodelUse& use, SubmodelVar& var) {
  const flat::Var& flat = submodels_->vars[var.var];
  const bool is_set = set_names_.at_events.contains(use.name);
  const bool is_begun = set_names_.at_start.contains(use.name);
  const bool is_parameter =
      flat.variability == Variability::Parameter || flat.variability == Variability::Constant;
  const bool is_input = flat.causality == flat::Causality::Input;
  if (is_input && !is_set && !is_begun) {
    var.is_open = use.is_in_equation;
    if (!var.is_open) emitter_.Emit(use.span, CosySubmodelInput, var.symbol->name);
    return;
  }
  if (!is_set && !is_begun) return;
  if (is_input || is_parameter) {
    const bool is_fixed = flat.variability == Variability::Constant || flat.is_structural || flat.is_final;
    if (is_parameter && is_fixed) emitter_.Emit(use.span, CosySubmodelFixed, var.symbol->name);
    var.role = Role::Given;
    return;
  }
  if (!submodel_states_.contains(var.var)) {
    if (is_set) emitter_.Emit(use.span, CosySubmodelComputed, var.symbol->name);
    if (!is_set) emitter_.Emit(use.span, CosySubmodelBegin, var.symbol->name);
    return;
  }
  var.begins = is_begun;
  var.role = is_set ? Role::State : Role::Computed;
}

}  // namespace kerf::cosy
