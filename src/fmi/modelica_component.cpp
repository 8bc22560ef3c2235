// The frame of the text.
#include "fmi/modelica_component.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "fmi/modelica_writer.h"
#include "fmi/xml.h"

namespace kerf::fmi {

ModelicaWriter::ModelicaWriter(const ImportedModel& model, const ModelicaOptions& options)
    : model_(model),
      options_(options),
      component_(MakeComponent(model, options.is_co_simulation)),
      names_(NamesOf(model)) {
  n_states_ = CountOf(model, component_.states);
  n_updated_ = kUpdateStates + n_states_ + CountOf(model, component_.discrete);
}

auto ModelicaWriter::Run() -> std::string {
  const std::string name = options_.name.empty() ? ModelicaName(model_.name) : options_.name;
  Line("model {}{}", name, Comment(model_.description));
  WriteTypes();
  WriteFunctions();
  WriteVariables();
  WriteHelpers();
  WriteInitialEquations();
  WriteEquations();
  WriteExperiment();
  Line("end {};", name);
  return std::move(text_);
}

auto ModelicaWriter::NamesOf(const ImportedModel& model) -> std::set<std::string> {
  std::set<std::string> names;
  for (const ImportedVariable& variable : model.variables) names.insert(variable.name);
  for (const ImportedEnumeration& enumeration : model.enumerations) names.insert(enumeration.name);
  return names;
}

auto ModelicaWriter::Own(std::string name) const -> std::string {
  while (names_.contains(name)) name += '_';
  return name;
}

auto ModelicaWriter::Prefix(const ImportedVariable& variable) -> std::string_view {
  if (IsReal(variable.type)) return "Real";
  return variable.type == ValueType::Boolean ? "Boolean" : "Integer";
}

auto ModelicaWriter::TypeName(const ImportedVariable& variable) const -> std::string {
  if (variable.type == ValueType::Enumeration)
    return ModelicaName(model_.enumerations[variable.attributes.enumeration].name);
  return variable.type == ValueType::String ? "String" : std::string(Prefix(variable));
}

void ModelicaWriter::WriteTypes() {
  for (const ImportedEnumeration& enumeration : model_.enumerations) {
    std::vector<std::string> literals;
    for (const ImportedItem& item : enumeration.items)
      literals.push_back(ModelicaName(item.name) + Comment(item.description));
    Line("  type {} = enumeration({}){};", ModelicaName(enumeration.name), fmt::join(literals, ", "),
         Comment(enumeration.description));
  }
  std::set<std::string> types;
  for (const uint32_t input : component_.inputs) types.insert(TypeName(Variable(input)));
  for (const std::string& type : types) Line("  connector {} = input {};", InputType(type), type);
}

auto ModelicaWriter::InputType(const std::string& type) const -> std::string {
  const bool is_quoted = type.starts_with('\'');
  return is_quoted ? "'" + Own(type.substr(1, type.size() - 2) + "Input") + "'" : Own(type + "Input");
}

void ModelicaWriter::WriteExperiment() {
  std::vector<std::string> parts;
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value && std::isfinite(*value))
      parts.push_back(fmt::format("{} = {}", name, fmi::NumberText(*value)));
  };
  add("StartTime", model_.start_time);
  add("StopTime", model_.stop_time);
  add("Tolerance", model_.tolerance);
  add("Interval", model_.step_size);
  if (!parts.empty()) Line("  annotation(experiment({}));", fmt::join(parts, ", "));
}

auto WriteModelica(const ImportedModel& model, const ModelicaOptions& options) -> std::string {
  return ModelicaWriter(model, options).Run();
}

}  // namespace kerf::fmi
