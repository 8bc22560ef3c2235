// What descriptions of both versions have in common.
#include <algorithm>
#include <cmath>

#include "fmi/description.h"
#include "fmi/units_of.h"

namespace kerf::fmi {

namespace {

auto AttributesOf(const model::CompiledModel& compiled, uint32_t declaration) -> const model::Attributes* {
  if (declaration == kNone) return nullptr;
  const uint32_t at = compiled.variables.declarations[declaration].attributes;
  return at == kNone ? nullptr : &compiled.variables.attributes[at];
}

auto NameText(const model::CompiledModel& compiled, base::NameId name) -> std::string {
  return name.has_value() ? std::string(compiled.paths->names()[name]) : std::string();
}

auto TangentsOf(const model::CompiledModel& compiled, const model::Program& program) -> bool {
  return std::ranges::all_of(program.steps, [&](const model::Step& step) {
    return step.block.has_value() ? compiled.blocks[step.block].tangent.has_value()
                                  : step.tangent.has_value();
  });
}

// An identifier, or any text between quotes; with subscripts.
auto SkipName(std::string_view& text) -> bool {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty()) return false;
  if (text[0] == '\'') {
    size_t end = 1;
    while (end < text.size() && text[end] != '\'') end += text[end] == '\\' ? 2 : 1;
    if (end >= text.size()) return false;
    text.remove_prefix(end + 1);
  } else {
    if (!is_letter(text[0])) return false;
    size_t end = 1;
    while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
    text.remove_prefix(end);
  }
  if (text.empty() || text[0] != '[') return true;
  const size_t close = text.find(']');
  if (close == std::string_view::npos || close == 1) return false;
  const std::string_view inside = text.substr(1, close - 1);
  if (inside.find_first_not_of("0123456789,") != std::string_view::npos) return false;
  text.remove_prefix(close + 1);
  return true;
}

auto IsStructured(std::string_view name) -> bool {
  if (name.starts_with("der(") && name.ends_with(")")) {
    name.remove_prefix(4);
    name.remove_suffix(1);
  }
  for (;;) {
    if (!SkipName(name)) return false;
    if (name.empty()) return true;
    if (name[0] != '.') return false;
    name.remove_prefix(1);
  }
}

}  // namespace

auto HasDirectionalDerivatives(const model::CompiledModel& compiled, const Interface& interface) -> bool {
  const model::Programs& programs = *compiled.programs;
  if (!TangentsOf(compiled, programs.derivative) || !TangentsOf(compiled, programs.output)) return false;
  return std::ranges::all_of(InputsOf(interface), [&](uint32_t index) {
    return std::ranges::any_of(compiled.directions, [&](const model::Direction& direction) {
      return direction.variable == interface.variables[index].reference;
    });
  });
}

auto HasStructuredNames(const Interface& interface) -> bool {
  return std::ranges::all_of(interface.variables,
                             [](const Shown& shown) { return IsStructured(shown.name); });
}

auto InputsOf(const Interface& interface) -> std::vector<uint32_t> {
  std::vector<uint32_t> inputs;
  for (uint32_t index = 0; index < interface.variables.size(); ++index) {
    const Shown& shown = interface.variables[index];
    if (shown.causality == Causality::Input && shown.variability == Variability::Continuous)
      inputs.push_back(index);
  }
  return inputs;
}

auto OutputsOf(const Interface& interface) -> std::vector<uint32_t> {
  std::vector<uint32_t> outputs;
  for (uint32_t index = 0; index < interface.variables.size(); ++index) {
    if (interface.variables[index].causality == Causality::Output) outputs.push_back(index);
  }
  return outputs;
}

