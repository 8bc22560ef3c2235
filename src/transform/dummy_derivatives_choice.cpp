// The choice of states, level by level: from the highest derivatives of equations down to the first.
#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "transform/dummy_derivatives.h"

namespace kerf::transform {

using expr::Op;
using graph::kNone;

// How gladly the variable that a column is the derivative of is kept as a state: by its own wish, then by
// what it starts from. One that an equation gives at once is the one to be given up.
auto DummyDerivatives::RankOf(uint32_t col) const -> Rank {
  const uint32_t base = base_col_[col];
  const Wish& wish = wish_[var_of_col_[base].index];
  int order = 0;
  for (uint32_t c = base; base_col_[c] != kNone; c = base_col_[c]) ++order;
  return {wish.select, wish.is_fixed ? 2 : wish.has_start ? 1 : 0, order, ~var_of_col_[base].index};
}

auto DummyDerivatives::IsConstant(ExprId root) -> bool {
  return std::ranges::none_of(walker_.Postorder(root), [&](ExprId id) {
    if (pool_.op(id) == Op::Time || pool_.op(id) == Op::Partial) return true;
    if (pool_.op(id) != Op::Var) return false;
    const dae::VarKind kind = work_.dae.vars[pool_.var(id)].kind;
    return kind != dae::VarKind::Constant && kind != dae::VarKind::Parameter;
  });
}

// A partial derivative at a point where nothing is zero by chance: parameters as they are, the rest at
// numbers drawn from their names.
auto DummyDerivatives::GenericPartial(const Row& row, uint32_t col) -> CandidateColumn::Entry {
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
  CandidateColumn::Entry sum{0, 0, true};
  for (const ExprId side : {row.lhs, row.rhs}) {
    const ExprId partial = partials_.Differentiate(side, one);
    const bool is_known = partial != expr::Pool::kError;
    const auto value = is_known ? evaluator_.TryEvaluate(partial, value_of) : std::nullopt;
    // What cannot be evaluated is some number.
    const double number = value && std::isfinite(*value) ? *value : draw((uint64_t{side.index} << 32) + col);
    sum.value += side == row.lhs ? number : -number;
    // What cannot be differentiated cannot be watched either: then the choice is made for good.
    sum.is_constant = sum.is_constant && (!is_known || IsConstant(partial));
  }
  return sum;
}

// Columns come with the least wanted first: one that was passed over was not determined by the rows.
auto DummyDerivatives::ReasonsOf(const ChosenColumns& choice, size_t n) -> std::vector<ChoiceReason> {
  std::vector<ChoiceReason> reasons(n, ChoiceReason::KeptWanted);
  const auto last = std::ranges::max_element(choice.dummies);
  const size_t end = last == choice.dummies.end() ? 0 : *last;
  std::fill_n(reasons.begin(), end, ChoiceReason::KeptDependent);
  for (const uint32_t k : choice.dummies) reasons[k] = ChoiceReason::GivenUp;
  for (const DynamicSet& set : choice.sets) {
    for (const uint32_t k : set.candidates) reasons[k] = ChoiceReason::LeftToTheRun;
  }
  return reasons;
}

// Of the columns as many as there are rows are given up, the least wanted first. The columns left are those
// that may be given up one order lower.
auto DummyDerivatives::ChooseAtLevel(const std::vector<uint32_t>& rows, std::vector<uint32_t>& cols) -> bool {
  std::ranges::sort(cols, {}, [&](uint32_t col) { return RankOf(col); });
  std::vector<uint32_t> place(var_of_col_.size(), kNone);
  for (uint32_t k = 0; k < cols.size(); ++k) place[cols[k]] = k;
  std::vector<CandidateColumn> columns(cols.size());
  for (uint32_t k = 0; k < cols.size(); ++k)
    columns[k].wish = wish_[var_of_col_[base_col_[cols[k]]].index].select;
  values_.resize(work_.dae.vars.size());
  for (uint32_t k = 0; k < rows.size(); ++k) {
    for (const uint32_t col : rows_[rows[k]].cols) {
      if (place[col] == kNone) continue;
      CandidateColumn::Entry entry = GenericPartial(rows_[rows[k]], col);
      entry.row = k;
      entry.is_constant = entry.is_constant || !options_.dynamic_states;
      if (entry.value != 0) columns[place[col]].entries.push_back(entry);
    }
  }
  const auto choice = TryChooseStates(static_cast<uint32_t>(rows.size()), columns);
  if (!choice) return false;
  NoteChoices(cols, ReasonsOf(*choice, cols.size()), rows.size());
  std::vector<uint32_t> lower;
  for (const uint32_t k : choice->dummies) lower.push_back(cols[k]);
  const auto numbered = [](const std::vector<uint32_t>& list, const std::vector<uint32_t>& number) {
    std::vector<uint32_t> result;
    for (const uint32_t k : list) result.push_back(number[k]);
    return result;
  };
  for (const DynamicSet& set : choice->sets) {
    sets_.push_back({numbered(set.rows, rows), numbered(set.eliminated, cols), numbered(set.candidates, cols),
                     numbered(set.states, cols), numbered(set.kept, cols)});
    for (const uint32_t k : set.candidates) lower.push_back(cols[k]);
  }
  for (const WatchedColumns& watched : choice->watched)
    watched_.push_back(
        {numbered(watched.rows, rows), numbered(watched.given_up, cols), numbered(watched.others, cols)});
  cols = std::move(lower);
  return true;
}

auto DummyDerivatives::HighestDerivatives(const std::vector<uint32_t>& level) const -> std::vector<uint32_t> {
  std::vector<uint32_t> cols;
  std::vector<bool> is_listed(var_of_col_.size(), false);
  for (const uint32_t row : level) {
    for (const uint32_t col : rows_[row].cols) {
      if (base_col_[col] == kNone || derivative_col_[col] != kNone || is_listed[col]) continue;
      is_listed[col] = true;
      cols.push_back(col);
    }
  }
  return cols;
}

auto DummyDerivatives::ChooseDummies(const graph::PantelidesResult& found) -> bool {
  is_dummy_.assign(var_of_col_.size(), false);
  const auto n_original = static_cast<uint32_t>(rows_.size() - found.new_eqns.size());
  std::vector<uint32_t> level;
  for (uint32_t k = 0; k < found.new_eqns.size(); ++k) {
    if (found.derivative_of_eqn[n_original + k] == kNone) level.push_back(n_original + k);
  }
  std::vector<uint32_t> cols = HighestDerivatives(level);
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
