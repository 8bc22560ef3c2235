// Sums of equations in which more unknowns cancel than their structure shows: two parallel capacitors that
// float have p - q = v1 and p - q = v2, so v1 = v2. Where the structure counts p and q as determined, the
// matrix is singular. The linear equations with constant factors, which are literals and parameters, are
// eliminated exactly (expr/generic_value.h).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "transform/linear_rows.h"

namespace kerf::transform {

// The sum of factor * (lhs - rhs) over the rows, each differentiated as often as it is more often than the
// last one in the question, has none of the unknowns. Of a single row: fewer of them than it seems to have.
struct Dependency {
  std::vector<uint32_t> rows;
  std::vector<Factor> factors;
};

struct DependencyQuestion {
  // If they are differentiated: the most often differentiated ones first.
  std::vector<EqnId> equations;
  // The number, below n_unknowns, of the unknown that a variable in equation k becomes if the equation is
  // differentiated as often as it is to be; graph::kNone if it becomes none.
  std::function<uint32_t(uint32_t k, VarId var)> unknown_of;
  uint32_t n_unknowns = 0;
  // How often each equation is to be differentiated; empty: none is.
  std::vector<uint32_t> n_differentiations = {};
  // The derivative of a row; nothing if it has none that can be written down.
  std::function<std::optional<LinearRow>(const LinearRow&)> differentiate = nullptr;
  // Each equation is for its unknown alone: it must not have lost it, even if that is so only for the values
  // of the parameters. In simultaneous equations a factor that is zero by its value is no harm by itself.
  bool is_each_alone = false;
};

class LinearDependencies {
 public:
  LinearDependencies(Work& work, const DependencyQuestion& question, bool with_values)
      : work_(work),
        question_(question),
        pool_(work.dae.world->pool),
        linear_(work, with_values),
        generic_(work, false) {}
  // Those that the structure does not show: it finds an unknown for each of the equations. In order of their
  // last equations; all that there are, unless the equations are too many to tell.
  auto Find() -> std::vector<Dependency>;
  // The sum as an equation without what cancels. Nothing if it is about no continuous variable at all, or if
  // an equation that is part of it cannot be differentiated.
  auto TryCombine(const Dependency& dependency) -> std::optional<std::pair<ExprId, ExprId>>;
  // Parameters in the equations of a dependency.
  auto ParametersOf(const Dependency& dependency) -> std::vector<VarId>;

 private:
  using Entries = std::vector<std::pair<uint32_t, Residue>>;
  // A row after elimination, the unknown for which it is taken, and what was subtracted.
  struct Pivot {
    uint32_t row;
    uint32_t col;
    Entries entries;
    std::vector<std::pair<uint32_t, Residue>> subtracted;
  };

  void Read();
  void Peel();
  void Eliminate(uint32_t row, std::vector<Dependency>& found);
  auto ChooseCol(const Entries& entries) const -> size_t;
  auto Support(uint32_t row, const std::vector<std::pair<uint32_t, Residue>>& subtracted) const -> Entries;
  auto IsZeroForAllValues(EqnId equation, VarId var) -> bool;
  auto TryLift(uint32_t row, uint32_t last) -> std::optional<LinearRow>;
  auto IsHidden(const Entries& support) const -> bool;
  auto TryFactors(const Entries& support) -> std::optional<Dependency>;
  auto TrySymbolic(const Entries& support) -> std::optional<Dependency>;

  Work& work_;
  const DependencyQuestion& question_;
  expr::Pool& pool_;
  LinearRows linear_;
  LinearRows generic_;
  std::vector<LinearRow> rows_;
  // By row: unknowns with their factors; empty if the row takes no part.
  std::vector<Entries> entries_;
  // By row: an unknown occurs and cancels.
  std::vector<bool> cancels_;
  // Unknowns of a row whose factors are zero for the values of the parameters.
  std::vector<std::vector<uint32_t>> zeros_;
  // By unknown.
  std::vector<uint32_t> n_rows_of_col_;
  std::vector<uint32_t> pivot_of_col_;
  std::vector<Pivot> pivots_;
  uint64_t n_operations_ = 0;
};

}  // namespace kerf::transform
