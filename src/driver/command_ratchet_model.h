// What `kerf ratchet-model` consists of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "driver/command_ratchet.h"
#include "flat/model.h"
#include "results/table.h"

namespace kerf::driver {

// See ExampleRow.
struct FlatSize {
  uint64_t unknowns = 0;
  uint64_t equations = 0;
};
auto SizeOf(const flat::Model& model) -> FlatSize;

struct Reference {
  results::Table table;
  std::vector<std::string> signals;
  // Code and text of why there is none; empty if there is one.
  std::string error;
};
// The trajectory of Modelica.Blocks.Examples.Filter is Modelica/Blocks/Examples/Filter/Filter.csv, with the
// names of the signals to compare beside it.
auto LoadReference(const ModelJob& job) -> Reference;
// Empty if all signals match; else a code and a text.
auto MatchReference(const results::Table& tested, const Reference& reference) -> std::string;

}  // namespace kerf::driver
