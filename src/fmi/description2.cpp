// FMI 2.0.
#include <fmt/format.h>

#include "fmi/description.h"

namespace kerf::fmi {

namespace {

class DescriptionWriter2 {
 public:
  DescriptionWriter2(const model::CompiledModel& compiled, const Interface& interface,
                     const DescriptionOptions& options)
      : compiled_(compiled), interface_(interface), options_(options) {}

  auto Run() -> std::string {
    xml_.Begin("fmiModelDescription");
    xml_.Attribute("fmiVersion", "2.0");
    xml_.Attribute("modelName", compiled_.name);
    xml_.Attribute("guid", options_.token);
    xml_.Attribute("generationTool", options_.tool);
    xml_.Attribute("variableNamingConvention", HasStructuredNames(interface_) ? "structured" : "flat");
    xml_.Number("numberOfEventIndicators", interface_.n_indicators);
    if (options_.has_model_exchange) WriteInterface("ModelExchange");
    if (options_.has_co_simulation) WriteInterface("CoSimulation");
    units_ = WriteUnits(compiled_, xml_);
    WriteTypes(compiled_, Version::Two, xml_);
    WriteLogCategories(xml_);
    WriteExperiment(compiled_.experiment, xml_);
    xml_.Begin("ModelVariables");
    for (const Shown& shown : interface_.variables) WriteVariable(shown);
    xml_.End();
    WriteStructure();
    xml_.End();
    return xml_.Take();
  }

 private:
  void WriteInterface(const char* name) {
    xml_.Begin(name);
    xml_.Attribute("modelIdentifier", options_.identifier);
    if (std::string_view(name) == "CoSimulation") {
      xml_.Flag("canHandleVariableCommunicationStepSize", true);
      if (!options_.is_source) xml_.Flag("canInterpolateInputs", true);
      if (!options_.is_source) xml_.Number("maxOutputDerivativeOrder", 1);
    }
    if (options_.is_source) xml_.Flag("canBeInstantiatedOnlyOncePerProcess", true);
    if (options_.has_states) {
      xml_.Flag("canGetAndSetFMUstate", true);
      xml_.Flag("canSerializeFMUstate", true);
    }
    if (HasDirectionalDerivatives(compiled_, interface_) && !options_.is_source)
      xml_.Flag("providesDirectionalDerivative", true);
    if (options_.is_source) {
      xml_.Begin("SourceFiles");
      xml_.Begin("File");
      xml_.Attribute("name", options_.identifier + ".c");
      xml_.End();
      xml_.End();
    }
    xml_.End();
  }

  void WriteVariable(const Shown& shown) {
    xml_.Begin("ScalarVariable");
    xml_.Attribute("name", shown.name);
    xml_.Number("valueReference", interface_.variables[shown.alias_of].reference);
    xml_.Optional("description", DescriptionOf(compiled_, shown));
    xml_.Attribute("causality", TextOf(shown.causality));
    xml_.Attribute("variability", TextOf(shown.variability));
    xml_.Optional("initial", TextOf(shown.initial));
    const uint32_t enumeration = EnumerationOf(compiled_, shown);
    xml_.Begin(shown.type == model::ScalarType::Real      ? "Real"
               : shown.type == model::ScalarType::Boolean ? "Boolean"
               : enumeration != kNone                     ? "Enumeration"
                                                          : "Integer");
    if (enumeration != kNone) xml_.Attribute("declaredType", EnumerationName(compiled_, enumeration));
    WriteAttributes(compiled_, shown, units_, xml_);
    if (shown.start) xml_.Attribute("start", StartText(shown));
    if (shown.derivative_of != kNone) xml_.Number("derivative", interface_.states[shown.derivative_of] + 1);
    xml_.End();
    xml_.End();
  }

  void WriteUnknown(const Unknown& unknown) {
    xml_.Begin("Unknown");
    xml_.Number("index", unknown.index + 1);
    if (unknown.has_dependencies) {
      std::string list;
      for (const uint32_t index : unknown.dependencies)
        list += fmt::format("{}{}", list.empty() ? "" : " ", index + 1);
      xml_.Attribute("dependencies", list);
    }
    xml_.End();
  }

  void WriteStructure() {
    const Structure structure = MakeStructure(compiled_, interface_);
    xml_.Begin("ModelStructure");
    const auto list = [&](const char* name, const std::vector<Unknown>& unknowns) {
      if (unknowns.empty()) return;
      xml_.Begin(name);
      for (const Unknown& unknown : unknowns) WriteUnknown(unknown);
      xml_.End();
    };
    list("Outputs", structure.outputs);
    list("Derivatives", structure.derivatives);
    std::vector<Unknown> initial;
    for (const uint32_t index : structure.initial) initial.push_back({index, false, {}});
    list("InitialUnknowns", initial);
    xml_.End();
  }

  const model::CompiledModel& compiled_;
  const Interface& interface_;
  const DescriptionOptions& options_;
  std::vector<UnitNames> units_;
  XmlWriter xml_;
};

}  // namespace

auto Description2(const model::CompiledModel& compiled, const Interface& interface,
                  const DescriptionOptions& options) -> std::string {
  return DescriptionWriter2(compiled, interface, options).Run();
}

}  // namespace kerf::fmi
