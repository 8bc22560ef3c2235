// Columns are continuous variables and their derivatives, rows the equations that may be differentiated.
#include "transform/dummy_derivatives.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "transform/derivative_var.h"
#include "transform/independent_columns.h"
#include "transform/parameter_values.h"

namespace kerf::transform {

namespace {

using expr::Op;
using graph::kNone;

auto Order(flat::StateSelect select) -> int {
  switch (select) {
    case flat::StateSelect::Never:   return 0;
    case flat::StateSelect::Avoid:   return 1;
    case flat::StateSelect::Default: return 2;
    case flat::StateSelect::Prefer:  return 3;
    case flat::StateSelect::Always:  return 4;
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
      with_preferred_(with_preferred),
      pool_(work.dae.world->pool),
      walker_(pool_),
      differentiator_(pool_),
      partials_(pool_),
      evaluator_(pool_),
      values_(ParameterValues(work, options)) {}

auto DummyDerivatives::Run() -> bool {
  ShareDerivatives();
  NumberColumns();
  BuildRows();
  graph::BipartiteBuilder builder(static_cast<uint32_t>(var_of_col_.size()));
  for (const Row& row : rows_) builder.AddRow(row.cols);
  const graph::PantelidesResult found = graph::Pantelides(builder.Take(), derivative_col_);
  if (!found.singular_eqns.empty() || found.new_eqns.empty()) return false;
  if (!Differentiate(found) || !ChooseDummies(found)) return false;
  SetKinds();
  NoteConstraints(found);
  return true;
}

void DummyDerivatives::AddColumn(VarId var) {
  col_of_var_[var.index] = static_cast<uint32_t>(var_of_col_.size());
  var_of_col_.push_back(var);
  derivative_col_.push_back(kNone);
  base_col_.push_back(kNone);
}

// Where two variables have the same derivative, each but the first gets one of its own, and an equation that
// says so.
void DummyDerivatives::ShareDerivatives() {
  const auto& representative = work_.aliases.representative;
  const uint32_t n = work_.dae.vars.size();
  derivative_.assign(n, {});
  wish_.assign(n, {});
  std::vector<bool> is_taken(n, false);
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
    const bool is_free = !is_taken[derivative.index] && IsContinuous(work_.dae.vars[derivative]);
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

// How gladly the variable that a column is the derivative of is kept as a state: by its own wish, then by
// what it starts from. One that an equation gives at once is the one to be given up.
auto DummyDerivatives::RankOf(uint32_t col) const -> Rank {
  const uint32_t base = base_col_[col];
  const Wish& wish = wish_[var_of_col_[base].index];
  int order = 0;
  for (uint32_t c = base; base_col_[c] != kNone; c = base_col_[c]) ++order;
  return {wish.select, wish.is_fixed ? 2 : wish.has_start ? 1 : 0, order, ~var_of_col_[base].index};
}

// The value of a partial derivative at a point where nothing is zero by chance: parameters as they are, the
// rest at numbers drawn from their names.
auto DummyDerivatives::GenericPartial(const Row& row, uint32_t col) -> double {
  const VarId var = var_of_col_[col];
  const auto draw = [](uint64_t seed) { return 0.5 + static_cast<double>(base::Mix(seed) >> 11) * 0x1p-53; };
  const auto one = [&](ExprId leaf) {
    return pool_.Real(pool_.op(leaf) == Op::Var && pool_.var(leaf) == var ? 1 : 0);
  };
  const auto value_of = [&](ExprId leaf) -> std::optional<double> {
    if (pool_.op(leaf) != Op::Var) return draw(0);
    const auto& known = values_[pool_.var(leaf).index];
    return known ? known : draw(pool_.var(leaf).index + 1);
  };
  partials_.Forget();
  double sum = 0;
  for (const ExprId side : {row.lhs, row.rhs}) {
    const ExprId partial = partials_.Differentiate(side, one);
    const auto value =
        partial == expr::Pool::kError ? std::nullopt : evaluator_.TryEvaluate(partial, value_of);
    // What cannot be evaluated is some number.
    const double number = value && std::isfinite(*value) ? *value : draw((uint64_t{side.index} << 32) + col);
    sum += side == row.lhs ? number : -number;
  }
  return sum;
}

// Of the columns as many as there are rows, the least wanted first, such that the rows determine them.
auto DummyDerivatives::ChooseAtLevel(const std::vector<uint32_t>& rows, std::vector<uint32_t>& cols) -> bool {
  std::ranges::sort(cols, {}, [&](uint32_t col) { return RankOf(col); });
  std::vector<uint32_t> place(var_of_col_.size(), kNone);
  for (uint32_t k = 0; k < cols.size(); ++k) place[cols[k]] = k;
  std::vector<std::vector<IndependentColumns::Entry>> entries(cols.size());
  values_.resize(work_.dae.vars.size());
  for (uint32_t k = 0; k < rows.size(); ++k) {
    for (const uint32_t col : rows_[rows[k]].cols) {
      if (place[col] == kNone) continue;
      const double value = GenericPartial(rows_[rows[k]], col);
      if (value != 0) entries[place[col]].push_back({k, value});
    }
  }
  IndependentColumns independent(static_cast<uint32_t>(rows.size()));
  std::vector<uint32_t> chosen;
  std::vector<ChoiceReason> reasons(cols.size(), ChoiceReason::KeptWanted);
  for (uint32_t k = 0; k < cols.size() && chosen.size() < rows.size(); ++k) {
    const bool is_given_up = independent.TryAdd(entries[k]);
    reasons[k] = is_given_up ? ChoiceReason::GivenUp : ChoiceReason::KeptDependent;
    if (is_given_up) chosen.push_back(cols[k]);
  }
  NoteChoices(cols, reasons, rows.size());
  const bool is_enough = chosen.size() == rows.size();
  cols = std::move(chosen);
  return is_enough;
}

// From the highest derivatives of equations down to the first: what is chosen at one level is, one order
// lower, what may be chosen at the next.
auto DummyDerivatives::ChooseDummies(const graph::PantelidesResult& found) -> bool {
  is_dummy_.assign(var_of_col_.size(), false);
  const auto n_original = static_cast<uint32_t>(rows_.size() - found.new_eqns.size());
  std::vector<uint32_t> level;
  for (uint32_t k = 0; k < found.new_eqns.size(); ++k) {
    if (found.derivative_of_eqn[n_original + k] == kNone) level.push_back(n_original + k);
  }
  std::vector<uint32_t> cols;
  for (const uint32_t row : level) {
    for (const uint32_t col : rows_[row].cols) {
      if (base_col_[col] != kNone && derivative_col_[col] == kNone && std::ranges::count(cols, col) == 0)
        cols.push_back(col);
    }
  }
  while (!level.empty()) {
    const std::vector<uint32_t> offered = cols;
    if (!ChooseAtLevel(level, cols)) return false;
    NoteKeptBelow(offered, cols);
    for (const uint32_t col : cols) is_dummy_[col] = true;
    std::vector<uint32_t> lower_rows;
    for (const uint32_t row : level) {
      const uint32_t base = found.new_eqns[row - n_original];
      if (base >= n_original) lower_rows.push_back(base);
    }
    std::vector<uint32_t> lower_cols;
    for (const uint32_t col : cols) {
      if (base_col_[base_col_[col]] != kNone) lower_cols.push_back(base_col_[col]);
    }
    level = std::move(lower_rows);
    cols = std::move(lower_cols);
  }
  return true;
}

void DummyDerivatives::NoteConstraints(const graph::PantelidesResult& found) {
  for (const graph::PantelidesStep& step : found.steps) {
    Constraint constraint;
    for (const uint32_t row : step.eqns) constraint.equations.push_back(rows_[row].equation);
    for (const uint32_t col : step.vars) constraint.vars.push_back(var_of_col_[col]);
    work_.reduction.constraints.push_back(std::move(constraint));
  }
}

// A column is a derivative; the choice is about what it is the derivative of.
void DummyDerivatives::NoteChoices(const std::vector<uint32_t>& cols,
                                   const std::vector<ChoiceReason>& reasons, size_t n_equations) {
  for (size_t k = 0; k < cols.size(); ++k) {
    const VarId var = var_of_col_[base_col_[cols[k]]];
    const Wish& wish = wish_[var.index];
    work_.reduction.choices.push_back({var, reasons[k], wish.asked, wish.is_fixed, wish.has_start,
                                       static_cast<uint32_t>(cols.size()),
                                       static_cast<uint32_t>(n_equations)});
  }
}

// A variable whose derivative is a state is not looked at one level further down: it is a state too.
void DummyDerivatives::NoteKeptBelow(const std::vector<uint32_t>& offered,
                                     const std::vector<uint32_t>& chosen) {
  std::vector<uint32_t> kept;
  for (const uint32_t col : offered) {
    const bool is_above_another = base_col_[base_col_[col]] != kNone;
    if (is_above_another && std::ranges::count(chosen, col) == 0) kept.push_back(base_col_[col]);
  }
  NoteChoices(kept, std::vector<ChoiceReason>(kept.size(), ChoiceReason::KeptWithDerivative), 0);
}

void DummyDerivatives::SetKinds() {
  std::vector<bool> is_state(work_.dae.vars.size(), false);
  for (uint32_t col = 0; col < var_of_col_.size(); ++col) {
    if (derivative_col_[col] != kNone) is_state[var_of_col_[col].index] = !is_dummy_[derivative_col_[col]];
  }
  for (const VarId id : work_.dae.vars.ids()) {
    dae::Var& var = work_.dae.vars[id];
    const VarId base = work_.aliases.representative[id.index];
    if (var.kind == dae::VarKind::State && !is_state[base.index]) var.kind = dae::VarKind::Algebraic;
    if (base == id && is_state[id.index]) var.kind = dae::VarKind::State;
  }
}

}  // namespace kerf::transform
