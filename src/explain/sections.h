// The sections of an explanation, each from what the passes have left.
#pragma once

#include "explain/explain.h"
#include "explain/words.h"

namespace kerf::explain {

auto CountAll(const transform::Work& work) -> std::vector<Count>;
// Matrix and blocks of one system of equations.
auto ExplainProblem(const transform::Work& work, const Words& words, const Limits& limits) -> Problem;
auto ExplainReduction(const transform::Work& work, const Words& words, const Limits& limits)
    -> Rows<ReductionRow>;
// States that were chosen, then candidates that were given up.
auto ExplainStates(const transform::Work& work, const Words& words, const Limits& limits) -> Rows<StateRow>;
auto ExplainEvents(const transform::Work& work, const Words& words, const Limits& limits) -> Rows<EventRow>;

template <typename Row>
void AddRow(Rows<Row>& rows, size_t limit, const auto& make) {
  if (rows.rows.size() < limit) {
    rows.rows.push_back(make());
  } else {
    ++rows.n_hidden;
  }
}

}  // namespace kerf::explain
