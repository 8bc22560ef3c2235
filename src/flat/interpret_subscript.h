// Subscripts of arrays: which elements they choose, in the order of the result.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "flat/value.h"

namespace kerf::flat {

// Elements of arrays with up to so many dimensions are found without lists.
inline constexpr size_t kMaxQuickRank = 4;

struct Index {
  enum class Form : uint8_t { One, Whole, Many };
  Form form = Form::Whole;
  int64_t one = 0;
  std::vector<int64_t> many;
};

struct Selection {
  // Positions in the array's elements.
  std::vector<uint32_t> offsets;
  // Empty: a scalar.
  std::vector<int32_t> dims;
};

// Dimensions without subscript are taken whole. False: `error` says which subscript is out of range, where
// the first of these is subscript `n_before` + 1 for the user.
auto Select(std::span<const int32_t> dims, std::span<const Index> subscripts, Selection& selection,
            std::string& error, size_t n_before = 0) -> bool;
// The offset of the element with scalar subscripts, one for each dimension.
auto SelectOne(std::span<const int32_t> dims, std::span<const int64_t> subscripts, size_t& offset,
               std::string& error) -> bool;
// The chosen elements as a value.
auto Gathered(const Value& array, const Selection& selection) -> Value;

}  // namespace kerf::flat
