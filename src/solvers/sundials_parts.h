// Pieces that all SUNDIALS integrators need. Handles are opaque, so that no header of ours needs one of
// theirs: each is a SUNContext, N_Vector, SUNMatrix or SUNLinearSolver, as its name says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/abi.h"
#include "runtime/integrator.h"
#include "runtime/linear_solver.h"

namespace kerf::solvers {

// Whether a model of unknown sparsity has so many states that a full Jacobian is out of the question; says
// so.
auto IsTooLargeForDense(const KerfModel& model, std::string& message) -> bool;

class SundialsParts {
 public:
  SundialsParts();
  SundialsParts(const SundialsParts&) = delete;
  auto operator=(const SundialsParts&) -> SundialsParts& = delete;
  ~SundialsParts();

  [[nodiscard]] auto context() const -> void* { return context_; }
  // A new vector of n numbers, owned by this object.
  auto AddVector(uint32_t n) -> void*;
  // A matrix of this pattern and its linear solver; dense if the pattern is full.
  void SetUpLinear(const runtime::CscPattern& pattern, void* vector);
  [[nodiscard]] auto matrix() const -> void* { return matrix_; }
  [[nodiscard]] auto linear_solver() const -> void* { return linear_solver_; }
  // Where the entries of a matrix like ours go, column by column. SUNDIALS forgets the pattern whenever it
  // clears a sparse matrix, so it is written again here.
  [[nodiscard]] auto Entries(void* matrix) const -> double*;

  // The last complaint, and the function to be installed as error handler with the address of the message as
  // its data.
  std::string message;
  static void Collect(int code, const char* module, const char* function, char* text, void* message);

 private:
  void* context_ = nullptr;
  void* matrix_ = nullptr;
  void* linear_solver_ = nullptr;
  std::vector<void*> vectors_;
  std::vector<int64_t> col_ptr_, rows_;
};

// Weights 1/(part*(relative*|x| + absolute)) of n states, as SUNDIALS wants them.
void SetWeights(const runtime::IntegratorSettings& settings, double part, const double* x, uint32_t n,
                double* weights);

}  // namespace kerf::solvers
