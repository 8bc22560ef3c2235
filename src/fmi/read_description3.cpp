// Types, variables and structure as FMI 3.0 writes them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "fmi/description_reader.h"

namespace kerf::fmi {

namespace {

constexpr auto kTypes3 = std::to_array<NamedType>({{"Float64", ValueType::Float64},
                                                   {"Float32", ValueType::Float32},
                                                   {"Int8", ValueType::Int8},
                                                   {"UInt8", ValueType::UInt8},
                                                   {"Int16", ValueType::Int16},
                                                   {"UInt16", ValueType::UInt16},
                                                   {"Int32", ValueType::Int32},
                                                   {"UInt32", ValueType::UInt32},
                                                   {"Int64", ValueType::Int64},
                                                   {"UInt64", ValueType::UInt64},
                                                   {"Boolean", ValueType::Boolean},
                                                   {"String", ValueType::String},
                                                   {"Binary", ValueType::Binary},
                                                   {"Enumeration", ValueType::Enumeration},
                                                   {"Clock", ValueType::Clock}});

class Reader3 {
 public:
  Reader3(const pugi::xml_node& root, DescriptionReader& reader)
      : root_(root), reader_(reader), model_(reader.model()) {}

  void Run() {
    model_.token = TextOf(root_, "instantiationToken");
    if (!root_.attribute("instantiationToken"))
      reader_.Mistake(root_, "the attribute instantiationToken is missing");
    ReadInterfaces();
    for (const pugi::xml_node& type : root_.child("TypeDefinitions").children()) ReadType(type);
    const pugi::xml_node variables = root_.child("ModelVariables");
    if (!variables) reader_.Mistake(root_, "the element <ModelVariables> is missing");
    for (const pugi::xml_node& node : variables.children()) ReadVariable(node);
    for (size_t k = 0; k < nodes_.size(); ++k) {
      ReadSizes(k);
      LinkDerivative(k);
    }
    AddAliases();
    const pugi::xml_node structure = root_.child("ModelStructure");
    ReadUnknowns(structure, "Output", model_.outputs);
    ReadUnknowns(structure, "ContinuousStateDerivative", model_.derivatives);
    ReadUnknowns(structure, "InitialUnknown", model_.initial_unknowns);
    CountIndicators(structure);
  }

 private:
  void ReadInterfaces() {
    const pugi::xml_node exchange = root_.child("ModelExchange");
    model_.model_exchange = reader_.ReadInterface(exchange);
    if (model_.model_exchange) {
      model_.model_exchange->needs_completed_step =
          reader_.Flag(exchange, "needsCompletedIntegratorStep", true);
      model_.model_exchange->has_directional_derivatives =
          reader_.Flag(exchange, "providesDirectionalDerivatives", false);
    }
    model_.co_simulation = reader_.ReadInterface(root_.child("CoSimulation"));
  }

  void ReadType(const pugi::xml_node& node) {
    const std::string name = TextOf(node, "name");
    ImportedAttributes attributes;
    reader_.ReadAttributes(node, attributes);
    if (std::string_view(node.name()) == "EnumerationType") {
      attributes.enumeration = static_cast<uint32_t>(model_.enumerations.size());
      reader_.ReadItems(node, name);
    }
    types_[name] = std::move(attributes);
  }

  void ReadVariable(const pugi::xml_node& node) {
    const auto type = std::ranges::find(kTypes3, std::string_view(node.name()), [](const NamedType& named) {
      return std::string_view(named.element);
    });
    if (type == kTypes3.end()) return;
    ImportedVariable variable;
    variable.line = reader_.LineOf(node);
    variable.type = type->type;
    variable.name = TextOf(node, "name");
    variable.description = TextOf(node, "description");
    const auto reference = reader_.TryIndex(node, "valueReference");
    if (!reference) reader_.Mistake(node, fmt::format("`{}` has no valueReference", variable.name));
    variable.reference = reference.value_or(0);
    const std::string declared = TextOf(node, "declaredType");
    const auto known = types_.find(declared);
    if (known != types_.end()) variable.attributes = known->second;
    if (known == types_.end() && !declared.empty())
      reader_.Mistake(node,
                      fmt::format("`{}` has a type that is not defined: `{}`", variable.name, declared));
    reader_.ReadAttributes(node, variable.attributes);
    reader_.ReadCausality(node, variable);
    if (variable.type == ValueType::String || variable.type == ValueType::Binary) {
      for (const pugi::xml_node& start : node.children("Start"))
        variable.start_texts.push_back(TextOf(start, "value"));
    } else {
      variable.start = reader_.Numbers(node, "start");
    }
    const auto index = static_cast<uint32_t>(model_.variables.size());
    if (!by_reference_.emplace(variable.reference, index).second)
      reader_.Mistake(node,
                      fmt::format("`{}` has the valueReference {} of `{}`", variable.name, variable.reference,
                                  model_.variables[by_reference_[variable.reference]].name));
    model_.variables.push_back(std::move(variable));
    nodes_.push_back(node);
  }

