// FMI 3.0.
#include <fmt/format.h>

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
    WriteLogCategories(xml_);
    WriteExperiment(compiled_.experiment, xml_);
    xml_.Begin("ModelVariables");
    for (const Shown& shown : interface_.variables) WriteVariable(shown);
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
    if (HasDirectionalDerivatives(compiled_, interface_)) {
      xml_.Flag("providesDirectionalDerivatives", true);
      xml_.Flag("providesAdjointDerivatives", true);
    }
    if (is_exchange) {
      xml_.Flag("needsCompletedIntegratorStep", true);
    } else {
      xml_.Flag("canHandleVariableCommunicationStepSize", true);
      xml_.Number("maxOutputDerivativeOrder", 1);
      xml_.Flag("providesIntermediateUpdate", true);
      xml_.Flag("canReturnEarlyAfterIntermediateUpdate", true);
    }
    xml_.End();
  }

  void WriteVariable(const Shown& shown) {
    xml_.Begin(shown.type == model::ScalarType::Real      ? "Float64"
               : shown.type == model::ScalarType::Boolean ? "Boolean"
                                                          : "Int32");
    xml_.Attribute("name", shown.name);
    xml_.Number("valueReference", shown.reference);
    xml_.Optional("description", DescriptionOf(compiled_, shown));
    xml_.Attribute("causality", TextOf(shown.causality));
    xml_.Attribute("variability", TextOf(shown.variability));
    xml_.Optional("initial", TextOf(shown.initial));
    WriteAttributes(compiled_, shown, units_, xml_);
    if (shown.start) xml_.Attribute("start", StartText(shown));
    if (shown.derivative_of != kNone)
      xml_.Number("derivative", interface_.variables[interface_.states[shown.derivative_of]].reference);
    xml_.End();
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

  void WriteStructure() {
    const Structure structure = MakeStructure(compiled_, interface_);
    xml_.Begin("ModelStructure");
    for (const Unknown& unknown : structure.outputs) WriteUnknown("Output", unknown);
    for (const Unknown& unknown : structure.derivatives) WriteUnknown("ContinuousStateDerivative", unknown);
    for (const uint32_t index : structure.initial) WriteUnknown("InitialUnknown", {index, false, {}});
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

auto Description3(const model::CompiledModel& compiled, const Interface& interface,
                  const DescriptionOptions& options) -> std::string {
  return DescriptionWriter3(compiled, interface, options).Run();
}

}  // namespace kerf::fmi
