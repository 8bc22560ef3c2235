// What the structure of a model says without numbers: which states inputs can move and outputs show, by the
// lowest derivative influenced (Elmqvist 1978, chapter 4), structural controllability and observability
// (C.-T. Lin, Structural controllability, IEEE Trans. AC 19, 1974), and the decomposition into subsystems
// that drive each other in one direction only. All near-linear in the size of the model, for each input.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "session/session.h"

namespace kerf::analysis {

// The k-th derivative of the one is the lowest that the other influences; 0: the value itself.
using Order = std::optional<uint32_t>;

struct StateStructure {
  std::string name;
  // By any input, and in any output.
  Order from_inputs;
  Order to_outputs;
  // Index of its subsystem.
  uint32_t subsystem = 0;
};

// States that depend on each other in loops.
struct Subsystem {
  // Indices of states, ascending.
  std::vector<uint32_t> states;
  // Other variables in its loops.
  uint32_t n_others = 0;
  // One more than the highest of what drives it; 1 if nothing does.
  uint32_t level = 1;
  // Which of the independent parts it belongs to; parts share nothing but inputs, parameters and time.
  uint32_t part = 0;
  // Subsystems and inputs that act on it directly, ascending. Of very many only some.
  std::vector<uint32_t> driven_by;
  std::vector<uint32_t> inputs;
  bool has_more = false;
};

struct Structure {
  std::string name;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<StateStructure> states;
  // In an order in which each follows those that drive it.
  std::vector<Subsystem> subsystems;
  uint32_t n_parts = 0;
  // By input and output.
  std::vector<std::vector<Order>> orders;
  // How much the generic rank of [A B] falls short of the number of states, and of [A; C]; with the states
  // concerned.
  uint32_t input_deficit = 0;
  uint32_t output_deficit = 0;
  std::vector<uint32_t> input_deficient;
  std::vector<uint32_t> output_deficient;
};

// Every state is moved by an input, and none follows from the others alone.
auto IsControllable(const Structure& structure) -> bool;
auto IsObservable(const Structure& structure) -> bool;

// The structure of the model with these inputs and outputs (none: all that it has); nothing after reported
// mistakes.
auto AnalyseStructure(session::Request request, const std::vector<std::string>& inputs,
                      const std::vector<std::string>& outputs, source::Buffers& buffers,
                      diag::Emitter& emitter) -> std::optional<Structure>;

auto TextOf(const Structure& structure) -> std::string;
auto JsonOf(const Structure& structure) -> std::string;

}  // namespace kerf::analysis