  // A size is a number, or that of a structural parameter before it is set.
  void ReadSizes(size_t k) {
    ImportedVariable& variable = model_.variables[k];
    for (const pugi::xml_node& node : nodes_[k].children("Dimension")) {
      uint32_t size = 0;
      if (const auto start = reader_.TryIndex(node, "start")) {
        size = *start;
      } else if (const auto from = reader_.TryIndex(node, "valueReference")) {
        const auto found = by_reference_.find(*from);
        const bool is_known = found != by_reference_.end() && !model_.variables[found->second].start.empty();
        const double value = is_known ? model_.variables[found->second].start.front() : -1;
        if (value >= 0 && value <= static_cast<double>(kMaxElements)) {
          size = static_cast<uint32_t>(value);
        } else {
          reader_.Mistake(node, fmt::format("`{}` has a size that no variable with a start value tells: {}",
                                            variable.name, *from));
        }
      }
      variable.sizes.push_back(size);
    }
    uint64_t n = 1;
    for (const uint32_t size : variable.sizes) {
      n *= size;
      if (n <= kMaxElements) continue;
      reader_.Mistake(nodes_[k], fmt::format("`{}` has more than {} elements", variable.name, kMaxElements));
      variable.sizes.clear();
      return;
    }
  }

  void LinkDerivative(size_t k) {
    if (!nodes_[k].attribute("derivative")) return;
    const auto reference = reader_.TryIndex(nodes_[k], "derivative");
    const auto found = reference ? by_reference_.find(*reference) : by_reference_.end();
    if (found == by_reference_.end()) {
      reader_.Mistake(nodes_[k], fmt::format("`{}` is the derivative of a variable that is not there: {}",
                                             model_.variables[k].name, TextOf(nodes_[k], "derivative")));
      return;
    }
    model_.variables[k].derivative_of = found->second;
  }

  void AddAliases() {
    for (size_t k = 0; k < nodes_.size(); ++k) {
      for (const pugi::xml_node& node : nodes_[k].children("Alias")) {
        ImportedVariable alias = model_.variables[k];
        alias.line = reader_.LineOf(node);
        alias.name = TextOf(node, "name");
        alias.alias_of = static_cast<uint32_t>(k);
        alias.derivative_of = kNone;
        if (node.attribute("description")) alias.description = TextOf(node, "description");
        if (node.attribute("displayUnit")) alias.attributes.display_unit = TextOf(node, "displayUnit");
        model_.variables.push_back(std::move(alias));
      }
    }
  }

  void ReadUnknowns(const pugi::xml_node& structure, const char* element,
                    std::vector<ImportedUnknown>& unknowns) {
    for (const pugi::xml_node& node : structure.children(element)) {
      const auto variable = Find(node, reader_.TryIndex(node, "valueReference"));
      if (variable == kNone) continue;
      ImportedUnknown unknown{variable, static_cast<bool>(node.attribute("dependencies")), {}};
      for (const double reference : reader_.Numbers(node, "dependencies")) {
        const bool is_index = reference >= 0 && reference <= 4294967295.0;
        const uint32_t found =
            Find(node, is_index ? std::optional(static_cast<uint32_t>(reference)) : std::nullopt);
        if (found != kNone) unknown.dependencies.push_back(found);
      }
      unknowns.push_back(std::move(unknown));
    }
  }

  auto Find(const pugi::xml_node& node, std::optional<uint32_t> reference) -> uint32_t {
    const auto found = reference ? by_reference_.find(*reference) : by_reference_.end();
    if (found != by_reference_.end()) return found->second;
    reader_.Mistake(node, reference ? fmt::format("<{}> names the valueReference {}, which no variable has",
                                                  node.name(), *reference)
                                    : fmt::format("<{}> names no variable", node.name()));
    return kNone;
  }

  void CountIndicators(const pugi::xml_node& structure) {
    for (const pugi::xml_node& node : structure.children("EventIndicator")) {
      const uint32_t variable = Find(node, reader_.TryIndex(node, "valueReference"));
      if (variable != kNone) model_.n_indicators += model_.variables[variable].count();
    }
  }

  const pugi::xml_node& root_;
  DescriptionReader& reader_;
  ImportedModel& model_;
  std::map<std::string, ImportedAttributes, std::less<>> types_;
  std::map<uint32_t, uint32_t> by_reference_;
  std::vector<pugi::xml_node> nodes_;
};

}  // namespace

void ReadVersion3(const pugi::xml_node& root, DescriptionReader& reader) { Reader3(root, reader).Run(); }

}  // namespace kerf::fmi
