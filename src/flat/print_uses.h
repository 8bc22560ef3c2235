// Which functions and types the text of a model needs definitions of.
#pragma once

#include <vector>

#include "flat/print_names.h"

namespace kerf::flat {

// Ascending ids; with all that their definitions need in turn.
struct Uses {
  std::vector<uint16_t> enumerations;
  std::vector<uint16_t> records;
  std::vector<uint16_t> object_classes;
  std::vector<FunctionId> functions;
};

auto CollectUses(const Model& model, const WorldNamer& namer) -> Uses;

}  // namespace kerf::flat
