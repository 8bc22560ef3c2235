// Columns are continuous variables and their derivatives, rows the equations that may be differentiated.
#include "transform/dummy_derivatives.h"

#include <algorithm>

#include "transform/derivative_var.h"
#include "transform/parameter_values.h"

namespace kerf::transform {

namespace {

using expr::Op;
using graph::kNone;

auto Order(flat::StateSelect select) -> int {
  switch (select) {
    case flat::StateSelect::Never:   return kWishNever;
    case flat::StateSelect::Avoid:   return 1;
    case flat::StateSelect::Default: return 2;
    case flat::StateSelect::Prefer:  return 3;
    case flat::StateSelect::Always:  return kWishAlways;
  }
  return 2;
}

auto IsPreferred(const dae::Var& var) -> bool {
  return Order(var.state_select) >= Order(flat::StateSelect::Prefer) && !var.is_discrete &&
         var.type == expr::Kind::Real && var.kind == dae::VarKind::Algebraic && !var.derivative.has_value();
}

// Whether a variable changes continuously, so that it has a derivative.
auto IsContinuous(const dae::Var& var) -> bool {
  return (var.kind == dae::VarKind::State || var.kind == dae::VarKind::Algebraic) && !var.is_discrete;
}

}  // namespace

auto HasPreferred(const Work& work) -> bool {
  for (const VarId id : work.dae.vars.ids()) {
    if (IsPreferred(work.dae.vars[id])) return true;
  }
  return false;
}

DummyDerivatives::DummyDerivatives(Work& work, const Options& options, bool with_preferred)
    : work_(work),
      options_(options),
      with_preferred_(with_preferred),
      pool_(work.dae.world->pool),
      walker_(pool_),
      differentiator_(pool_),
      partials_(pool_),
      evaluator_(pool_),
      values_(ParameterValues(work, options)) {}

auto DummyDerivatives::Run() -> bool {
  n_equations_ = work_.dae.equations.size();
  ShareDerivatives();
  NumberColumns();
  BuildRows();
  graph::BipartiteBuilder builder(static_cast<uint32_t>(var_of_col_.size()));
  for (const Row& row : rows_) builder.AddRow(row.cols);
  const graph::PantelidesResult found = graph::Pantelides(builder.Take(), derivative_col_);
  if (!found.singular_eqns.empty()) return false;
  FindDependent(found);
  if (!combined_.empty() || found.new_eqns.empty()) return false;
  if (!Differentiate(found) || !ChooseDummies(found)) return false;
  SetKinds();
  NoteConstraints(found);
  AddSets(found);
  AddWatched(found);
  return true;
}

void DummyDerivatives::AddColumn(VarId var) {
  col_of_var_[var.index] = static_cast<uint32_t>(var_of_col_.size());
  var_of_col_.push_back(var);
  derivative_col_.push_back(kNone);
  base_col_.push_back(kNone);
}

// Whether going from one derivative to the next leads to the variable: der(y) = y, or der(x) = y and der(y) =
// x.
auto DummyDerivatives::IsReached(VarId var, VarId from) const -> bool {
  while (from.has_value() && from != var) from = derivative_[from.index];
  return from == var;
}

// Where two variables have the same derivative, each but the first gets one of its own, and an equation that
// says so; likewise where a variable would be a derivative of itself.
void DummyDerivatives::ShareDerivatives() {
  const auto& representative = work_.aliases.representative;
  const uint32_t n = work_.dae.vars.size();
  derivative_.assign(n, {});
  wish_.assign(n, {});
  std::vector<bool> is_taken(n, false);
  // What the user has given a start for is wanted.
  for (const GivenValue& given : options_.starts) {
    for (const VarId id : dae::FindVars(work_.dae, given.name))
      wish_[representative[id.index].index].is_fixed = true;
  }
  // Only states can be given new values.
  for (const dae::Reinit& reinit : work_.dae.reinits) {
    Wish& wish = wish_[representative[reinit.state.index].index];
    wish.select = kWishAlways;
    wish.is_reset = true;
  }
  for (uint32_t k = 0; k < n; ++k) {
    const VarId id{k};
    const VarId base = representative[k];
    const dae::Var& var = work_.dae.vars[id];
    Wish& wish = wish_[base.index];
    if (Order(var.state_select) >= wish.select) wish.asked = var.state_select;
    wish.select = std::max(wish.select, Order(var.state_select));
    wish.is_fixed = wish.is_fixed || var.is_fixed;
    wish.has_start = wish.has_start || var.start.has_value();
    if (!var.derivative.has_value() || derivative_[base.index].has_value()) continue;
    const VarId derivative = representative[var.derivative.index];
    const bool is_free = !is_taken[derivative.index] && IsContinuous(work_.dae.vars[derivative]) &&
                         !IsReached(base, derivative);
    if (is_free) {
      is_taken[derivative.index] = true;
      derivative_[base.index] = derivative;
      continue;
    }
    const VarId own = NewDerivative(base);
    const EqnId equation = work_.dae.equations.Add({dae::VarLeaf(work_.dae, own),
                                                    dae::VarLeaf(work_.dae, derivative),
                                                    base::PathStore::kRoot,
                                                    var.origin,
                                                    dae::Equation::kNoOutput,
                                                    {}});
    work_.structure.lhs.push_back(work_.dae.equations[equation].lhs);
    work_.structure.rhs.push_back(work_.dae.equations[equation].rhs);
    work_.structure.eqn_of_row.push_back(equation);
    work_.structure.matching.col_of_row.push_back(kNone);
    work_.aliases.trivial.push_back(false);
  }
}

auto DummyDerivatives::NewDerivative(VarId base) -> VarId {
  const VarId made = AddDerivativeVar(work_.dae, base);
  // New variables stand for themselves.
  work_.aliases.representative.push_back(made);
  work_.known.push_back(false);
  derivative_.emplace_back();
  wish_.emplace_back();
  derivative_[base.index] = made;
  made_.push_back({made, base});
  return made;
}

void DummyDerivatives::NumberColumns() {
  if (with_preferred_) {
    const uint32_t n = work_.dae.vars.size();
    for (uint32_t k = 0; k < n; ++k) {
      const VarId base = work_.aliases.representative[k];
      if (IsPreferred(work_.dae.vars[VarId{k}]) && IsContinuous(work_.dae.vars[base]) &&
          !derivative_[base.index].has_value()) {
        NewDerivative(base);
        work_.reduction.preferred.push_back(base);
      }
    }
  }
  col_of_var_.assign(work_.dae.vars.size(), kNone);
  for (const VarId id : work_.dae.vars.ids()) {
    if (work_.aliases.representative[id.index] == id && IsContinuous(work_.dae.vars[id])) AddColumn(id);
  }
  LinkDerivatives();
}

void DummyDerivatives::LinkDerivatives() {
  for (uint32_t col = 0; col < var_of_col_.size(); ++col) {
    const VarId derivative = derivative_[var_of_col_[col].index];
    if (!derivative.has_value()) continue;
    derivative_col_[col] = col_of_var_[derivative.index];
    base_col_[derivative_col_[col]] = col;
  }
}

// Equations of discrete variables take no part.
void DummyDerivatives::BuildRows() {
  const Structure& s = work_.structure;
  for (uint32_t r = 0; r < s.eqn_of_row.size(); ++r) {
    const EqnId id = s.eqn_of_row[r];
    const uint32_t col = s.matching.col_of_row[r];
    if (work_.dae.equations[id].is_at_events) continue;
    if (col != kNone && work_.dae.vars[s.var_of_col[col]].is_discrete) continue;
    Row row{id, s.lhs[id.index], s.rhs[id.index], {}};
    const std::array<ExprId, 2> sides = {row.lhs, row.rhs};
    for (const ExprId node : walker_.Postorder(sides)) {
      if (pool_.op(node) != Op::Var) continue;
      const uint32_t c = col_of_var_[pool_.var(node).index];
      if (c != kNone && std::ranges::count(row.cols, c) == 0) row.cols.push_back(c);
    }
    rows_.push_back(std::move(row));
  }
}

auto DummyDerivatives::DerivativeOf(ExprId leaf) -> ExprId {
  if (pool_.op(leaf) == Op::Time) return pool_.Real(1);
  const VarId id = pool_.var(leaf);
  const dae::Var& var = work_.dae.vars[id];
  if (var.kind == dae::VarKind::Input) return expr::Pool::kError;
  if (!IsContinuous(var)) return pool_.Real(0);
  if (!derivative_[id.index].has_value()) return expr::Pool::kError;
  return dae::VarLeaf(work_.dae, derivative_[id.index]);
}

auto DummyDerivatives::Differentiate(const graph::PantelidesResult& found) -> bool {
  for (const uint32_t base : found.new_vars) {
    const VarId made = NewDerivative(var_of_col_[base]);
    col_of_var_.push_back(kNone);
    AddColumn(made);
    derivative_col_[base] = col_of_var_[made.index];
    base_col_[derivative_col_[base]] = base;
  }
  for (const uint32_t from : found.new_eqns) {
    const Row base = rows_[from];
    const dae::Equation source = work_.dae.equations[base.equation];
    if (source.output != dae::Equation::kNoOutput) return false;
    const auto leaf = [&](ExprId node) { return DerivativeOf(node); };
    const ExprId lhs = differentiator_.Differentiate(base.lhs, leaf);
    const ExprId rhs = differentiator_.Differentiate(base.rhs, leaf);
    if (lhs == expr::Pool::kError || rhs == expr::Pool::kError) return false;
    dae::Equation derived = source;
    derived.lhs = lhs;
    derived.rhs = rhs;
    derived.derivative = {};
    derived.origin = work_.dae.world->origins.Add({{}, flat::MadeBy::Derivative, source.origin});
    const EqnId made = work_.dae.equations.Add(derived);
    work_.dae.equations[base.equation].derivative = made;
    Row row{made, lhs, rhs, {}};
    for (const uint32_t col : base.cols) row.cols.push_back(derivative_col_[col]);
    rows_.push_back(std::move(row));
  }
  return true;
}

}  // namespace kerf::transform
