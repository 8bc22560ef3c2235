// Sparse LU of matrices with a block triangular form, as circuits have it (Davis and Palamadai Natarajan
// 2010).
#pragma once

#include <memory>

#include "runtime/linear_solver.h"

namespace kerf::solvers {

auto MakeKluSolver(const runtime::CscPattern& pattern) -> std::unique_ptr<runtime::LinearSolver>;

}  // namespace kerf::solvers
