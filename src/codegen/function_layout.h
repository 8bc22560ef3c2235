// The leaves of a type: what is left when records are taken apart. An array of records has an array for each
// field, with the dimensions of the array before those of the field.
#pragma once

#include <vector>

#include "flat/function.h"

namespace kerf::codegen {

struct LeafType {
  expr::Kind kind = expr::Kind::Real;
  uint16_t detail = 0;
  // expr::kUnknownSize where the size is known only during the run.
  std::vector<int32_t> dims;
  friend auto operator==(const LeafType&, const LeafType&) -> bool = default;
};

auto LeavesOf(const flat::World& world, expr::Type type) -> std::vector<LeafType>;
// Where the leaves of field `field` of a record begin among those of the record.
auto FirstLeafOfField(const flat::World& world, uint16_t record, size_t field) -> size_t;

inline auto WordsOf(const LeafType& leaf) -> size_t { return 1 + leaf.dims.size(); }
auto WordsOf(const std::vector<LeafType>& leaves) -> size_t;
// All dimensions are known.
auto IsFixed(const LeafType& leaf) -> bool;
auto IsFixed(const std::vector<LeafType>& leaves) -> bool;
// The number of elements of a leaf of known size, 1 for a scalar.
auto CountOf(const LeafType& leaf) -> size_t;

}  // namespace kerf::codegen
