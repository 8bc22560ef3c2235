// Variables with their attributes, and what the FMU itself does not have.
#include "fmi/modelica_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "fmi/xml.h"

namespace kerf::fmi {

auto ModelicaWriter::Modifiers(const ImportedVariable& variable, const std::string& extra) const
    -> std::string {
  std::vector<std::string> parts;
  const std::string each = variable.sizes.empty() ? "" : "each ";
  if (!extra.empty()) parts.push_back(extra);
  const ImportedAttributes& attributes = variable.attributes;
  const auto add_text = [&](const char* name, const std::string& text) {
    if (!text.empty()) parts.push_back(fmt::format("{}{} = {}", each, name, Quoted(text)));
  };
  const bool is_number = variable.type != ValueType::Boolean && variable.type != ValueType::Enumeration &&
                         variable.type != ValueType::String;
  if (is_number) add_text("quantity", attributes.quantity);
  if (IsReal(variable.type)) {
    add_text("unit", attributes.unit);
    if (!attributes.unit.empty()) add_text("displayUnit", attributes.display_unit);
  }
  const auto add_number = [&](const char* name, const std::optional<double>& value) {
    if (is_number && value && std::isfinite(*value) && IsWithin(variable, *value))
      parts.push_back(fmt::format("{}{} = {}", each, name, NumberText(variable, *value)));
  };
  add_number("min", attributes.min);
  add_number("max", attributes.max);
  if (IsReal(variable.type) && attributes.nominal.value_or(0) != 0) add_number("nominal", attributes.nominal);
  return parts.empty() ? "" : fmt::format("({})", fmt::join(parts, ", "));
}

auto ModelicaWriter::IsWithin(const ImportedVariable& variable, double value) -> bool {
  return IsReal(variable.type) || (value >= -2147483648.0 && value <= 2147483647.0);
}

auto ModelicaWriter::NumberText(const ImportedVariable& variable, double value) const -> std::string {
  switch (variable.type) {
    case ValueType::Float64:
    case ValueType::Float32:     return fmi::NumberText(std::isnan(value) ? 0 : std::clamp(value, -1e300, 1e300));
    case ValueType::Boolean:     return value != 0 ? "true" : "false";
    case ValueType::Enumeration: return TypeName(variable) + "." + ModelicaName(ItemOf(variable, value).name);
    default:                     return std::to_string(static_cast<int64_t>(std::clamp(value, -2147483648.0, 2147483647.0)));
  }
}

auto ModelicaWriter::ItemOf(const ImportedVariable& variable, double value) const -> ImportedItem {
  const auto& items = model_.enumerations[variable.attributes.enumeration].items;
  const auto found = std::ranges::find(items, static_cast<int64_t>(value), &ImportedItem::value);
  if (items.empty()) return {};
  return found == items.end() ? items.front() : *found;
}

auto ModelicaWriter::StartText(const ImportedVariable& variable) const -> std::string {
  std::vector<std::string> values;
  const uint32_t n = variable.count();
  for (uint32_t k = 0; k < n; ++k) {
    const size_t at = variable.start.size() == 1 ? 0 : k;
    values.push_back(NumberText(variable, at < variable.start.size() ? variable.start[at] : 0));
  }
  return Nested(values, variable.sizes);
}

auto ModelicaWriter::Sizes(const ImportedVariable& variable) -> std::string {
  return variable.sizes.empty() ? "" : fmt::format("[{}]", fmt::join(variable.sizes, ", "));
}

void ModelicaWriter::Declare(std::string_view prefix, const std::string& type, uint32_t index,
                             const std::string& extra, const std::string& value) {
  const ImportedVariable& variable = Variable(index);
  Line("  {}{} {}{}{}{}{};", prefix, type, NameOf(index), Sizes(variable), Modifiers(variable, extra),
       value.empty() ? "" : " = " + value, Comment(variable.description));
}

auto ModelicaWriter::Fixed(const ImportedVariable& variable, const std::string& start) -> std::string {
  return fmt::format("start = {}, {}fixed = true", start, variable.sizes.empty() ? "" : "each ");
}

void ModelicaWriter::WriteVariables() {
  Line("  parameter String {} = {} \"The archive\";", file_, Quoted(options_.file));
  if (options_.is_co_simulation) {
    const double start = model_.start_time.value_or(0);
    const double length = model_.stop_time.value_or(start + 1) - start;
    const double step = model_.step_size.value_or(length > 0 ? length / 500 : 0.01);
    Line("  parameter Real {}(unit = \"s\") = {} \"When the FMU begins\";", begin_, fmi::NumberText(start));
    Line("  parameter Real {}(unit = \"s\") = {} \"Time from one communication to the next\";", step_,
         fmi::NumberText(step > 0 ? step : 0.01));
  }
  for (const uint32_t k : component_.parameters)
    Declare("parameter ", TypeName(Variable(k)), k, "", StartText(Variable(k)));
  for (const uint32_t k : component_.texts) {
    const auto& texts = Variable(k).start_texts;
    if (!Variable(k).sizes.empty()) continue;
    Declare("parameter ", "String", k, "", Quoted(texts.empty() ? "" : texts.front()));
  }
  for (const uint32_t k : component_.constants)
    Declare("constant ", TypeName(Variable(k)), k, "", StartText(Variable(k)));
  for (const uint32_t k : component_.inputs) {
    const ImportedVariable& variable = Variable(k);
    Declare("", InputType(TypeName(variable)), k, fmt::format("start = {}", StartText(variable)), "");
  }
  for (const uint32_t k : component_.states) {
    const ImportedVariable& variable = Variable(k);
    const bool is_exact = variable.initial == ImportedInitial::Exact;
    const std::string start = StartText(variable);
    Declare(Role(variable), "Real", k, is_exact ? Fixed(variable, start) : fmt::format("start = {}", start),
            "");
  }
  for (const ImportedUnknown& derivative : model_.derivatives) {
    if (IsShown(derivative.variable)) Declare("", "Real", derivative.variable, "", "");
  }
  for (const Group& group : component_.groups) {
    if (group.kind != GroupKind::Variables) continue;
    for (const uint32_t k : group.variables) Declare(Role(Variable(k)), "Real", k, "", "");
  }
  for (const uint32_t k : component_.discrete) {
    const ImportedVariable& variable = Variable(k);
    Declare((IsReal(variable.type) ? "discrete " : "") + std::string(Role(variable)), TypeName(variable), k,
            Fixed(variable, StartText(variable)), "");
  }
}

auto ModelicaWriter::Role(const ImportedVariable& variable) -> std::string_view {
  return variable.causality == ImportedCausality::Output ? "output " : "";
}

auto ModelicaWriter::IsShown(uint32_t derivative) const -> bool {
  const ImportedVariable& variable = Variable(derivative);
  return !component_.states.empty() &&
         variable.name != fmt::format("der({})", Variable(variable.derivative_of).name);
}

void ModelicaWriter::WriteHelpers() {
  Line("protected");
  std::vector<std::string> texts;
  for (const uint32_t k : component_.texts) texts.push_back(Variable(k).sizes.empty() ? NameOf(k) : "\"\"");
  Line("  {} {} = {}({}, {}, {}, {});", instance_, fmu_, instance_, file_, Quoted(model_.token),
       options_.is_co_simulation,
       texts.empty() ? "fill(\"\", 0)" : fmt::format("{{{}}}", fmt::join(texts, ", ")));
  Line("  parameter Real {}[{}](each fixed = false) annotation(HideResult = true);", started_, 1 + n_states_);
  Line("  discrete Real {}(start = 0) annotation(HideResult = true);", count_);
  Line("  discrete Real {}[{}](each start = 0, each fixed = true) annotation(HideResult = true);", updated_,
       n_updated_);
  for (size_t k = 0; k < component_.groups.size(); ++k) {
    const Group& group = component_.groups[k];
    if (group.n_values > 0)
      Line("  Real {}[{}] annotation(HideResult = true);", GroupName(k), group.n_values);
  }
  if (options_.is_co_simulation) {
    for (const uint32_t k : component_.inputs) {
      const ImportedVariable& variable = Variable(k);
      Line("  {}{} {}{} annotation(HideResult = true);", IsReal(variable.type) ? "discrete " : "",
           TypeName(variable), HeldName(k), Sizes(variable));
    }
    return;
  }
  Line("  discrete Real {}(start = 1e300, fixed = true) annotation(HideResult = true);", next_);
  Line("  Boolean {}(start = false, fixed = true) annotation(HideResult = true);", wants_);
  Line("  Boolean {}(start = false, fixed = true) annotation(HideResult = true);", phase_);
  if (model_.n_indicators > 0) {
    Line("  Boolean {}[{}] annotation(HideResult = true);", positive_, model_.n_indicators);
    Line("  Boolean {}[{}](each start = false, each fixed = true) annotation(HideResult = true);", seen_,
         model_.n_indicators);
  }
  for (const uint32_t k : component_.inputs) {
    const ImportedVariable& variable = Variable(k);
    if (IsContinuous(variable)) continue;
    Line("  {}{} {}{}({}) annotation(HideResult = true);", IsReal(variable.type) ? "discrete " : "",
         TypeName(variable), HeldName(k), Sizes(variable), Fixed(variable, StartText(variable)));
  }
}

auto ModelicaWriter::HeldName(uint32_t index) const -> std::string {
  return ModelicaName(Own(Variable(index).name + "_before"));
}

}  // namespace kerf::fmi
