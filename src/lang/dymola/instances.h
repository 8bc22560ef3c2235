// The tree of instances below the top model and its order: that in which the translator of 1978 numbered
// variables and equations. It compiled types in source order; the first submodel ever made of a type was the
// type itself and kept its place; later ones were copies, appended when made, nested submodels first.
#pragma once

#include <vector>

#include "lang/dymola/elaborator.h"

namespace kerf::dymola {

struct Instance {
  ClassId cls;
  uint32_t parent = kNoIndex;
  base::PathId path;
  // Added to the relative slots of the class.
  uint32_t base = 0;
  // What made it: the place of the submodel statement, or for the type itself the place of its `end`.
  uint32_t event = 0;
  bool is_prototype = false;
  uint64_t key = 0;
};

struct InstanceTree {
  // Parents before their submodels; the top model is the first.
  std::vector<Instance> instances;
  // Indices into `instances` in the order of numbering.
  std::vector<uint32_t> order;
};

// Decides which submodels stand in for their types. `decls` are the declarations in play, in source order.
void TakePrototypes(Elaborator& elaborator, const std::vector<std::pair<DeclId, ClassId>>& decls);

auto BuildInstances(Elaborator& elaborator, ClassId top) -> InstanceTree;

}  // namespace kerf::dymola
