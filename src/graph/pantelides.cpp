// Pantelides' algorithm of 1988, after a test that it ends.
#include "graph/pantelides.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "graph/augmenting_search.h"

namespace kerf::graph {

namespace {

// Numbers the chains x, der(x), der(der(x)), …: the result maps each variable to the first of its chain.
auto FirstOfChain(std::span<const uint32_t> derivative_of_var) -> std::vector<uint32_t> {
  const auto n = static_cast<uint32_t>(derivative_of_var.size());
  std::vector<bool> is_derivative(n);
  for (const uint32_t derivative : derivative_of_var) {
    if (derivative == kNone) continue;
    KERF_CHECK(derivative < n && !is_derivative[derivative]);
    is_derivative[derivative] = true;
  }
  std::vector<uint32_t> first_of(n, kNone);
  for (uint32_t first = 0; first < n; ++first) {
    if (is_derivative[first]) continue;
    for (uint32_t var = first; var != kNone; var = derivative_of_var[var]) first_of[var] = first;
  }
  // What is left over would be a ring of derivatives.
  KERF_CHECK(std::ranges::find(first_of, kNone) == first_of.end());
  return first_of;
}

// The equations of the failed search, ascending: the failing one and those assigned to the variables reached.
auto ReachedRows(const AugmentingSearch& search, uint32_t failing_row) -> std::vector<uint32_t> {
  std::vector<uint32_t> rows{failing_row};
  for (const uint32_t col : search.reached_cols()) rows.push_back(search.matching().row_of_col[col]);
  std::ranges::sort(rows);
  return rows;
}

// Pantelides' algorithm ends exactly if each equation can be given a variable of its own, all derivatives of
// one variable counted as one. Without that, some set of equations stays singular however often it is
// differentiated. With it, let s(i) be the variable given to equation i, and g(i) ≥ 0 the order of the
// highest derivative of s(i) less the order found in the latest derivative of i. A failed search
// differentiates a set F of equations and V of variables, |V| = |F| - 1. The sum of all g grows by one for
// each i with s(i) in V, at most |V| times, and drops by one for each i in F: it drops.
//
// This gives a minimal set of equations that is singular in all variables, derivatives of one counted as one;
// empty if none is.
auto FindSingularEqns(const Bipartite& graph, std::span<const uint32_t> derivative_of_var)
    -> std::vector<uint32_t> {
  const std::vector<uint32_t> first_of = FirstOfChain(derivative_of_var);
  BipartiteBuilder builder(graph.n_cols);
  std::vector<uint32_t> merged;
  for (uint32_t row = 0; row < graph.n_rows; ++row) {
    merged.clear();
    for (const uint32_t col : graph.row(row)) merged.push_back(first_of[col]);
    builder.AddRow(merged);
  }
  const Bipartite chains = builder.Take();
  AugmentingSearch search(chains);
  for (uint32_t row = 0; row < chains.n_rows; ++row) {
    if (!search.Assign(row)) return ReachedRows(search, row);
  }
  return {};
}

class IndexReduction {
 public:
  IndexReduction(const Bipartite& graph, std::span<const uint32_t> derivative_of_var)
      : graph_(graph), search_(graph_) {
    result_.derivative_of_var.assign(derivative_of_var.begin(), derivative_of_var.end());
    result_.derivative_of_eqn.assign(graph.n_rows, kNone);
    result_.n_differentiations.assign(graph.n_rows, 0);
    for (uint32_t var = 0; var < graph.n_cols; ++var) {
      if (derivative_of_var[var] != kNone) search_.Retire(var);
    }
  }

  // Differentiates until the equation, or its latest derivative, has a highest derivative of its own.
  void Determine(uint32_t original_eqn) {
    for (uint32_t eqn = original_eqn; !search_.Assign(eqn); eqn = result_.derivative_of_eqn[eqn])
      Differentiate(eqn);
  }

  auto Take() -> PantelidesResult {
    // A derivative is numbered after its base, so going backwards each count is complete when it is passed
    // on.
    std::vector<uint32_t> counts(graph_.n_rows, 0);
    const auto n_original = static_cast<uint32_t>(result_.n_differentiations.size());
    for (uint32_t k = static_cast<uint32_t>(result_.new_eqns.size()); k-- > 0;) {
      counts[result_.new_eqns[k]] = counts[n_original + k] + 1;
    }
    std::copy_n(counts.begin(), n_original, result_.n_differentiations.begin());
    return std::move(result_);
  }

 private:
  void Differentiate(uint32_t failing_eqn) {
    PantelidesStep step;
    step.failing_eqn = failing_eqn;
    step.eqns = ReachedRows(search_, failing_eqn);
    step.vars.assign(search_.reached_cols().begin(), search_.reached_cols().end());
    std::ranges::sort(step.vars);
    for (const uint32_t var : step.vars) AddDerivativeOfVar(var);
    for (const uint32_t eqn : step.eqns) AddDerivativeOfEqn(eqn);
    for (const uint32_t var : step.vars) {
      const uint32_t eqn = search_.matching().row_of_col[var];
      search_.AssignNew(result_.derivative_of_eqn[eqn], result_.derivative_of_var[var]);
    }
    result_.steps.push_back(std::move(step));
  }

  void AddDerivativeOfVar(uint32_t var) {
    result_.derivative_of_var[var] = graph_.n_cols++;
    result_.derivative_of_var.push_back(kNone);
    result_.new_vars.push_back(var);
  }

  // The derivative also holds the variables of the equation itself. Having derivatives now, they play no part
  // in any further search and are left out, which keeps the rows from growing.
  void AddDerivativeOfEqn(uint32_t eqn) {
    row_.clear();
    for (const uint32_t var : graph_.row(eqn)) row_.push_back(result_.derivative_of_var[var]);
    result_.derivative_of_eqn[eqn] = graph_.n_rows;
    result_.derivative_of_eqn.push_back(kNone);
    result_.new_eqns.push_back(eqn);
    AppendRow(graph_, row_);
  }

  Bipartite graph_;
  AugmentingSearch search_;
  PantelidesResult result_;
  std::vector<uint32_t> row_;
};

}  // namespace

auto Pantelides(const Bipartite& graph, std::span<const uint32_t> derivative_of_var) -> PantelidesResult {
  KERF_CHECK(derivative_of_var.size() == graph.n_cols);
  PantelidesResult singular;
  singular.singular_eqns = FindSingularEqns(graph, derivative_of_var);
  if (!singular.singular_eqns.empty()) return singular;
  IndexReduction reduction(graph, derivative_of_var);
  for (uint32_t eqn = 0; eqn < graph.n_rows; ++eqn) reduction.Determine(eqn);
  return reduction.Take();
}

}  // namespace kerf::graph
