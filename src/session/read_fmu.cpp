// See read_fmu.h.
#include "session/read_fmu.h"

#include <algorithm>
#include <filesystem>

#include "base/number_text.h"
#include "fmi/component.h"
#include "fmi/modelica_component.h"
#include "fmi/modelica_names.h"
#include "fmi/read_description.h"
#include "source/buffers.h"

namespace kerf::session {

namespace {

KERF_DIAG(BadFmu, Error, "{}", std::string);
KERF_DIAG(NoSuchFmuType, Error, "`{}` does not offer {}", std::string, std::string);
KERF_DIAG(FmuLeavesOut, Warning, "`{}` is no number and stays as the FMU has it", std::string);

// The description, and which of the two kinds is taken: whether it is co-simulation. Nothing if the FMU does
// not have the one that is asked for.
auto TryRead(const std::string& file, FmuUse use, fmi::ImportedModel& model, diag::Emitter& emitter)
    -> std::optional<bool> {
  std::string error;
  if (!fmi::ReadDescriptionOf(file, model, error)) {
    emitter.Emit({}, BadFmu, error);
    return std::nullopt;
  }
  const bool wants_steps =
      use == FmuUse::CoSimulation || (use == FmuUse::Any && !model.model_exchange.has_value());
  const bool is_offered = wants_steps ? model.co_simulation.has_value() : model.model_exchange.has_value();
  if (is_offered) return wants_steps;
  emitter.Emit({}, NoSuchFmuType, file, std::string(wants_steps ? "co-simulation" : "model exchange"));
  return std::nullopt;
}

void NameAsModelica(std::vector<transform::GivenValue>& values) {
  for (transform::GivenValue& given : values) given.name = fmi::ModelicaName(given.name);
}

// An input that nobody gives has its start value.
void AddInputs(const fmi::ImportedModel& model, bool is_co_simulation, Request& request) {
  std::vector<transform::GivenInput>& inputs = request.options.inputs;
  const auto is_given = [&](const std::string& name) {
    return std::ranges::any_of(inputs, [&](const transform::GivenInput& input) {
      return input.name == name || input.name == transform::kAllInputs;
    });
  };
  if (request.options.has_fed_inputs) return;
  for (const uint32_t k : fmi::MakeComponent(model, is_co_simulation).inputs) {
    const fmi::ImportedVariable& variable = model.variables[k];
    const std::vector<std::string> names = fmi::ElementsOf(variable, variable.name);
    for (size_t i = 0; i < names.size(); ++i) {
      if (is_given(names[i])) continue;
      const size_t at = variable.start.size() == 1 ? 0 : i;
      const double start = at < variable.start.size() ? variable.start[at] : 0;
      const bool is_boolean = variable.type == fmi::ValueType::Boolean;
      const std::string value = is_boolean ? (start != 0 ? "true" : "false") : base::NumberText(start);
      inputs.push_back({names[i], value, false});
    }
  }
}

}  // namespace

auto TryModelicaRequest(const Request& request, diag::Emitter& emitter) -> std::optional<Request> {
  if (request.trace != nullptr) request.trace->Note(request.file);
  fmi::ImportedModel model;
  const auto is_co_simulation = TryRead(request.file, request.fmu_use, model, emitter);
  if (!is_co_simulation) return std::nullopt;
  for (const uint32_t k : fmi::MakeComponent(model, *is_co_simulation).left_out)
    emitter.Emit({}, FmuLeavesOut, model.variables[k].name);
  Request modelica = request;
  modelica.text = {request.file, fmi::WriteModelica(model, {request.file, "", *is_co_simulation})};
  modelica.file = request.file + ".mo";
  modelica.model.clear();
  modelica.checks_units = false;
  NameAsModelica(modelica.options.values);
  NameAsModelica(modelica.options.starts);
  AddInputs(model, *is_co_simulation, modelica);
  return modelica;
}

auto TryImport(const std::string& file, FmuUse use, const std::string& name, diag::Emitter& emitter)
    -> std::optional<std::string> {
  fmi::ImportedModel model;
  const auto is_co_simulation = TryRead(file, use, model, emitter);
  if (!is_co_simulation) return std::nullopt;
  std::error_code failure;
  const std::string place = std::filesystem::absolute(file, failure).lexically_normal().string();
  return fmi::WriteModelica(model, {place, name.empty() ? "" : fmi::ModelicaName(name), *is_co_simulation});
}

void TakeFmuNames(flat::Model& model) {
  base::PathStore& paths = model.world->paths;
  for (const flat::VarId id : model.vars.ids()) {
    flat::Var& variable = model.vars[id];
    const base::PathNode& node = paths[variable.path];
    const std::string_view name = model.world->names[node.name];
    if (name.size() < 3 || !name.starts_with('\'') || !name.ends_with('\'')) continue;
    std::string plain;
    for (const char c : name.substr(1, name.size() - 2)) {
      if (c != '\\' || plain.ends_with('\\')) plain += c;
    }
    const std::span<const int32_t> subscripts = paths.subscripts(variable.path);
    variable.path = paths.Child(node.parent, model.world->names.Intern(plain),
                                std::vector<int32_t>(subscripts.begin(), subscripts.end()));
  }
}

}  // namespace kerf::session
