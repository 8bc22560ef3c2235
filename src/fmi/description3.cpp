// FMI 3.0.
#include <fmt/format.h>

#include <algorithm>

#include "fmi/description.h"

namespace kerf::fmi {

namespace {

class DescriptionWriter3 {
 public:
  DescriptionWriter3(const model::CompiledModel& compiled, const Interface& interface,
                     const DescriptionOptions& options)
      : compiled_(compiled), interface_(interface), options_(options) {}

  auto Run() -> std::string {
    xml_.Begin("fmiModelDescription");
    xml_.Attribute("fmiVersion", "3.0");
    xml_.Attribute("modelName", compiled_.name);
    xml_.Attribute("instantiationToken", options_.token);
    xml_.Attribute("generationTool", options_.tool);
    xml_.Attribute("variableNamingConvention", HasStructuredNames(interface_) ? "structured" : "flat");
    if (options_.has_model_exchange) WriteInterface("ModelExchange");
    if (options_.has_co_simulation) WriteInterface("CoSimulation");
    units_ = WriteUnits(compiled_, xml_);
    WriteTypes(compiled_, Version::Three, xml_);
    WriteLogCategories(xml_);
    WriteExperiment(compiled_.experiment, xml_);
    xml_.Begin("ModelVariables");
    for (uint32_t index = 0; index < interface_.variables.size(); ++index) {
      if (FirstOf(index) == index) WriteVariable(interface_.variables[index], interface_.array_of[index]);
    }
    for (uint32_t k = 0; k < interface_.n_indicators; ++k) WriteIndicator(k);
    xml_.End();
    WriteStructure();
    xml_.End();
    return xml_.Take();
  }

 private:
  void WriteInterface(const char* name) {
    const bool is_exchange = std::string_view(name) == "ModelExchange";
    xml_.Begin(name);
    xml_.Attribute("modelIdentifier", options_.identifier);
    if (options_.has_states) {
      xml_.Flag("canGetAndSetFMUState", true);
      xml_.Flag("canSerializeFMUState", true);
    }
    if (options_.is_source) xml_.Flag("canBeInstantiatedOnlyOncePerProcess", true);
    if (HasDirectionalDerivatives(compiled_, interface_) && !options_.is_source) {
      xml_.Flag("providesDirectionalDerivatives", true);
      xml_.Flag("providesAdjointDerivatives", true);
    }
    if (is_exchange) {
      xml_.Flag("needsCompletedIntegratorStep", true);
    } else {
      xml_.Flag("canHandleVariableCommunicationStepSize", true);
    }
    if (!is_exchange && !options_.is_source) {
      xml_.Number("maxOutputDerivativeOrder", 1);
      xml_.Flag("providesIntermediateUpdate", true);
      xml_.Flag("canReturnEarlyAfterIntermediateUpdate", true);
      xml_.Flag("hasEventMode", true);
    }
    xml_.End();
  }

  // An array stands where its first element does.
  [[nodiscard]] auto FirstOf(uint32_t index) const -> uint32_t {
    const uint32_t array = interface_.array_of[index];
    return array == kNone ? index : interface_.arrays[array].first;
  }

  void WriteVariable(const Shown& shown, uint32_t array) {
    const uint32_t enumeration = EnumerationOf(compiled_, shown);
    xml_.Begin(shown.type == model::ScalarType::Real      ? "Float64"
               : shown.type == model::ScalarType::Boolean ? "Boolean"
               : enumeration != kNone                     ? "Enumeration"
                                                          : "Int32");
    xml_.Attribute("name", array == kNone ? shown.name : interface_.arrays[array].name);
    xml_.Number("valueReference", shown.reference);
    xml_.Optional("description", DescriptionOf(compiled_, shown));
    xml_.Attribute("causality", TextOf(shown.causality));
    xml_.Attribute("variability", TextOf(shown.variability));
    xml_.Optional("initial", TextOf(shown.initial));
    if (enumeration != kNone) xml_.Attribute("declaredType", EnumerationName(compiled_, enumeration));
    WriteAttributes(compiled_, shown, units_, xml_);
    if (shown.start)
      xml_.Attribute("start", array == kNone ? StartText(shown) : StartsOf(interface_.arrays[array]));
    if (shown.derivative_of != kNone)
      xml_.Number("derivative", interface_.variables[interface_.states[shown.derivative_of]].reference);
    if (array != kNone) WriteSizes(interface_.arrays[array]);
    xml_.End();
  }

