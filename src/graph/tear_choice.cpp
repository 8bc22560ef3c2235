// Choice of tearing variables after Cellier and Kofman (2006) and after Markowitz (1957).
#include "graph/tear_choice.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "base/check.h"

namespace kerf::graph {

MostOccurrences::MostOccurrences(const Causaliser& state)
    : pair_of_eqn_(state.n_vars()), n_freed_(state.n_vars(), 0) {
  std::vector<Key> keys;
  for (uint32_t var = 0; var < state.n_vars(); ++var) {
    if (state.IsUnknown(var)) keys.push_back(KeyOf(state, var));
  }
  heap_ = std::priority_queue<Key>({}, std::move(keys));
}

auto MostOccurrences::Choose(Causaliser& state) -> uint32_t {
  for (const uint32_t eqn : state.TakeTouched()) Update(state, eqn);
  while (true) {
    KERF_CHECK(!heap_.empty());
    const Key key = heap_.top();
    heap_.pop();
    const uint32_t var = ~std::get<2>(key);
    if (!state.IsUnknown(var)) continue;
    const Key current = KeyOf(state, var);
    if (current == key) return var;
    if (current < key) heap_.push(current);
  }
}

void MostOccurrences::Update(const Causaliser& state, uint32_t eqn) {
  const bool is_pair = state.IsOpen(eqn) && state.n_unknowns_of(eqn) == 2;
  const bool was_pair = pair_of_eqn_[eqn].first.index != kNone;
  if (is_pair && !was_pair) AddPair(state, eqn);
  if (!is_pair && was_pair) RemovePair(eqn);
}

// Either of the two unknowns, once known, frees the equation if it can be solved for the other.
void MostOccurrences::AddPair(const Causaliser& state, uint32_t eqn) {
  Pair& pair = pair_of_eqn_[eqn];
  for (const Occurrence& occurrence : state.occurrences_in(eqn)) {
    if (!state.IsUnknown(occurrence.index)) continue;
    pair.first = pair.second;
    pair.second = occurrence;
  }
  if (pair.second.is_solvable) ++n_freed_[pair.first.index];
  if (pair.first.is_solvable) ++n_freed_[pair.second.index];
  heap_.push(KeyOf(state, pair.first.index));
  heap_.push(KeyOf(state, pair.second.index));
}

void MostOccurrences::RemovePair(uint32_t eqn) {
  Pair& pair = pair_of_eqn_[eqn];
  if (pair.second.is_solvable) --n_freed_[pair.first.index];
  if (pair.first.is_solvable) --n_freed_[pair.second.index];
  pair = {};
}

auto MostOccurrences::KeyOf(const Causaliser& state, uint32_t var) const -> Key {
  return {state.n_open_eqns_of(var), n_freed_[var], ~var};
}

ShortestEquation::ShortestEquation(const Causaliser& state) : buckets_(state.n_vars() + size_t{1}) {}

auto ShortestEquation::Choose(Causaliser& state) -> uint32_t {
  // Buckets are emptied from the back, so that equations touched first, at first those with low numbers, come
  // first.
  const std::vector<uint32_t> touched = state.TakeTouched();
  for (const uint32_t eqn : touched | std::views::reverse) {
    if (!state.IsOpen(eqn)) continue;
    const uint32_t n_unknowns = state.n_unknowns_of(eqn);
    buckets_[n_unknowns].push_back(eqn);
    lowest_ = std::min<size_t>(lowest_, n_unknowns);
  }
  const uint32_t eqn = TakeShortest(state);
  // A choice that leaves nothing to solve the equation for would make it a residual for no gain.
  std::tuple<bool, uint32_t> best_key;
  uint32_t best = kNone;
  for (const Occurrence& occurrence : state.occurrences_in(eqn)) {
    if (!state.IsUnknown(occurrence.index)) continue;
    const bool stays_solvable = state.n_solvable_of(eqn) > (occurrence.is_solvable ? 1U : 0U);
    const std::tuple key(stays_solvable, state.n_open_eqns_of(occurrence.index));
    if (best != kNone && key <= best_key) continue;
    best_key = key;
    best = occurrence.index;
  }
  return best;
}

auto ShortestEquation::TakeShortest(const Causaliser& state) -> uint32_t {
  while (true) {
    while (lowest_ < buckets_.size() && buckets_[lowest_].empty()) ++lowest_;
    KERF_CHECK(lowest_ < buckets_.size());
    const uint32_t eqn = buckets_[lowest_].back();
    buckets_[lowest_].pop_back();
    if (state.IsOpen(eqn) && state.n_unknowns_of(eqn) == lowest_) return eqn;
  }
}

}  // namespace kerf::graph