auto MakeStructure(const model::CompiledModel& compiled, const Interface& interface) -> Structure {
  // Which candidate a state stands for is known during the run only, but what depends on it is the same.
  std::vector<uint32_t> known = interface.states;
  const std::vector<uint32_t> inputs = InputsOf(interface);
  known.insert(known.end(), inputs.begin(), inputs.end());
  std::vector<uint32_t> slots;
  for (const uint32_t index : known) slots.push_back(interface.variables[index].slot);
  const Dependencies dependencies(compiled, slots);
  const auto unknown = [&](uint32_t index) {
    Unknown result{index, false, {}};
    const Shown& shown = interface.variables[index];
    if (!dependencies.IsKnown() || shown.variability != Variability::Continuous) return result;
    result.has_dependencies = true;
    for (const uint32_t k : dependencies.Of(shown.slot)) result.dependencies.push_back(known[k]);
    std::ranges::sort(result.dependencies);
    return result;
  };
  Structure structure;
  for (const uint32_t index : OutputsOf(interface)) structure.outputs.push_back(unknown(index));
  for (const uint32_t index : interface.derivatives) structure.derivatives.push_back(unknown(index));
  for (uint32_t index = 0; index < interface.variables.size(); ++index) {
    const Shown& shown = interface.variables[index];
    const bool is_asked = shown.causality == Causality::Output ||
                          shown.causality == Causality::CalculatedParameter || shown.state != kNone ||
                          shown.derivative_of != kNone;
    if (is_asked && shown.initial == Initial::Calculated) structure.initial.push_back(index);
  }
  return structure;
}

auto WriteUnits(const model::CompiledModel& compiled, XmlWriter& xml) -> std::vector<UnitNames> {
  std::vector<UnitNames> names(compiled.variables.declarations.size());
  UnitsOf units;
  for (uint32_t d = 0; d < names.size(); ++d) {
    const model::Attributes* attributes = AttributesOf(compiled, d);
    if (attributes == nullptr) continue;
    names[d].unit = NameText(compiled, attributes->unit);
    const std::string shown = NameText(compiled, attributes->display_unit);
    if (names[d].unit.empty()) continue;
    if (units.Add(names[d].unit, shown == names[d].unit ? "" : shown)) names[d].display_unit = shown;
  }
  if (units.units().empty()) return names;
  constexpr auto kPowers = std::to_array<const char*>({"kg", "m", "s", "A", "K", "mol", "cd"});
  xml.Begin("UnitDefinitions");
  for (const auto& [name, entry] : units.units()) {
    xml.Begin("Unit");
    xml.Attribute("name", name);
    if (entry.base) {
      xml.Begin("BaseUnit");
      for (size_t k = 0; k < kPowers.size(); ++k) {
        if (entry.base->powers[k] != 0) xml.Attribute(kPowers[k], std::to_string(entry.base->powers[k]));
      }
      if (entry.base->factor != 1) xml.Attribute("factor", entry.base->factor);
      if (entry.base->offset != 0) xml.Attribute("offset", entry.base->offset);
      xml.End();
    }
    for (const auto& [shown, conversion] : entry.display_units) {
      xml.Begin("DisplayUnit");
      xml.Attribute("name", shown);
      if (conversion.factor != 1) xml.Attribute("factor", conversion.factor);
      if (conversion.offset != 0) xml.Attribute("offset", conversion.offset);
      xml.End();
    }
    xml.End();
  }
  xml.End();
  return names;
}

auto EnumerationOf(const model::CompiledModel& compiled, const Shown& shown) -> uint32_t {
  return shown.declaration == kNone ? kNone : compiled.variables.declarations[shown.declaration].enumeration;
}

auto EnumerationName(const model::CompiledModel& compiled, uint32_t enumeration) -> std::string {
  return NameText(compiled, compiled.variables.enumerations[enumeration].name);
}

void WriteTypes(const model::CompiledModel& compiled, Version version, XmlWriter& xml) {
  const std::vector<model::Enumeration>& enumerations = compiled.variables.enumerations;
  if (enumerations.empty()) return;
  xml.Begin("TypeDefinitions");
  for (uint32_t k = 0; k < enumerations.size(); ++k) {
    xml.Begin(version == Version::Two ? "SimpleType" : "EnumerationType");
    xml.Attribute("name", EnumerationName(compiled, k));
    if (version == Version::Two) xml.Begin("Enumeration");
    for (uint32_t value = 1; const base::NameId literal : enumerations[k].literals) {
      xml.Begin("Item");
      xml.Attribute("name", NameText(compiled, literal));
      xml.Number("value", value++);
      xml.End();
    }
    if (version == Version::Two) xml.End();
    xml.End();
  }
  xml.End();
}