  [[nodiscard]] auto StartsOf(const ShownArray& array) const -> std::string {
    std::string list;
    for (uint32_t k = 0; k < array.count; ++k)
      list += (k == 0 ? "" : " ") + StartText(interface_.variables[array.first + k]);
    return list;
  }

  void WriteSizes(const ShownArray& array) {
    for (const uint32_t size : array.sizes) {
      xml_.Begin("Dimension");
      xml_.Number("start", size);
      xml_.End();
    }
  }

  void WriteIndicator(uint32_t k) {
    xml_.Begin("Float64");
    xml_.Attribute("name", fmt::format("_eventIndicator_{}", k + 1));
    xml_.Number("valueReference", interface_.first_indicator + k);
    xml_.Attribute("causality", "local");
    xml_.Attribute("variability", "continuous");
    xml_.Attribute("initial", "calculated");
    xml_.End();
  }

  void WriteUnknown(const char* name, const Unknown& unknown) {
    xml_.Begin(name);
    xml_.Number("valueReference", interface_.variables[unknown.index].reference);
    if (unknown.has_dependencies) {
      std::string list;
      for (const uint32_t index : unknown.dependencies)
        list += fmt::format("{}{}", list.empty() ? "" : " ", interface_.variables[index].reference);
      xml_.Attribute("dependencies", list);
    }
    xml_.End();
  }

  // Arrays depend on what their elements depend on.
  [[nodiscard]] auto OfArrays(const std::vector<Unknown>& unknowns) const -> std::vector<Unknown> {
    std::vector<Unknown> whole;
    for (const Unknown& unknown : unknowns) {
      const uint32_t first = FirstOf(unknown.index);
      if (whole.empty() || whole.back().index != first) whole.push_back({first, true, {}});
      Unknown& array = whole.back();
      array.has_dependencies = array.has_dependencies && unknown.has_dependencies;
      for (const uint32_t index : unknown.dependencies) array.dependencies.push_back(FirstOf(index));
    }
    for (Unknown& unknown : whole) {
      std::ranges::sort(unknown.dependencies);
      const auto repeated = std::ranges::unique(unknown.dependencies);
      unknown.dependencies.erase(repeated.begin(), repeated.end());
    }
    return whole;
  }

  void WriteStructure() {
    Structure structure = MakeStructure(compiled_, interface_);
    structure.outputs = OfArrays(structure.outputs);
    structure.derivatives = OfArrays(structure.derivatives);
    xml_.Begin("ModelStructure");
    for (const Unknown& unknown : structure.outputs) WriteUnknown("Output", unknown);
    for (const Unknown& unknown : structure.derivatives) WriteUnknown("ContinuousStateDerivative", unknown);
    for (const uint32_t index : structure.initial) {
      if (FirstOf(index) == index) WriteUnknown("InitialUnknown", {index, false, {}});
    }
    for (uint32_t k = 0; k < interface_.n_indicators; ++k) {
      xml_.Begin("EventIndicator");
      xml_.Number("valueReference", interface_.first_indicator + k);
      xml_.End();
    }
    xml_.End();
  }

  const model::CompiledModel& compiled_;
  const Interface& interface_;
  const DescriptionOptions& options_;
  std::vector<UnitNames> units_;
  XmlWriter xml_;
};

}  // namespace

auto BuildDescription3(const DescriptionOptions& options) -> std::string {
  XmlWriter xml;
  xml.Begin("fmiBuildDescription");
  xml.Attribute("fmiVersion", "3.0");
  xml.Begin("BuildConfiguration");
  xml.Attribute("modelIdentifier", options.identifier);
  xml.Begin("SourceFileSet");
  xml.Attribute("language", "C99");
  xml.Begin("SourceFile");
  xml.Attribute("name", options.identifier + ".c");
  for (int k = 0; k < 4; ++k) xml.End();
  return xml.Take();
}

auto Description3(const model::CompiledModel& compiled, const Interface& interface,
                  const DescriptionOptions& options) -> std::string {
  return DescriptionWriter3(compiled, interface, options).Run();
}

}  // namespace kerf::fmi
