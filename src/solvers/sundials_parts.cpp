// Creating and freeing what SUNDIALS works on.
#include "solvers/sundials_parts.h"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace kerf::solvers {
namespace {

auto AsContext(void* handle) -> SUNContext { return static_cast<SUNContext>(handle); }
auto AsVector(void* handle) -> N_Vector { return static_cast<N_Vector>(handle); }
auto AsMatrix(void* handle) -> SUNMatrix { return static_cast<SUNMatrix>(handle); }

}  // namespace

auto IsTooLargeForDense(const KerfModel& model, std::string& message) -> bool {
  constexpr uint32_t kMaxDense = 10000;
  if (model.n_colours > 0 || model.n_states <= kMaxDense) return false;
  message = "the model has too many states for an implicit method without a known sparsity pattern";
  return true;
}

SundialsParts::SundialsParts() {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  context_ = context;
}

SundialsParts::~SundialsParts() {
  if (linear_solver_ != nullptr) SUNLinSolFree(static_cast<SUNLinearSolver>(linear_solver_));
  if (matrix_ != nullptr) SUNMatDestroy(AsMatrix(matrix_));
  for (void* vector : vectors_) N_VDestroy(AsVector(vector));
  SUNContext context = AsContext(context_);
  SUNContext_Free(&context);
}

auto SundialsParts::AddVector(uint32_t n) -> void* {
  N_Vector vector = N_VNew_Serial(n, AsContext(context_));
  N_VConst(0, vector);
  vectors_.push_back(vector);
  return vector;
}

void SundialsParts::SetUpLinear(const runtime::CscPattern& pattern, void* vector) {
  SUNContext context = AsContext(context_);
  const auto n = static_cast<sunindextype>(pattern.n);
  if (pattern.nnz() == static_cast<uint64_t>(pattern.n) * pattern.n) {
    matrix_ = SUNDenseMatrix(n, n, context);
    linear_solver_ = SUNLinSol_Dense(AsVector(vector), AsMatrix(matrix_), context);
    return;
  }
  col_ptr_.assign(pattern.col_ptr, pattern.col_ptr + pattern.n + 1);
  rows_.assign(pattern.row_index, pattern.row_index + pattern.nnz());
  matrix_ = SUNSparseMatrix(n, n, static_cast<sunindextype>(rows_.size()), CSC_MAT, context);
  linear_solver_ = SUNLinSol_KLU(AsVector(vector), AsMatrix(matrix_), context);
}

auto SundialsParts::Entries(void* matrix) const -> double* {
  SUNMatrix m = AsMatrix(matrix);
  if (SUNMatGetID(m) == SUNMATRIX_DENSE) return SUNDenseMatrix_Data(m);
  std::copy(col_ptr_.begin(), col_ptr_.end(), SUNSparseMatrix_IndexPointers(m));
  std::copy(rows_.begin(), rows_.end(), SUNSparseMatrix_IndexValues(m));
  return SUNSparseMatrix_Data(m);
}

void SundialsParts::Collect(int /*code*/, const char* /*module*/, const char* /*function*/, char* text,
                            void* message) {
  *static_cast<std::string*>(message) = text;
}

void SetWeights(const runtime::IntegratorSettings& settings, double part, const double* x, uint32_t n,
                double* weights) {
  for (uint32_t i = 0; i < n; ++i) {
    const double tolerance = settings.relative_tolerance * std::abs(x[i]) + settings.absolute_tolerance[i];
    weights[i] = 1 / (part * tolerance);
  }
}

}  // namespace kerf::solvers
