// See component.h.
#include "fmi/component.h"

#include <algorithm>
#include <map>

namespace kerf::fmi {

namespace {

class ComponentMaker {
 public:
  ComponentMaker(const ImportedModel& model, bool is_co_simulation) : model_(model) {
    component_.is_co_simulation = is_co_simulation;
  }

  auto Run() -> Component {
    is_state_.assign(model_.variables.size(), false);
    is_derivative_ = is_state_;
    if (!component_.is_co_simulation) TakeStates();
    for (uint32_t k = 0; k < model_.variables.size(); ++k) {
      if (!is_state_[k] && !is_derivative_[k]) Take(k);
    }
    if (!component_.is_co_simulation) {
      const uint32_t n_states = CountOf(model_, component_.states);
      component_.groups.push_back({GroupKind::Derivatives, component_.states, AllInputs(), n_states});
      component_.groups.push_back({GroupKind::Indicators, {}, AllInputs(), model_.n_indicators});
      NoteInitialInputs();
    }
    GroupValues();
    return std::move(component_);
  }

 private:
  void TakeStates() {
    for (const ImportedUnknown& derivative : model_.derivatives) {
      const uint32_t state = model_.variables[derivative.variable].derivative_of;
      is_derivative_[derivative.variable] = true;
      is_state_[state] = true;
      component_.states.push_back(state);
      if (model_.variables[state].initial == ImportedInitial::Exact) component_.exact_states.push_back(state);
    }
  }

  void Take(uint32_t index) {
    const ImportedVariable& variable = model_.variables[index];
    const bool is_number = IsNumber(variable.type);
    switch (variable.causality) {
      case ImportedCausality::Independent:
      case ImportedCausality::Dependent:   return;
      case ImportedCausality::Parameter:
        if (is_number) component_.parameters.push_back(index);
        if (variable.type == ValueType::String) component_.texts.push_back(index);
        return;
      case ImportedCausality::StructuralParameter:
        if (is_number) component_.constants.push_back(index);
        return;
      case ImportedCausality::Input:
        (is_number ? component_.inputs : component_.left_out).push_back(index);
        return;
      case ImportedCausality::Output:
        if (!is_number) component_.left_out.push_back(index);
        break;
      case ImportedCausality::CalculatedParameter:
      case ImportedCausality::Local:               break;
    }
    if (!is_number) return;
    if (variable.variability == ImportedVariability::Constant && !variable.start.empty()) {
      component_.constants.push_back(index);
    } else if (!component_.is_co_simulation && IsContinuous(variable)) {
      values_.push_back(index);
    } else {
      component_.discrete.push_back(index);
    }
  }

  [[nodiscard]] auto AllInputs() const -> std::vector<uint32_t> {
    std::vector<uint32_t> all(component_.inputs.size());
    for (uint32_t k = 0; k < all.size(); ++k) all[k] = k;
    return all;
  }

  // Positions of the inputs that an unknown depends on.
  [[nodiscard]] auto InputsOfUnknown(const ImportedUnknown& unknown) const -> std::vector<uint32_t> {
    if (!unknown.has_dependencies) return AllInputs();
    std::vector<uint32_t> positions;
    for (uint32_t k = 0; k < component_.inputs.size(); ++k) {
      if (std::ranges::count(unknown.dependencies, component_.inputs[k]) > 0) positions.push_back(k);
    }
    return positions;
  }

  // Outputs that depend on the same inputs are asked for together, others apart: an output that does not
  // depend on an input closes no loop through it.
  void GroupValues() {
    std::map<uint32_t, const ImportedUnknown*> unknowns;
    for (const ImportedUnknown& output : model_.outputs) unknowns.emplace(output.variable, &output);
    std::map<std::vector<uint32_t>, std::vector<uint32_t>> by_inputs;
    std::vector<uint32_t> others;
    for (const uint32_t index : values_) {
      const auto found = unknowns.find(index);
      if (found == unknowns.end()) {
        others.push_back(index);
      } else {
        by_inputs[InputsOfUnknown(*found->second)].push_back(index);
      }
    }
    for (auto& [inputs, variables] : by_inputs) AddGroup(std::move(variables), inputs);
    if (!others.empty()) AddGroup(std::move(others), AllInputs());
  }

  void AddGroup(std::vector<uint32_t> variables, const std::vector<uint32_t>& inputs) {
    const uint32_t n = CountOf(model_, variables);
    component_.groups.push_back({GroupKind::Variables, std::move(variables), inputs, n});
  }

  void NoteInitialInputs() {
    std::vector<uint32_t>& needed = component_.initial_inputs;
    for (const uint32_t state : component_.states) {
      if (model_.variables[state].initial == ImportedInitial::Exact) continue;
      const auto unknown = std::ranges::find(model_.initial_unknowns, state, &ImportedUnknown::variable);
      const auto inputs = unknown == model_.initial_unknowns.end() ? AllInputs() : InputsOfUnknown(*unknown);
      needed.insert(needed.end(), inputs.begin(), inputs.end());
    }
    std::ranges::sort(needed);
    needed.erase(std::ranges::unique(needed).begin(), needed.end());
  }

  const ImportedModel& model_;
  Component component_;
  std::vector<bool> is_state_;
  std::vector<bool> is_derivative_;
  // Continuous variables that are neither states nor derivatives.
  std::vector<uint32_t> values_;
};

}  // namespace

auto IsContinuous(const ImportedVariable& variable) -> bool {
  return variable.variability == ImportedVariability::Continuous && IsReal(variable.type);
}

auto CountOf(const ImportedModel& model, const std::vector<uint32_t>& variables) -> uint32_t {
  uint32_t n = 0;
  for (const uint32_t index : variables) n += model.variables[index].count();
  return n;
}

auto MakeComponent(const ImportedModel& model, bool is_co_simulation) -> Component {
  return ComponentMaker(model, is_co_simulation).Run();
}

}  // namespace kerf::fmi
