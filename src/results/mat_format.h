// MAT files of version 4: a header, a name and the entries column by column, for each matrix.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "results/output_file.h"

namespace kerf::results {

static_assert(std::endian::native == std::endian::little, "the type codes below say little-endian");

inline constexpr int32_t kDoubleType = 0;
inline constexpr int32_t kInt32Type = 20;
inline constexpr int32_t kTextType = 51;

struct MatrixHeader {
  int32_t type;
  int32_t n_rows;
  int32_t n_columns;
  int32_t is_complex = 0;
  // With the closing zero.
  int32_t name_length;
};

inline void PutMatrixHeader(OutputFile& file, const std::string& name, int32_t type, size_t n_rows,
                            size_t n_columns) {
  const MatrixHeader header{.type = type,
                            .n_rows = static_cast<int32_t>(n_rows),
                            .n_columns = static_cast<int32_t>(n_columns),
                            .name_length = static_cast<int32_t>(name.size() + 1)};
  file.Put(BytesOf(header));
  file.Put({name.c_str(), name.size() + 1});
}

}  // namespace kerf::results
