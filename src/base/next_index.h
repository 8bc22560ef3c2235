// Walking through the elements of an array row by row.
#pragma once

#include <cstdint>
#include <span>

namespace kerf::base {

// The next index, from 1, last dimension fastest; after the last element the first again.
inline void NextIndex(std::span<int32_t> index, std::span<const int32_t> sizes) {
  for (size_t d = index.size(); d-- > 0;) {
    if (++index[d] <= sizes[d]) return;
    index[d] = 1;
  }
}

}  // namespace kerf::base
