// Matrices of numbers and lists of texts as one MAT file, version 4, which Octave, MATLAB, SciPy and Dymola
// read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kerf::results {

// Numbers column by column, or, if there are texts, one text a row.
struct NamedMatrix {
  std::string name;
  uint32_t n_rows = 0;
  uint32_t n_columns = 0;
  std::vector<double> entries;
  std::vector<std::string> texts;
};

// What went wrong, with the path and the system's reason, or "".
auto WriteMatrices(const std::string& path, const std::vector<NamedMatrix>& matrices) -> std::string;

}  // namespace kerf::results
