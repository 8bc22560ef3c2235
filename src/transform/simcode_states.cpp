// Sets of states that are chosen during the run: their slots, and the derivatives of their constraints.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_map>

#include "expr/evaluate.h"
#include "transform/simcode_builder.h"

namespace kerf::transform {

using expr::Op;

namespace {

// Constraints a = b are no longer equations, and several columns stand for one variable. One of them takes
// what the equations say of it; such a constraint makes another equal to that one. What the constraints give
// comes first, so that it is tied before what is free.
struct AliasColumns {
  std::vector<uint32_t> cols;
  uint32_t n_given = 0;
  std::vector<uint32_t> rows;

  [[nodiscard]] auto Main() const -> std::optional<uint32_t> {
    const size_t at = n_given > rows.size() ? 0 : rows.size();
    return at < cols.size() ? std::optional(cols[at]) : std::nullopt;
  }
  // The column of the k-th row.
  [[nodiscard]] auto Tied(size_t k) const -> std::optional<uint32_t> {
    const size_t at = n_given > rows.size() ? k + 1 : k;
    return at < cols.size() ? std::optional(cols[at]) : std::nullopt;
  }
};

}  // namespace

// By the variable that stands for them.
auto SimcodeBuilder::EntriesOf(const std::vector<VarId>& first, const std::vector<VarId>& then,
                               const std::vector<EqnId>& constraints) -> std::vector<SetEntry> {
  std::vector<SetEntry> entries;
  std::map<uint32_t, AliasColumns> columns;
  const auto& representative = work_.aliases.representative;
  uint32_t n_cols = 0;
  for (const auto* list : {&first, &then}) {
    for (const VarId var : *list) {
      AliasColumns& alias = columns[representative[var.index].index];
      alias.n_given += list == &first ? 1 : 0;
      alias.cols.push_back(n_cols++);
    }
  }
  for (uint32_t row = 0; row < constraints.size(); ++row) {
    const ExprId side = work_.structure.lhs[constraints[row].index];
    if (!work_.aliases.trivial[constraints[row].index] || pool_.op(side) != Op::Var) continue;
    columns[representative[pool_.var(side).index].index].rows.push_back(row);
  }
  std::unordered_map<uint32_t, uint32_t> col_of_var;
  for (const auto& [var, alias] : columns) {
    const auto main = alias.Main();
    if (main) col_of_var.emplace(var, *main);
    for (size_t k = 0; k < alias.rows.size() && alias.Tied(k); ++k) {
      entries.push_back({alias.rows[k], *alias.Tied(k), pool_.Real(1)});
      if (main) entries.push_back({alias.rows[k], *main, pool_.Real(-1)});
    }
  }
  for (uint32_t row = 0; row < constraints.size(); ++row) {
    const EqnId equation = constraints[row];
    if (work_.aliases.trivial[equation.index]) continue;
    const ExprId residual =
        pool_.Sub(work_.structure.lhs[equation.index], work_.structure.rhs[equation.index]);
    std::vector<VarId> vars;
    for (const ExprId id : walker_.Postorder(residual)) {
      if (pool_.op(id) == Op::Var && col_of_var.contains(pool_.var(id).index)) vars.push_back(pool_.var(id));
    }
    for (const VarId var : vars) {
      partials_.Forget();
      const ExprId partial = partials_.Differentiate(residual, [&](ExprId leaf) {
        return pool_.Real(pool_.op(leaf) == Op::Var && pool_.var(leaf) == var ? 1 : 0);
      });
      if (pool_.IsNumber(partial, 0)) continue;
      // Branches are those of the equation: conditions are held between events.
      entries.push_back({row, col_of_var.at(var.index), Lowered(partial, equation)});
    }
  }
  return entries;
}

void SimcodeBuilder::CollectSetEntries() {
  if (context_.options.problem != Problem::Simulation || is_implicit_only_) return;
  for (const dae::StateSet& set : work_.dae.state_sets)
    set_entries_.push_back(EntriesOf(set.eliminated, set.candidates, set.constraints));
  for (WatchedChoice& watched : work_.reduction.watched) {
    auto entries = EntriesOf(watched.given_up, watched.others, watched.constraints);
    std::vector<bool> is_given(watched.given_up.size(), false);
    std::vector<bool> is_row(watched.constraints.size(), false);
    for (const SetEntry& entry : entries) {
      if (entry.col < is_given.size()) is_given[entry.col] = true;
      is_row[entry.row] = true;
    }
    // What aliases have made into another question is left alone.
    if (std::ranges::count(is_given, false) > 0 || std::ranges::count(is_row, false) > 0) {
      watched.constraints.clear();
      entries.clear();
    }
    watch_entries_.push_back(std::move(entries));
  }
}

// 1 where the model says nothing.
auto SimcodeBuilder::NominalOf(VarId var) -> double {
  expr::Evaluator evaluator(pool_);
  const ExprId nominal = work_.dae.vars[var].nominal;
  if (!nominal.has_value()) return 1;
  const auto value = evaluator.TryEvaluate(nominal, [&](ExprId leaf) -> std::optional<double> {
    return pool_.op(leaf) == Op::Var ? values_[pool_.var(leaf).index] : std::nullopt;
  });
  return value && *value != 0 && std::isfinite(*value) ? std::abs(*value) : 1.0;
}

void SimcodeBuilder::BuildStateWatches() {
  for (size_t k = 0; k < watch_entries_.size(); ++k) {
    const WatchedChoice& watched = work_.reduction.watched[k];
    simcode::StateWatch& out = sim_.state_watches.emplace_back();
    out.n = static_cast<uint32_t>(watched.constraints.size());
    out.set = watched.set.value_or(simcode::StateWatch::kNoSet);
    for (const auto* list : {&watched.given_up, &watched.others}) {
      for (const VarId var : *list) out.nominal.push_back(NominalOf(var));
    }
    out.jacobian_slot = slots_.Allocate(static_cast<uint32_t>(watch_entries_[k].size()));
    simcode::Code code;
    for (const SetEntry& entry : watch_entries_[k]) {
      tape_->Append(code, out.jacobian_slot + static_cast<uint32_t>(out.entry_rows.size()), entry.value);
      out.entry_rows.push_back(entry.row);
      out.entry_cols.push_back(entry.col);
    }
    out.jacobian = MakeCode(std::move(code));
  }
}

void SimcodeBuilder::BuildStateSets() {
  for (size_t k = 0; k < set_entries_.size(); ++k) {
    const dae::StateSet& set = work_.dae.state_sets[k];
    simcode::StateSet& out = sim_.state_sets.emplace_back();
    for (const VarId state : set.states) out.state_slots.push_back(slot(state));
    for (const VarId factor : set.selection) out.selection_slots.push_back(slot(factor));
    for (const VarId candidate : set.candidates) {
      out.candidate_slots.push_back(slot(candidate));
      out.is_reset.push_back(std::ranges::count(set.reset, candidate) > 0 ? 1 : 0);
      out.nominal.push_back(NominalOf(candidate));
    }
    out.n_eliminated = static_cast<uint32_t>(set.eliminated.size());
    out.n_rows = static_cast<uint32_t>(set.constraints.size());
    out.jacobian_slot = slots_.Allocate(static_cast<uint32_t>(set_entries_[k].size()));
    simcode::Code code;
    for (const SetEntry& entry : set_entries_[k]) {
      tape_->Append(code, out.jacobian_slot + static_cast<uint32_t>(out.entry_rows.size()), entry.value);
      out.entry_rows.push_back(entry.row);
      out.entry_cols.push_back(entry.col);
    }
    out.jacobian = MakeCode(std::move(code));
  }
}

}  // namespace kerf::transform
