// Interning of shapes.
#include "expr/types.h"

#include <algorithm>

#include "base/hash.h"

namespace kerf::expr {

Shapes::Shapes() { Make({}); }

auto Shapes::Make(std::span<const int32_t> wanted) -> ShapeId {
  uint64_t hash = wanted.size();
  for (const int32_t dim : wanted) hash = base::Combine(hash, static_cast<uint32_t>(dim));
  return ShapeId{index_.FindOrAdd(
      hash, [&](uint32_t i) { return std::ranges::equal(dims(ShapeId{i}), wanted); },
      [&] {
        ranges_.push_back({static_cast<uint32_t>(dims_.size()), static_cast<uint32_t>(wanted.size())});
        dims_.insert(dims_.end(), wanted.begin(), wanted.end());
        return static_cast<uint32_t>(ranges_.size() - 1);
      })};
}

auto Shapes::dims(ShapeId id) const -> std::span<const int32_t> {
  return {dims_.data() + ranges_[id.index].first, ranges_[id.index].size};
}

auto Shapes::count(ShapeId id) const -> uint32_t {
  uint32_t n = 1;
  for (const int32_t dim : dims(id)) n *= static_cast<uint32_t>(std::max(dim, 0));
  return n;
}

}  // namespace kerf::expr