void WriteLogCategories(XmlWriter& xml) {
  xml.Begin("LogCategories");
  const auto category = [&](const char* name, const char* description) {
    xml.Begin("Category");
    xml.Attribute("name", name);
    xml.Attribute("description", description);
    xml.End();
  };
  category(kLogErrors, "Why a call failed");
  category(kLogWarnings, "Violated assertions, and results that may be wrong");
  category(kLogEvents, "What the model prints, and other notes");
  xml.End();
}

void WriteExperiment(const model::Experiment& experiment, XmlWriter& xml) {
  const bool is_empty =
      !experiment.start_time && !experiment.stop_time && !experiment.tolerance && !experiment.interval;
  if (is_empty) return;
  xml.Begin("DefaultExperiment");
  if (experiment.start_time) xml.Attribute("startTime", *experiment.start_time);
  if (experiment.stop_time) xml.Attribute("stopTime", *experiment.stop_time);
  if (experiment.tolerance && *experiment.tolerance > 0) xml.Attribute("tolerance", *experiment.tolerance);
  if (experiment.interval && *experiment.interval > 0) xml.Attribute("stepSize", *experiment.interval);
  xml.End();
}

auto TextOf(Causality causality) -> const char* {
  switch (causality) {
    case Causality::Parameter:           return "parameter";
    case Causality::CalculatedParameter: return "calculatedParameter";
    case Causality::Input:               return "input";
    case Causality::Output:              return "output";
    case Causality::Local:               return "local";
    case Causality::Independent:         return "independent";
  }
  return "";
}

auto TextOf(Variability variability) -> const char* {
  switch (variability) {
    case Variability::Constant:   return "constant";
    case Variability::Fixed:      return "fixed";
    case Variability::Discrete:   return "discrete";
    case Variability::Continuous: return "continuous";
  }
  return "";
}

auto TextOf(Initial initial) -> const char* {
  switch (initial) {
    case Initial::None:       return "";
    case Initial::Exact:      return "exact";
    case Initial::Calculated: return "calculated";
  }
  return "";
}

void WriteAttributes(const model::CompiledModel& compiled, const Shown& shown,
                     const std::vector<UnitNames>& units, XmlWriter& xml) {
  const model::Attributes* given = AttributesOf(compiled, shown.declaration);
  if (given == nullptr || shown.type == model::ScalarType::Boolean) return;
  const bool is_real = shown.type == model::ScalarType::Real;
  xml.Optional("quantity", NameText(compiled, given->quantity));
  if (is_real) {
    xml.Optional("unit", units[shown.declaration].unit);
    xml.Optional("displayUnit", units[shown.declaration].display_unit);
  }
  // What does not fit the type says nothing.
  constexpr double kLargest = 2147483647.0;
  const auto bound = [&](const char* name, double value) {
    if (!std::isfinite(value) || (!is_real && std::abs(value) > kLargest)) return;
    is_real ? xml.Attribute(name, value) : xml.Attribute(name, std::to_string(std::llround(value)));
  };
  bound("min", given->min);
  bound("max", given->max);
  if (is_real && given->nominal != 1 && given->nominal != 0 && std::isfinite(given->nominal))
    xml.Attribute("nominal", std::abs(given->nominal));
}

auto DescriptionOf(const model::CompiledModel& compiled, const Shown& shown) -> std::string {
  const model::Attributes* given = AttributesOf(compiled, shown.declaration);
  return given == nullptr ? "" : NameText(compiled, given->description);
}

auto StartText(const Shown& shown) -> std::string {
  switch (shown.type) {
    case model::ScalarType::Real:    return NumberText(*shown.start);
    case model::ScalarType::Boolean: return *shown.start != 0 ? "true" : "false";
    case model::ScalarType::Integer: return std::to_string(std::llround(*shown.start));
  }
  return "";
}

}  // namespace kerf::fmi
