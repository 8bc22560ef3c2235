// The matrix and the right side of simultaneous equations that are linear in all their unknowns.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "expr/generic_value.h"
#include "transform/work.h"

namespace kerf::transform {

// Row by row; entries without value are zero. Equations and unknowns are those of the block, in its order.
struct LinearForm {
  size_t n = 0;
  std::vector<ExprId> matrix;
  std::vector<ExprId> right;
};

// Nothing if some equation is not linear, as far as the table of splits can see.
auto TryLinearForm(Work& work, const Block& block) -> std::optional<LinearForm>;

// The unknowns by Cramer's rule: the only division is that by the determinant. Nothing if that is zero
// whatever the variables are; `values` knows what leaves stand for that have been made on the way. `name`
// gives minors names of their own, so that they are not written out again and again.
auto TryDeterminants(expr::Pool& pool, expr::GenericValues& values, const LinearForm& form,
                     const std::function<ExprId(ExprId)>& name = nullptr)
    -> std::optional<std::vector<ExprId>>;

// Whether the matrix is singular whatever the variables are, with parameters as they are.
auto IsSingular(const Work& work, const LinearForm& form, const std::vector<std::optional<double>>& values)
    -> bool;

}  // namespace kerf::transform
