// Types, variables and structure as FMI 2.0 writes them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "fmi/description_reader.h"

namespace kerf::fmi {

namespace {

constexpr auto kTypes2 = std::to_array<NamedType>({{"Real", ValueType::Float64},
                                                   {"Integer", ValueType::Int32},
                                                   {"Boolean", ValueType::Boolean},
                                                   {"String", ValueType::String},
                                                   {"Enumeration", ValueType::Enumeration}});

class Reader2 {
 public:
  Reader2(const pugi::xml_node& root, DescriptionReader& reader)
      : root_(root), reader_(reader), model_(reader.model()) {}

  void Run() {
    model_.token = TextOf(root_, "guid");
    if (!root_.attribute("guid")) reader_.Mistake(root_, "the attribute guid is missing");
    model_.n_indicators = reader_.TryIndex(root_, "numberOfEventIndicators").value_or(0);
    ReadInterfaces();
    for (const pugi::xml_node& type : root_.child("TypeDefinitions").children("SimpleType")) ReadType(type);
    const pugi::xml_node variables = root_.child("ModelVariables");
    if (!variables) reader_.Mistake(root_, "the element <ModelVariables> is missing");
    for (const pugi::xml_node& node : variables.children("ScalarVariable")) ReadVariable(node);
    LinkDerivatives();
    const pugi::xml_node structure = root_.child("ModelStructure");
    ReadUnknowns(structure.child("Outputs"), model_.outputs);
    ReadUnknowns(structure.child("Derivatives"), model_.derivatives);
    ReadUnknowns(structure.child("InitialUnknowns"), model_.initial_unknowns);
  }

 private:
  void ReadInterfaces() {
    const pugi::xml_node exchange = root_.child("ModelExchange");
    model_.model_exchange = reader_.ReadInterface(exchange);
    if (model_.model_exchange) {
      model_.model_exchange->needs_completed_step =
          !reader_.Flag(exchange, "completedIntegratorStepNotNeeded", false);
      model_.model_exchange->has_directional_derivatives =
          reader_.Flag(exchange, "providesDirectionalDerivative", false);
    }
    model_.co_simulation = reader_.ReadInterface(root_.child("CoSimulation"));
  }

  void ReadType(const pugi::xml_node& node) {
    const std::string name = TextOf(node, "name");
    for (const NamedType& entry : kTypes2) {
      const pugi::xml_node inner = node.child(entry.element);
      if (!inner) continue;
      ImportedAttributes attributes;
      reader_.ReadAttributes(inner, attributes);
      if (entry.type == ValueType::Enumeration) {
        attributes.enumeration = static_cast<uint32_t>(model_.enumerations.size());
        reader_.ReadItems(inner, name);
      }
      types_[name] = std::move(attributes);
    }
  }

  void ReadVariable(const pugi::xml_node& node) {
    ImportedVariable variable;
    variable.line = reader_.LineOf(node);
    variable.name = TextOf(node, "name");
    variable.description = TextOf(node, "description");
    const auto reference = reader_.TryIndex(node, "valueReference");
    if (!reference) reader_.Mistake(node, fmt::format("`{}` has no valueReference", variable.name));
    variable.reference = reference.value_or(0);
    pugi::xml_node inner;
    for (const NamedType& entry : kTypes2) {
      if (inner) break;
      inner = node.child(entry.element);
      variable.type = entry.type;
    }
    if (!inner) reader_.Mistake(node, fmt::format("`{}` has no type", variable.name));
    const std::string declared = TextOf(inner, "declaredType");
    const auto type = types_.find(declared);
    if (type != types_.end()) variable.attributes = type->second;
    if (type == types_.end() && !declared.empty())
      reader_.Mistake(inner,
                      fmt::format("`{}` has a type that is not defined: `{}`", variable.name, declared));
    reader_.ReadAttributes(inner, variable.attributes);
    reader_.ReadCausality(node, variable);
    if (variable.type == ValueType::String) {
      if (inner.attribute("start")) variable.start_texts.push_back(TextOf(inner, "start"));
    } else {
      variable.start = reader_.Numbers(inner, "start");
    }
    inners_.push_back(inner);
    model_.variables.push_back(std::move(variable));
  }

  // Indices count from 1.
  void LinkDerivatives() {
    for (size_t k = 0; k < model_.variables.size(); ++k) {
      if (!inners_[k].attribute("derivative")) continue;
      const uint32_t index = reader_.TryIndex(inners_[k], "derivative").value_or(0);
      if (index == 0 || index > model_.variables.size()) {
        reader_.Mistake(inners_[k], fmt::format("`{}` is the derivative of variable {}, which is not there",
                                                model_.variables[k].name, index));
        continue;
      }
      model_.variables[k].derivative_of = index - 1;
    }
  }

  void ReadUnknowns(const pugi::xml_node& list, std::vector<ImportedUnknown>& unknowns) {
    for (const pugi::xml_node& node : list.children("Unknown")) {
      const uint32_t index = reader_.TryIndex(node, "index").value_or(0);
      if (index == 0 || index > model_.variables.size()) {
        reader_.Mistake(node, fmt::format("<{}> names variable {}, which is not there", list.name(), index));
        continue;
      }
      ImportedUnknown unknown{index - 1, static_cast<bool>(node.attribute("dependencies")), {}};
      for (const double dependency : reader_.Numbers(node, "dependencies")) {
        if (dependency >= 1 && dependency <= static_cast<double>(model_.variables.size())) {
          unknown.dependencies.push_back(static_cast<uint32_t>(dependency) - 1);
        } else {
          reader_.Mistake(
              node, fmt::format("<{}> depends on variable {}, which is not there", list.name(), dependency));
        }
      }
      unknowns.push_back(std::move(unknown));
    }
  }

  const pugi::xml_node& root_;
  DescriptionReader& reader_;
  ImportedModel& model_;
  std::map<std::string, ImportedAttributes, std::less<>> types_;
  // By variable, the element of its type.
  std::vector<pugi::xml_node> inners_;
};

}  // namespace

void ReadVersion2(const pugi::xml_node& root, DescriptionReader& reader) { Reader2(root, reader).Run(); }

}  // namespace kerf::fmi
