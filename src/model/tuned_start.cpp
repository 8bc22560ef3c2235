// See tuned_start.h.
#include "model/tuned_start.h"

#include <algorithm>

#include "model/held_conditions.h"
#include "model/interpret.h"

namespace kerf::model {

namespace {

auto ReadsChanged(const Tape& tape, const Code& code, uint32_t written, const std::vector<bool>& is_changed)
    -> bool {
  for (const Loop& loop : code.loops) {
    const size_t n = size_t{loop.count} * tape.shapes[loop.shape].n_args;
    for (size_t k = 0; k < n; ++k) {
      const uint32_t at = tape.args[loop.first + k];
      if (at != written && at < is_changed.size() && is_changed[at]) return true;
    }
  }
  return false;
}

}  // namespace

auto CanBeTuned(const CompiledModel& model, uint32_t variable) -> bool {
  if (std::ranges::binary_search(model.tuning.parameters, variable)) return true;
  // With equations of the start a start value is one of them, or a guess.
  const bool is_state =
      std::ranges::any_of(model.states, [&](const State& state) { return state.variable == variable; });
  return is_state && !model.initial;
}

auto IsWithinRanges(const CompiledModel& model, std::span<const VariableValue> given) -> bool {
  const TunedStart start(model, given);
  const Variables& variables = model.variables;
  for (const Declaration& declaration : variables.declarations) {
    if (declaration.attributes == kNone) continue;
    const Attributes& attributes = variables.attributes[declaration.attributes];
    for (uint32_t k = declaration.first; k < declaration.first + declaration.count; ++k) {
      const bool is_parameter = variables.kind[k] == VariableKind::Parameter;
      if (!is_parameter || !start.IsChanged(k)) continue;
      const double value = start.ValueOf(k);
      if (value < attributes.min || value > attributes.max) return false;
    }
  }
  return true;
}

TunedStart::TunedStart(const CompiledModel& model, std::span<const VariableValue> given)
    : given_(given), values_(model.variables.size() + 1, 0.0), is_changed_(model.variables.size(), false) {
  const Variables& variables = model.variables;
  for (uint32_t k = 0; k < variables.size(); ++k) values_[k] = model.programs->start[variables.slot[k]];
  std::vector<bool> is_given(variables.size(), false);
  for (const VariableValue& one : given) {
    values_[one.variable] = one.value;
    is_given[one.variable] = is_changed_[one.variable] = true;
  }
  Interpreter interpreter(model.tuning.tape, {});
  for (const TunedRow& row : model.tuning.rows) {
    const bool follows =
        ReadsChanged(model.tuning.tape, model.tuning.tape.codes[row.code], row.variable, is_changed_);
    if (is_given[row.variable] || !follows) continue;
    interpreter.Run(row.code, values_.data());
    is_changed_[row.variable] = true;
  }
}

auto TunedStart::StartOf(const CompiledModel& problem) const -> std::vector<double> {
  std::vector<double> start = problem.programs->start;
  for (const TunedSlot& tuned : problem.tuned_slots) {
    if (is_changed_[tuned.variable]) start[tuned.slot] = values_[tuned.variable];
  }
  for (const VariableValue& one : given_) {
    if (problem.variables.kind[one.variable] == VariableKind::State)
      start[problem.variables.slot[one.variable]] = one.value;
  }
  HoldRelations(problem, start);
  return start;
}

// Conditions begin as the values make them, where these are all that they read.
void TunedStart::HoldRelations(const CompiledModel& problem, std::vector<double>& start) const {
  if (problem.started_relations.empty()) return;
  std::vector<double> values(problem.variables.size());
  for (uint32_t k = 0; k < problem.variables.size(); ++k) values[k] = start[problem.variables.slot[k]];
  for (const HeldTruth& held : EvaluateHeld(problem, values, start[problem.programs->time_slot])) {
    const bool follows = std::ranges::any_of(
        held.row, [&](uint32_t at) { return at < is_changed_.size() && is_changed_[at]; });
    if (follows && std::ranges::binary_search(problem.started_relations, held.relation))
      start[problem.relations[held.relation].held_slot] = held.truth;
  }
}

}  // namespace kerf::model
