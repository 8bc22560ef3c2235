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

namespace {

// The parameter that says where a state begins. A subscript in its name would be one of an array.
auto BeginName(const SubmodelVar& var) -> std::string {
  std::string name = var.symbol->name + "_begin";
  std::ranges::replace_if(name, [](char c) { return c == '[' || c == ']' || c == ','; }, '_');
  return name;
}

}  // namespace

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

// Elements that begin where the program says; the others as the submodel has it.
void ModelBuilder::AddElementBegins(VarId var, const std::vector<const SubmodelVar*>& elements) {
  std::map<std::vector<int32_t>, ExprId> starts;
  std::map<std::vector<int32_t>, ExprId> fixed;
  for (const SubmodelVar* element : elements) {
    const VarId begin = AddVar(BeginName(*element), Kind::Real, Variability::Parameter, nullptr);
    part_.model.vars[begin].origin = part_.model.vars[var].origin;
    starts[element->subscripts] = Ref(begin);
    fixed[element->subscripts] = pool_.Boolean(true);
  }
  flat::Var& state = part_.model.vars[var];
  flat::Attributes attributes;
  if (state.attributes.has_value()) attributes = part_.model.attributes[state.attributes];
  const ExprId start = attributes.start.has_value() ? attributes.start : pool_.Real(0);
  const ExprId is_fixed =
      attributes.fixed_value.has_value() ? attributes.fixed_value : pool_.Boolean(attributes.fixed);
  std::vector<int32_t> at;
  attributes.start = ArrayWith(state.type.shape, start, starts, at);
  attributes.fixed_value = ArrayWith(state.type.shape, is_fixed, fixed, at);
  state.attributes = part_.model.attributes.Add(attributes);
}

// An array, or its part behind the subscripts `at`, whose elements are those given or else those of another
// array, or a scalar.
auto ModelBuilder::ArrayWith(expr::ShapeId shape, ExprId other,
                             const std::map<std::vector<int32_t>, ExprId>& given, std::vector<int32_t>& at)
    -> ExprId {
  const auto dims = pool_.shapes().dims(shape);
  if (at.size() == dims.size()) {
    if (const auto found = given.find(at); found != given.end()) return found->second;
    if (pool_.type(other).shape == expr::kScalar) return other;
    std::vector<ExprId> operands = {other};
    for (const int32_t subscript : at) operands.push_back(pool_.Integer(subscript));
    return pool_.Make(Op::Subscript, operands);
  }
  std::vector<ExprId> elements;
  const int32_t n = dims[at.size()];
  for (int32_t k = 1; k <= n; ++k) {
    at.push_back(k);
    elements.push_back(ArrayWith(shape, other, given, at));
    at.pop_back();
  }
  return pool_.Make(Op::Array, elements);
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

// Whether the equations of a submodel move it between events.
auto ModelBuilder::VariesInSubmodel(const Symbol& symbol) const -> bool {
  const auto& vars = translator_.submodel_variables();
  const auto found = std::ranges::find(vars, &symbol, &SubmodelVar::symbol);
  return found != vars.end() && found->role != Role::Given && KindOf(symbol.type) == Kind::Real;
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
  std::map<VarId, std::vector<const SubmodelVar*>> elements;
  for (const SubmodelVar& var : vars) {
    const bool is_first = done.insert(var.var).second;
    if (var.role == Role::Given && is_first) MakeGiven(var);
    if (var.role != Role::Given && translator_.IsRead(*var.symbol))
      part_.model.vars[var.var].causality = flat::Causality::Output;
    if (var.is_open) part_.model.vars[var.var].causality = flat::Causality::Local;
    std::string begin;
    if (var.begins) begin = BeginName(var);
    if (var.begins && var.subscripts.empty()) AddBegin(var.var, begin, nullptr);
    if (var.begins && !var.subscripts.empty()) elements[var.var].push_back(&var);
    part_.submodel_variables.push_back(
        {var.symbol->index, var.symbol->name, var.role, begin, var.symbol->span});
  }
  for (const auto& [var, begun] : elements) AddElementBegins(var, begun);
}

}  // namespace kerf::cosy
