// Submodels in the flat model of the system: what the program sets becomes known there, and states begin
// where it says.
#include <algorithm>

#include "expr/walk.h"
#include "lang/cosy/model_builder.h"

namespace kerf::cosy {

using expr::Kind;
using expr::Op;
using expr::Pool;
using flat::Variability;
using process::Role;

auto ModelBuilder::SubmodelRef(const SubmodelVar& var) -> ExprId {
  const ExprId ref = Ref(var.var);
  if (var.subscripts.empty()) return ref;
  std::vector<ExprId> operands = {ref};
  for (const int32_t subscript : var.subscripts) operands.push_back(pool_.Integer(subscript));
  return pool_.Make(Op::Subscript, operands);
}

// Enumerations count from 1 in programs.
auto ModelBuilder::LowerSubmodel(const Symbol& symbol) -> ExprId {
  const auto& vars = translator_.submodel_variables();
  const auto found = std::ranges::find(vars, &symbol, &SubmodelVar::symbol);
  if (found == vars.end()) return Pool::kError;
  const ExprId ref = SubmodelRef(*found);
  if (pool_.type(ref).kind != Kind::Enumeration) return ref;
  return pool_.Typed(Op::ToInteger, {Kind::Integer, expr::kScalar, 0}, {ref});
}

// An initial value that the program gives: a parameter, so that the problem of the start can be solved again
// and again with others. `symbol`: of an array of the program's, else null.
void ModelBuilder::AddBegin(VarId var, const std::string& name, const Symbol* symbol) {
  const VarId begin = AddVar(name, Kind::Real, Variability::Parameter, symbol);
  flat::Var& state = part_.model.vars[var];
  flat::Attributes attributes;
  if (state.attributes.has_value()) attributes = part_.model.attributes[state.attributes];
  attributes.start = Ref(begin);
  attributes.fixed_value = {};
  attributes.fixed = true;
  state.attributes = part_.model.attributes.Add(attributes);
  part_.model.vars[begin].origin = state.origin;
}

// Beside submodels states of the program's own are unknowns of the problem of the start.
void ModelBuilder::AddBeginOf(const Symbol& symbol, VarId var) {
  const std::string name = symbol.name + "_begin";
  AddBegin(var, name, &symbol);
  for (uint32_t k = 0; k < symbol.size; ++k)
    part_.bindings.push_back(
        {symbol.index + k, symbol.is_array ? fmt::format("{}[{}]", name, k + 1) : name, Role::Given, {}});
}

// A parameter that changes at events is an input, and what is computed from it no parameter either. (If that
// decided the structure, so would this.)
void ModelBuilder::MakeGiven(const SubmodelVar& given) {
  flat::Var& var = part_.model.vars[given.var];
  var.causality = flat::Causality::Input;
  if (var.variability != Variability::Parameter) return;
  const auto add_start = [&](flat::Var& one) {
    flat::Attributes attributes;
    if (one.attributes.has_value()) attributes = part_.model.attributes[one.attributes];
    attributes.start = one.binding;
    one.attributes = part_.model.attributes.Add(attributes);
    one.variability = Variability::Discrete;
  };
  add_start(var);
  var.binding = {};
  expr::Walker walker(pool_);
  std::vector<VarId> pending = {given.var};
  while (!pending.empty()) {
    const VarId changed = pending.back();
    pending.pop_back();
    for (const VarId id : part_.model.vars.ids()) {
      flat::Var& other = part_.model.vars[id];
      if (other.variability != Variability::Parameter || !other.binding.has_value()) continue;
      const auto& nodes = walker.Postorder(other.binding);
      const auto is_it = [&](ExprId at) { return pool_.op(at) == Op::Var && pool_.var(at) == changed; };
      if (std::ranges::none_of(nodes, is_it)) continue;
      const ExprId value = other.binding;
      const Span span = part_.model.world->origins[other.origin].span;
      add_start(other);
      if (other.type.kind == Kind::Real) other.variability = Variability::Continuous;
      other.binding = {};
      AddEquation(Ref(id), value, span);
      pending.push_back(id);
    }
  }
}

void ModelBuilder::BindSubmodels() {
  const auto& vars = translator_.submodel_variables();
  part_.has_submodels = !translator_.source().submodels.empty();
  for (const Submodel& submodel : translator_.source().submodels) {
    for (const SubmodelSetting& setting : submodel.settings)
      part_.submodel_values.push_back(
          {fmt::format("{}.{}", translator_.Written(submodel.name), setting.name), setting.value});
  }
  std::set<VarId> done;
  for (const SubmodelVar& var : vars) {
    const bool is_first = done.insert(var.var).second;
    if (var.role == Role::Given && is_first) MakeGiven(var);
    if (var.is_open) part_.model.vars[var.var].causality = flat::Causality::Local;
    std::string begin;
    if (var.begins && var.subscripts.empty()) {
      begin = var.symbol->name + "_begin";
      AddBegin(var.var, begin, nullptr);
    }
    part_.submodel_variables.push_back(
        {var.symbol->index, var.symbol->name, var.role, begin, var.symbol->span});
  }
}

}  // namespace kerf::cosy
