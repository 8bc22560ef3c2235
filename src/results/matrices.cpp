// Matrices one after the other.
#include "results/matrices.h"

#include <algorithm>

#include "results/mat_format.h"

namespace kerf::results {

namespace {

// Text is a matrix of characters, column by column; short rows end in blanks.
void PutTexts(OutputFile& file, const NamedMatrix& matrix) {
  size_t width = 0;
  for (const std::string& text : matrix.texts) width = std::max(width, text.size());
  PutMatrixHeader(file, matrix.name, kTextType, matrix.texts.size(), width);
  for (size_t column = 0; column < width; ++column) {
    for (const std::string& text : matrix.texts) file.Put({column < text.size() ? &text[column] : " ", 1});
  }
}

void PutNumbers(OutputFile& file, const NamedMatrix& matrix) {
  PutMatrixHeader(file, matrix.name, kDoubleType, matrix.n_rows, matrix.n_columns);
  for (const double entry : matrix.entries) file.Put(BytesOf(entry));
}

}  // namespace

auto WriteMatrices(const std::string& path, const std::vector<NamedMatrix>& matrices) -> std::string {
  OutputFile file(path);
  for (const NamedMatrix& matrix : matrices) {
    if (!file.error().empty()) return file.error();
    if (matrix.texts.empty()) {
      PutNumbers(file, matrix);
    } else {
      PutTexts(file, matrix);
    }
  }
  file.Flush();
  file.Close();
  return file.error();
}

}  // namespace kerf::results
