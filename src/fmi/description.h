// modelDescription.xml of FMUs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fmi/dependencies.h"
#include "fmi/log_categories.h"
#include "fmi/variables.h"
#include "fmi/xml.h"

namespace kerf::fmi {

enum class Version : uint8_t { Two, Three };

struct DescriptionOptions {
  // Of the shared library: a C identifier.
  std::string identifier;
  // Ties description and code together.
  std::string token;
  std::string tool;
  bool has_model_exchange = true;
  bool has_co_simulation = true;
  // States of instances can be taken.
  bool has_states = true;
  // C sources, which can do less than the code of src/fmu: one instance, no derivatives of its functions.
  bool is_source = false;
};

auto Description2(const model::CompiledModel& compiled, const Interface& interface,
                  const DescriptionOptions& options) -> std::string;
auto Description3(const model::CompiledModel& compiled, const Interface& interface,
                  const DescriptionOptions& options) -> std::string;

// buildDescription.xml of FMUs with a C source.
auto BuildDescription3(const DescriptionOptions& options) -> std::string;

// What both versions have in common (description_parts.cpp).

// Whether tangents give the derivatives by all states and inputs.
auto HasDirectionalDerivatives(const model::CompiledModel& compiled, const Interface& interface) -> bool;
// Whether all names are in the structured convention.
auto HasStructuredNames(const Interface& interface) -> bool;
// Indices of continuous inputs, of states and of outputs.
auto InputsOf(const Interface& interface) -> std::vector<uint32_t>;
auto OutputsOf(const Interface& interface) -> std::vector<uint32_t>;

// Unknowns of the model structure with what they depend on, as indices of variables.
struct Unknown {
  uint32_t index = 0;
  // Otherwise it may depend on all.
  bool has_dependencies = false;
  std::vector<uint32_t> dependencies;
};
struct Structure {
  std::vector<Unknown> outputs;
  std::vector<Unknown> derivatives;
  // At the end of the initialization; they may depend on all that is known.
  std::vector<uint32_t> initial;
};
auto MakeStructure(const model::CompiledModel& compiled, const Interface& interface) -> Structure;

// Names of units that may be given, by declaration: unit and display unit, or empty.
struct UnitNames {
  std::string unit;
  std::string display_unit;
};
// Writes <UnitDefinitions> if there are any.
auto WriteUnits(const model::CompiledModel& compiled, XmlWriter& xml) -> std::vector<UnitNames>;
// Of an enumeration the index; otherwise kNone.
auto EnumerationOf(const model::CompiledModel& compiled, const Shown& shown) -> uint32_t;
auto EnumerationName(const model::CompiledModel& compiled, uint32_t enumeration) -> std::string;
// Writes <TypeDefinitions> if there are enumerations.
void WriteTypes(const model::CompiledModel& compiled, Version version, XmlWriter& xml);
void WriteLogCategories(XmlWriter& xml);
void WriteExperiment(const model::Experiment& experiment, XmlWriter& xml);
auto TextOf(Causality causality) -> const char*;
auto TextOf(Variability variability) -> const char*;
auto TextOf(Initial initial) -> const char*;
// Quantity, units, bounds and nominal value of a Real; bounds and quantity of an Integer.
void WriteAttributes(const model::CompiledModel& compiled, const Shown& shown,
                     const std::vector<UnitNames>& units, XmlWriter& xml);
// The description that the model gives of a variable.
auto DescriptionOf(const model::CompiledModel& compiled, const Shown& shown) -> std::string;
// As XML has it: numbers of Reals in full, of others as whole numbers or truth values.
auto StartText(const Shown& shown) -> std::string;

}  // namespace kerf::fmi
