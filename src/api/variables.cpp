// Variables as callers see them.
#include <algorithm>

#include "api/model.h"

namespace kerf::api {

namespace {

auto KindOf(const model::CompiledModel& compiled, uint32_t variable) -> kerf_kind {
  const model::Variables& variables = compiled.variables;
  switch (variables.kind[variable]) {
    case model::VariableKind::Constant:  return KERF_CONSTANT;
    case model::VariableKind::Parameter: return KERF_PARAMETER;
    case model::VariableKind::Input:     return KERF_INPUT;
    case model::VariableKind::State:     return KERF_STATE;
    case model::VariableKind::Event:     return KERF_DISCRETE;
    case model::VariableKind::Algebraic: break;
  }
  return variables.Is(variable, model::VariableFlag::kDiscrete) ? KERF_DISCRETE : KERF_ALGEBRAIC;
}

void MarkInputsAndStates(Model& model, const std::vector<uint32_t>& index_of) {
  const model::CompiledModel& compiled = model.base->compiled();
  for (PublicVariable& variable : model.variables) {
    // Variables that occur differentiated, but are given by constraints, are no states.
    if (variable.kind == KERF_STATE) variable.kind = KERF_ALGEBRAIC;
  }
  for (const model::State& state : compiled.states) {
    const uint32_t index = index_of[state.variable];
    model.states.push_back(index);
    if (index != KERF_NO_VARIABLE) model.variables[index].kind = KERF_STATE;
  }
  for (const uint32_t input : model.base->pool.input_variables()) {
    if (index_of[input] != KERF_NO_VARIABLE) model.variables[index_of[input]].kind = KERF_INPUT;
  }
}

}  // namespace

void ListVariables(Model& model) {
  const model::CompiledModel& compiled = model.base->compiled();
  const uint32_t n = compiled.variables.size();
  std::vector<uint32_t> declaration_of(n, model::kNone);
  for (uint32_t k = 0; k < compiled.variables.declarations.size(); ++k) {
    const model::Declaration& declaration = compiled.variables.declarations[k];
    for (uint32_t i = 0; i < declaration.count; ++i) declaration_of[declaration.first + i] = k;
  }
  std::vector<uint32_t> index_of(n, KERF_NO_VARIABLE);
  for (uint32_t k = 0; k < n; ++k) {
    if (compiled.variables.Is(k, model::VariableFlag::kInternal)) continue;
    index_of[k] = static_cast<uint32_t>(model.variables.size());
    model.variables.push_back({NameOf(compiled, k), k, declaration_of[k], KindOf(compiled, k)});
  }
  MarkInputsAndStates(model, index_of);
  const auto text = [&](base::NameId name) {
    return name.has_value() ? std::string(compiled.paths->names()[name]) : std::string();
  };
  for (const model::Attributes& a : compiled.variables.attributes)
    model.attribute_texts.push_back(
        {text(a.unit), text(a.display_unit), text(a.quantity), text(a.description)});
  model.by_name.resize(model.variables.size());
  for (uint32_t k = 0; k < model.by_name.size(); ++k) model.by_name[k] = k;
  std::ranges::stable_sort(model.by_name, {},
                           [&](uint32_t k) -> const std::string& { return model.variables[k].name; });
}

auto Model::Find(std::string_view name) const -> uint32_t {
  const auto at = std::ranges::lower_bound(by_name, name, {},
                                           [&](uint32_t k) { return std::string_view(variables[k].name); });
  return at != by_name.end() && variables[*at].name == name ? *at : KERF_NO_VARIABLE;
}

namespace {

auto AttributesOf(const model::CompiledModel& compiled, const PublicVariable& variable) -> uint32_t {
  return variable.declaration == model::kNone
             ? model::kNone
             : compiled.variables.declarations[variable.declaration].attributes;
}

}  // namespace

auto Describe(const Model& model, uint32_t index) -> kerf_variable {
  const PublicVariable& variable = model.variables[index];
  const model::CompiledModel& compiled = model.base->compiled();
  const model::Variables& all = compiled.variables;
  const uint32_t k = variable.number;
  kerf_variable result{};
  result.name = variable.name.c_str();
  const uint32_t at = AttributesOf(compiled, variable);
  const model::Attributes attributes = at == model::kNone ? model::Attributes() : all.attributes[at];
  const auto text = [&](size_t which) {
    return at == model::kNone ? "" : model.attribute_texts[at][which].c_str();
  };
  result.unit = text(0);
  result.display_unit = text(1);
  result.quantity = text(2);
  result.description = text(3);
  result.min = attributes.min;
  result.max = attributes.max;
  result.nominal = attributes.nominal;
  result.kind = variable.kind;
  result.type = static_cast<kerf_type>(all.type[k]);
  const uint8_t flags =
      variable.declaration == model::kNone ? uint8_t{0} : all.declarations[variable.declaration].flags;
  result.is_output = all.Is(k, model::VariableFlag::kOutput);
  result.is_protected = all.Is(k, model::VariableFlag::kProtected);
  result.is_fixed = all.Is(k, model::VariableFlag::kFixed);
  result.is_derivative = all.Is(k, model::VariableFlag::kDerivative);
  result.is_final = (flags & model::Declaration::kFinal) != 0;
  result.is_structural = variable.kind == KERF_PARAMETER && !model::CanBeTuned(compiled, k);
  result.start = compiled.programs->start[all.slot[k]];
  return result;
}

}  // namespace kerf::api

using kerf::api::Model;

const char* kerf_model_name(const kerf_model* model) {
  return model == nullptr ? "" : model->model->base->compiled().name.c_str();
}

uint32_t kerf_model_equation_count(const kerf_model* model) {
  return model == nullptr ? 0 : model->model->base->compiled().n_equations;
}

uint32_t kerf_model_state_count(const kerf_model* model) {
  return model == nullptr ? 0 : static_cast<uint32_t>(model->model->states.size());
}

uint32_t kerf_model_variable_count(const kerf_model* model) {
  return model == nullptr ? 0 : static_cast<uint32_t>(model->model->variables.size());
}

kerf_variable kerf_model_variable(const kerf_model* model, uint32_t index) {
  if (index < kerf_model_variable_count(model)) return kerf::api::Describe(*model->model, index);
  kerf_variable none{};
  none.name = none.description = none.unit = none.display_unit = none.quantity = "";
  return none;
}

uint32_t kerf_model_find(const kerf_model* model, const char* name) {
  return model == nullptr || name == nullptr ? KERF_NO_VARIABLE : model->model->Find(name);
}

void kerf_model_states(const kerf_model* model, uint32_t* states) {
  if (model != nullptr && states != nullptr) std::ranges::copy(model->model->states, states);
}
