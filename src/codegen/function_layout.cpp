// Taking types apart. The recursion follows the nesting of record types, which are finite.
#include "codegen/function_layout.h"

#include <algorithm>

namespace kerf::codegen {

namespace {

void Append(const flat::World& world, expr::Type type, std::vector<int32_t> dims,
            std::vector<LeafType>& leaves) {
  const auto own = world.pool.shapes().dims(type.shape);
  dims.insert(dims.end(), own.begin(), own.end());
  if (type.kind != expr::Kind::Record) {
    leaves.push_back({type.kind, type.detail, std::move(dims)});
    return;
  }
  for (const flat::RecordField& field : world.records[type.detail].fields) {
    Append(world, field.type, dims, leaves);
  }
}

}  // namespace

auto LeavesOf(const flat::World& world, expr::Type type) -> std::vector<LeafType> {
  std::vector<LeafType> leaves;
  Append(world, type, {}, leaves);
  return leaves;
}

auto FirstLeafOfField(const flat::World& world, uint16_t record, size_t field) -> size_t {
  size_t first = 0;
  for (size_t k = 0; k < field; ++k) first += LeavesOf(world, world.records[record].fields[k].type).size();
  return first;
}

auto WordsOf(const std::vector<LeafType>& leaves) -> size_t {
  size_t count = 0;
  for (const LeafType& leaf : leaves) count += WordsOf(leaf);
  return count;
}

auto IsFixed(const LeafType& leaf) -> bool {
  return std::ranges::all_of(leaf.dims, [](int32_t dim) { return dim >= 0; });
}

auto IsFixed(const std::vector<LeafType>& leaves) -> bool {
  return std::ranges::all_of(leaves, [](const LeafType& leaf) { return IsFixed(leaf); });
}

auto CountOf(const LeafType& leaf) -> size_t {
  size_t count = 1;
  for (const int32_t dim : leaf.dims) count *= static_cast<size_t>(std::max(dim, 0));
  return count;
}

}  // namespace kerf::codegen
