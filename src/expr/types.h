// Scalar kinds, array shapes and the ids that expressions refer to.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/id.h"
#include "base/id_index.h"

namespace kerf::expr {

using ExprId = base::Id<struct ExprTag>;
using VarId = base::Id<struct VarTag>;
using FunctionId = base::Id<struct FunctionTag>;
using ShapeId = base::Id<struct ShapeTag>;

enum class Kind : uint8_t { Real, Integer, Boolean, Text, Enumeration, Record, Object, Clock, Function };

inline constexpr ShapeId kScalar{uint32_t{0}};
// A dimension whose size is known only at run time.
inline constexpr int32_t kUnknownSize = -1;

struct Type {
  Kind kind = Kind::Real;
  ShapeId shape = kScalar;
  // Which enumeration, record or class of objects: the number its owner gave it; 0 for other kinds.
  uint16_t detail = 0;
  friend auto operator==(const Type&, const Type&) -> bool = default;
};

// Interned lists of dimensions; shape 0 has none and is the scalar.
class Shapes {
 public:
  Shapes();
  auto Make(std::span<const int32_t> dims) -> ShapeId;
  [[nodiscard]] auto dims(ShapeId id) const -> std::span<const int32_t>;
  [[nodiscard]] auto rank(ShapeId id) const -> uint32_t { return static_cast<uint32_t>(dims(id).size()); }
  // The number of elements, 1 for a scalar.
  [[nodiscard]] auto count(ShapeId id) const -> uint32_t;

 private:
  struct Range {
    uint32_t first;
    uint32_t size;
  };
  std::vector<Range> ranges_;
  std::vector<int32_t> dims_;
  base::IdIndex index_;
};

}  // namespace kerf::expr
