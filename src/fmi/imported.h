// What modelDescription.xml says of an FMU that is to be imported, FMI 2.0 and 3.0 alike.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fmi/description.h"

namespace kerf::fmi {

enum class ValueType : uint8_t {
  Float64,
  Float32,
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  Boolean,
  Enumeration,
  String,
  Binary,
  Clock,
};

struct ImportedItem {
  std::string name;
  std::string description;
  int64_t value = 0;
};

struct ImportedEnumeration {
  std::string name;
  std::string description;
  std::vector<ImportedItem> items;
};

// Attributes of a number; a variable has those of its declared type where it says nothing itself.
struct ImportedAttributes {
  std::string quantity;
  std::string unit;
  std::string display_unit;
  std::optional<double> min;
  std::optional<double> max;
  std::optional<double> nominal;
  // Index of the enumeration, or kNone.
  uint32_t enumeration = kNone;
};

enum class ImportedCausality : uint8_t {
  Parameter,
  StructuralParameter,
  CalculatedParameter,
  Input,
  Output,
  Local,
  Independent,
  // What FMI 3.0 has for checkpoints; nobody asks for it.
  Dependent,
};
enum class ImportedVariability : uint8_t { Constant, Fixed, Tunable, Discrete, Continuous };
enum class ImportedInitial : uint8_t { Exact, Approx, Calculated };

struct ImportedVariable {
  std::string name;
  std::string description;
  uint32_t reference = 0;
  ValueType type = ValueType::Float64;
  ImportedCausality causality = ImportedCausality::Local;
  ImportedVariability variability = ImportedVariability::Continuous;
  ImportedInitial initial = ImportedInitial::Calculated;
  ImportedAttributes attributes;
  // Values before the initialization, one for each element or one for all; empty: none is given.
  std::vector<double> start;
  std::vector<std::string> start_texts;
  // Sizes of an array.
  std::vector<uint32_t> sizes;
  // Index of the state that it is the derivative of, or kNone.
  uint32_t derivative_of = kNone;
  // It has the value of the variable with that index; kNone.
  uint32_t alias_of = kNone;
  uint32_t line = 0;

  [[nodiscard]] auto count() const -> uint32_t {
    uint32_t n = 1;
    for (const uint32_t size : sizes) n *= size;
    return n;
  }
};

// A variable that the FMU calculates, and what it depends on: indices of variables.
struct ImportedUnknown {
  uint32_t variable = 0;
  // Otherwise it may depend on all.
  bool has_dependencies = false;
  std::vector<uint32_t> dependencies;
};

struct ImportedInterface {
  // A C identifier: the name of the binary.
  std::string identifier;
  bool has_directional_derivatives = false;
  bool needs_completed_step = true;
  bool needs_tool = false;
};

struct ImportedModel {
  Version version = Version::Two;
  std::string name;
  std::string description;
  // guid of FMI 2.0, instantiationToken of FMI 3.0.
  std::string token;
  std::string tool;
  std::optional<ImportedInterface> model_exchange;
  std::optional<ImportedInterface> co_simulation;
  std::optional<double> start_time;
  std::optional<double> stop_time;
  std::optional<double> tolerance;
  std::optional<double> step_size;
  uint32_t n_indicators = 0;
  std::vector<ImportedEnumeration> enumerations;
  std::vector<ImportedVariable> variables;
  std::vector<ImportedUnknown> outputs;
  // Variables that are derivatives, in the order of the states.
  std::vector<ImportedUnknown> derivatives;
  std::vector<ImportedUnknown> initial_unknowns;
};

inline auto IsReal(ValueType type) -> bool {
  return type == ValueType::Float64 || type == ValueType::Float32;
}
inline auto IsNumber(ValueType type) -> bool {
  return type != ValueType::String && type != ValueType::Binary && type != ValueType::Clock;
}

}  // namespace kerf::fmi
