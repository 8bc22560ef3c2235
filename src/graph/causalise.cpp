// Cellier's rules by counts and queues: no equation or variable is looked at again before one of its counts
// changes.
#include "graph/causalise.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace kerf::graph {

Causaliser::Causaliser(const Bipartite& block, std::span<const uint8_t> is_solvable)
    : eqns_(block.n_rows),
      vars_(block.n_cols),
      eqn_begin_(block.row_begin),
      in_eqn_(block.cols.size()),
      of_var_(block.cols.size()),
      is_assigned_(block.n_rows),
      n_unknowns_(block.n_cols) {
  KERF_CHECK(block.n_rows == block.n_cols && is_solvable.size() == block.cols.size());
  Bipartite transposed = Transpose(block);
  var_begin_ = std::move(transposed.row_begin);
  std::vector<uint32_t> next(var_begin_.begin(), var_begin_.end() - 1);
  for (uint32_t eqn = 0; eqn < block.n_rows; ++eqn) {
    for (uint32_t i = eqn_begin_[eqn]; i < eqn_begin_[eqn + size_t{1}]; ++i) {
      const uint32_t var = block.cols[i];
      in_eqn_[i] = {var, is_solvable[i] != 0};
      of_var_[next[var]++] = {eqn, is_solvable[i] != 0};
      ++eqns_[eqn].n_active;
      ++vars_[var].n_active;
      eqns_[eqn].n_solvable += in_eqn_[i].is_solvable ? 1 : 0;
      vars_[var].n_solvable += in_eqn_[i].is_solvable ? 1 : 0;
    }
  }
  for (uint32_t i = 0; i < block.n_rows; ++i) {
    touched_.push_back(i);
    QueueEqnIfRuled(i);
    QueueVarIfRuled(i);
  }
  ApplyRules();
}

void Causaliser::NoteTearing(uint32_t var, TearRule rule) {
  tearing_.vars.push_back(var);
  tearing_.rules.push_back(rule);
  tearing_.n_eqns.push_back(n_open_eqns_of(var));
}

void Causaliser::TearAt(uint32_t var, TearRule rule) {
  KERF_CHECK(IsUnknown(var));
  NoteTearing(var, rule);
  MakeKnown(var);
  ApplyRules();
}

auto Causaliser::TakeTouched() -> std::vector<uint32_t> { return std::exchange(touched_, {}); }

auto Causaliser::Take() -> Tearing {
  tearing_.sequence.insert(tearing_.sequence.end(), backward_.rbegin(), backward_.rend());
  for (uint32_t eqn = 0; eqn < eqns_.size(); ++eqn) {
    if (!is_assigned_[eqn]) tearing_.residual_eqns.push_back(eqn);
  }
  KERF_CHECK(n_unknowns_ == 0 && tearing_.residual_eqns.size() == tearing_.vars.size());
  return std::move(tearing_);
}

auto Causaliser::occurrences_in(uint32_t eqn) const -> std::span<const Occurrence> {
  return {in_eqn_.data() + eqn_begin_[eqn], in_eqn_.data() + eqn_begin_[eqn + size_t{1}]};
}

auto Causaliser::occurrences_of(uint32_t var) const -> std::span<const Occurrence> {
  return {of_var_.data() + var_begin_[var], of_var_.data() + var_begin_[var + size_t{1}]};
}

// Both queues are served first in, first out; the rules on equations come first, as the sequence then follows
// the order in which values become known.
void Causaliser::ApplyRules() {
  size_t n_eqns_done = 0;
  size_t n_vars_done = 0;
  while (true) {
    if (n_eqns_done < eqn_queue_.size()) {
      ApplyToEqn(eqn_queue_[n_eqns_done++]);
    } else if (n_vars_done < var_queue_.size()) {
      ApplyToVar(var_queue_[n_vars_done++]);
    } else {
      break;
    }
  }
  eqn_queue_.clear();
  var_queue_.clear();
}

void Causaliser::ApplyToEqn(uint32_t eqn) {
  if (!IsOpen(eqn)) return;
  if (eqns_[eqn].n_solvable == 0) return Close(eqn);
  const auto unknown =
      std::ranges::find_if(occurrences_in(eqn), [&](Occurrence o) { return IsUnknown(o.index); });
  tearing_.sequence.push_back({eqn, unknown->index});
  is_assigned_[eqn] = true;
  Close(eqn);
  MakeKnown(unknown->index);
}

void Causaliser::ApplyToVar(uint32_t var) {
  if (!IsUnknown(var)) return;
  if (vars_[var].n_solvable == 0) {
    NoteTearing(var, TearRule::NotSolvable);
    return MakeKnown(var);
  }
  const auto open = std::ranges::find_if(occurrences_of(var), [&](Occurrence o) { return IsOpen(o.index); });
  backward_.push_back({open->index, var});
  is_assigned_[open->index] = true;
  MakeKnown(var);
  Close(open->index);
}

void Causaliser::Close(uint32_t eqn) {
  eqns_[eqn].is_active = false;
  touched_.push_back(eqn);
  for (const Occurrence& occurrence : occurrences_in(eqn)) {
    Node& var = vars_[occurrence.index];
    if (!var.is_active) continue;
    --var.n_active;
    if (occurrence.is_solvable) --var.n_solvable;
    QueueVarIfRuled(occurrence.index);
  }
}

void Causaliser::MakeKnown(uint32_t var) {
  vars_[var].is_active = false;
  --n_unknowns_;
  for (const Occurrence& occurrence : occurrences_of(var)) {
    Node& eqn = eqns_[occurrence.index];
    if (!eqn.is_active) continue;
    --eqn.n_active;
    if (occurrence.is_solvable) --eqn.n_solvable;
    touched_.push_back(occurrence.index);
    QueueEqnIfRuled(occurrence.index);
  }
}

void Causaliser::QueueEqnIfRuled(uint32_t eqn) {
  if (eqns_[eqn].n_active <= 1 || eqns_[eqn].n_solvable == 0) eqn_queue_.push_back(eqn);
}

void Causaliser::QueueVarIfRuled(uint32_t var) {
  if (vars_[var].n_active <= 1 || vars_[var].n_solvable == 0) var_queue_.push_back(var);
}

}  // namespace kerf::graph
