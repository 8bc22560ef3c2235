// What an FMU shows of a compiled model: variables with their roles, and the numbers (value references) by
// which importers ask for them. The description of an FMU and the code in it both follow this list.
//
// A variable of the model has its own number as reference. What else is shown comes after those:
//   n + i           the derivative of state i, where no variable of the model stands for it
//   n + s + i       state i, likewise
//   n + 2s          time
//   n + 2s + 1 + k  event indicator k
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/compiled_model.h"

namespace kerf::fmi {

using model::kNone;
using Reference = uint32_t;

enum class Causality : uint8_t { Parameter, CalculatedParameter, Input, Output, Local, Independent };
enum class Variability : uint8_t { Constant, Fixed, Discrete, Continuous };
enum class Initial : uint8_t { None, Exact, Calculated };

struct Shown {
  std::string name;
  Reference reference = 0;
  // Where its value stands; model::kNoSlot for an event indicator.
  uint32_t slot = model::kNoSlot;
  // Index into the declarations of the model, or kNone.
  uint32_t declaration = kNone;
  model::ScalarType type = model::ScalarType::Real;
  bool is_enumeration = false;
  Causality causality = Causality::Local;
  Variability variability = Variability::Continuous;
  Initial initial = Initial::None;
  std::optional<double> start;
  // The state that it is the derivative of, or that it is, by number; kNone.
  uint32_t derivative_of = kNone;
  uint32_t state = kNone;
  // The first one shown that always has the same value and the same role, or itself.
  uint32_t alias_of = 0;
};

// Elements of an array in their order that FMI 3.0 knows as one variable, by the reference of the first.
struct ShownArray {
  std::string name;
  // Indices of the elements: `count` from here on.
  uint32_t first = 0;
  uint32_t count = 0;
  std::vector<uint32_t> sizes;
};

struct Interface {
  std::vector<Shown> variables;
  std::vector<ShownArray> arrays;
  // By index of a variable: index of the array that it is an element of, or kNone.
  std::vector<uint32_t> array_of;
  // By number of the state: index of the variable for it, and of that for its derivative.
  std::vector<uint32_t> states;
  std::vector<uint32_t> derivatives;
  uint32_t n_indicators = 0;
  // Reference of the first event indicator, and of time.
  Reference first_indicator = 0;
  Reference time = 0;

  // Index of the variable with that reference, or kNone.
  [[nodiscard]] auto Find(Reference reference) const -> uint32_t {
    return reference < index_of.size() ? index_of[reference] : kNone;
  }
  std::vector<uint32_t> index_of;
};

auto MakeInterface(const model::CompiledModel& compiled) -> Interface;

// How many event indicators there are: two for floor(x), none for conditions on time.
auto IndicatorCount(const model::CompiledModel& compiled) -> uint32_t;

}  // namespace kerf::fmi
