// Small questions about a model.
#include "model/compiled_model.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/nearest.h"

namespace kerf::model {

auto NameOf(const CompiledModel& model, uint32_t variable) -> std::string {
  return model.paths->Render(model.variables.path[variable]);
}

auto VariableInSlot(const CompiledModel& model, uint32_t slot) -> uint32_t {
  const auto& slots = model.variables.slot;
  const auto at = std::ranges::find(slots, slot);
  return at == slots.end() ? kNone : static_cast<uint32_t>(at - slots.begin());
}

auto FindVariable(const CompiledModel& model, std::string_view name) -> uint32_t {
  std::string wanted(name);
  for (size_t at = wanted.find("::"); at != std::string::npos; at = wanted.find("::", at))
    wanted.replace(at, 2, ".");
  for (uint32_t k = 0; k < model.variables.size(); ++k) {
    // Most names differ in the last step already; rendering is for the rest.
    const base::PathNode& node = (*model.paths)[model.variables.path[k]];
    if (wanted.find(model.paths->names()[node.name]) == std::string::npos) continue;
    if (NameOf(model, k) == wanted) return k;
  }
  return kNone;
}

auto NearestName(const CompiledModel& model, std::string_view name) -> std::string {
  std::vector<std::string> names;
  names.reserve(model.variables.size());
  for (uint32_t k = 0; k < model.variables.size(); ++k) names.push_back(NameOf(model, k));
  return base::Nearest(name, names);
}

auto EquationText(const CompiledModel& model, uint32_t equation) -> std::string {
  const Message message = model.messages->Equation(equation);
  return fmt::format("`{}` in {}", message.text, message.owner);
}

auto TableFunctionName(const std::string& input) -> std::string { return fmt::format("table of {}", input); }

}  // namespace kerf::model
