// The form in which an imported FMU becomes part of a model: which of its variables are what, and in which
// order their values are passed. Texts that are written for an FMU and the host that runs it follow the same
// list.
//
//   initialize  {time, parameters, exact states, inputs that calculated states depend on}
//               -> {1, all states}
//   values of group k
//               {time, count, states, inputs of the group} -> values of the group
//   update      {time, count, states, all inputs}
//               -> {next time, whether the FMU ends the run, states, discrete values}
//
// `count` is 0 before the initialization, 1 in it, and grows by 1 with each event or step of communication.
// Arrays stand row by row.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "fmi/imported.h"

namespace kerf::fmi {

enum class GroupKind : uint8_t { Derivatives, Indicators, Variables };

struct Group {
  GroupKind kind = GroupKind::Variables;
  // Indices of variables; of Derivatives the states.
  std::vector<uint32_t> variables;
  // Positions in Component::inputs.
  std::vector<uint32_t> inputs;
  // How many values it has.
  uint32_t n_values = 0;
};

struct Component {
  bool is_co_simulation = false;
  // Indices of variables.
  std::vector<uint32_t> parameters;
  std::vector<uint32_t> texts;
  std::vector<uint32_t> states;
  std::vector<uint32_t> exact_states;
  std::vector<uint32_t> inputs;
  // Positions in `inputs`.
  std::vector<uint32_t> initial_inputs;
  std::vector<Group> groups;
  std::vector<uint32_t> discrete;
  std::vector<uint32_t> constants;
  // Inputs and outputs without a number, which no model can be connected with.
  std::vector<uint32_t> left_out;
};

// The places of fixed values in results of updates.
inline constexpr uint32_t kNextTime = 0;
inline constexpr uint32_t kIsEnded = 1;
inline constexpr uint32_t kUpdateStates = 2;

auto IsContinuous(const ImportedVariable& variable) -> bool;
// How many numbers the variables have together.
auto CountOf(const ImportedModel& model, const std::vector<uint32_t>& variables) -> uint32_t;
auto MakeComponent(const ImportedModel& model, bool is_co_simulation) -> Component;

}  // namespace kerf::fmi
