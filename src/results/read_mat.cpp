// MAT trajectory files as tables. The only file that includes matio.
#include <fmt/format.h>
#include <matio.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "results/read_result.h"
#include "results/signals.h"

namespace kerf::results {

namespace {

struct MatCloser {
  void operator()(mat_t* mat) const { Mat_Close(mat); }
  void operator()(matvar_t* var) const { Mat_VarFree(var); }
};
using MatFile = std::unique_ptr<mat_t, MatCloser>;
using MatVar = std::unique_ptr<matvar_t, MatCloser>;

// A matrix with its rows and columns swapped if the file is not transposed: always signals by points.
struct Matrix {
  MatVar var;
  size_t n_rows = 0;
  size_t n_columns = 0;
  bool is_swapped = false;
};

auto ElementOf(const matvar_t& var, size_t i) -> double {
  switch (var.data_type) {
    case MAT_T_DOUBLE: return static_cast<const double*>(var.data)[i];
    case MAT_T_SINGLE: return static_cast<const float*>(var.data)[i];
    case MAT_T_INT32:  return static_cast<const int32_t*>(var.data)[i];
    case MAT_T_INT16:  return static_cast<const int16_t*>(var.data)[i];
    case MAT_T_UINT16: return static_cast<const uint16_t*>(var.data)[i];
    case MAT_T_UINT8:
    case MAT_T_UTF8:   return static_cast<const uint8_t*>(var.data)[i];
    default:           return std::nan("");
  }
}

auto At(const Matrix& matrix, size_t row, size_t column) -> double {
  const size_t i = matrix.is_swapped ? row * matrix.n_columns + column : column * matrix.n_rows + row;
  return ElementOf(*matrix.var, i);
}

// The text in one column, without the padding that writers choose freely.
auto TextAt(const Matrix& matrix, size_t column) -> std::string {
  std::string text;
  for (size_t row = 0; row < matrix.n_rows; ++row) text += static_cast<char>(At(matrix, row, column));
  text.resize(std::strlen(text.c_str()));
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

class TrajectoryReader {
 public:
  explicit TrajectoryReader(const std::string& path) : path_(path) {}
  auto Read() -> Loaded;

 private:
  auto Load(const char* name, bool is_swapped) -> Matrix;
  // Reads the matrices; false if one is missing or has the wrong shape.
  auto LoadAll() -> bool;
  auto AddSignal(Table& table, size_t signal) -> bool;
  auto Fail(const std::string& text) -> bool;

  std::string path_;
  std::string error_;
  MatFile file_;
  Matrix names_;
  Matrix info_;
  Matrix constants_;
  Matrix points_;
};

auto TrajectoryReader::Fail(const std::string& text) -> bool {
  if (error_.empty()) error_ = path_ + ": " + text;
  return false;
}

auto TrajectoryReader::Load(const char* name, bool is_swapped) -> Matrix {
  Matrix matrix{.var = MatVar(Mat_VarRead(file_.get(), name)), .is_swapped = is_swapped};
  const bool is_matrix = matrix.var && matrix.var->rank == 2;
  if (!is_matrix) {
    Fail(fmt::format("this is no trajectory file: matrix '{}' is missing", name));
    return matrix;
  }
  matrix.n_rows = matrix.var->dims[is_swapped ? 1 : 0];
  matrix.n_columns = matrix.var->dims[is_swapped ? 0 : 1];
  if (matrix.var->data == nullptr) {
    if (matrix.n_rows * matrix.n_columns > 0) Fail(fmt::format("matrix '{}' is incomplete", name));
    matrix.n_columns = 0;
  }
  return matrix;
}

auto TrajectoryReader::LoadAll() -> bool {
  const Matrix kind = Load("Aclass", true);
  if (!error_.empty()) return false;
  if (kind.n_columns < 4 || TextAt(kind, 0) != "Atrajectory") return Fail("this is no trajectory file");
  const bool is_swapped = TextAt(kind, 3) == "binNormal";
  names_ = Load("name", is_swapped);
  info_ = Load("dataInfo", is_swapped);
  constants_ = Load("data_1", is_swapped);
  points_ = Load("data_2", is_swapped);
  if (!error_.empty()) return false;
  if (info_.n_rows != 4 || info_.n_columns != names_.n_columns) return Fail("'dataInfo' does not fit 'name'");
  return true;
}

auto TrajectoryReader::AddSignal(Table& table, size_t signal) -> bool {
  std::string name = TextAt(names_, signal);
  const auto matrix_number = static_cast<int>(At(info_, 0, signal));
  const auto place = static_cast<int64_t>(At(info_, 1, signal));
  const bool is_constant = matrix_number == 1;
  if (matrix_number < 0 || matrix_number > 2) {
    return Fail(
        fmt::format("signal '{}' lies in matrix 'data_{}', which is not supported", name, matrix_number));
  }
  const Matrix& data = is_constant ? constants_ : points_;
  const auto row = static_cast<size_t>(std::abs(place)) - 1;
  if (place == 0 || row >= data.n_rows || (is_constant && data.n_columns == 0)) {
    return Fail(
        fmt::format("signal '{}' refers to row {}, but there are {}", name, std::abs(place), data.n_rows));
  }
  std::vector<double> column(points_.n_columns);
  for (size_t i = 0; i < column.size(); ++i) {
    column[i] = SignedValue(At(data, row, is_constant ? 0 : i), place < 0);
  }
  table.names.push_back(std::move(name));
  table.columns.push_back(std::move(column));
  return true;
}

auto TrajectoryReader::Read() -> Loaded {
  std::error_code code;
  const auto size = std::filesystem::file_size(path_, code);
  if (code) return {.table = {}, .error = fmt::format("{}: cannot read: {}", path_, code.message())};
  if (size > 0) file_.reset(Mat_Open(path_.c_str(), MAT_ACC_RDONLY));
  if (!file_) return {.table = {}, .error = path_ + ": this is no MAT file"};
  if (!LoadAll()) return {.table = {}, .error = error_};
  Loaded loaded;
  for (size_t i = 0; i < names_.n_columns; ++i) {
    if (!AddSignal(loaded.table, i)) return {.table = {}, .error = error_};
  }
  return loaded;
}

}  // namespace

auto ReadMat(const std::string& path) -> Loaded { return TrajectoryReader(path).Read(); }

}  // namespace kerf::results
