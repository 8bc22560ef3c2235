// Which variables a result file has: what varies in columns, the rest as constants.
#include <algorithm>
#include <set>
#include <utility>

#include "base/name_pattern.h"
#include "sim/simulate.h"

namespace kerf::sim {

namespace {

// Slots that programs write during the run.
void MarkVarying(const model::CompiledModel& compiled, const model::Program& program,
                 std::vector<bool>& varies) {
  const model::Tape& tape = *compiled.tape;
  for (const model::Step& step : program.steps) {
    std::vector<model::CodeId> codes = {step.code};
    if (step.block.has_value()) {
      const model::Block& block = compiled.blocks[step.block];
      for (const uint32_t slot : block.unknown_slots) varies[slot] = true;
      codes = {block.residual};
    }
    for (const model::CodeId code : codes) {
      for (const model::Loop& loop : tape.codes[code].loops) {
        const uint32_t n_args = tape.shapes[loop.shape].n_args;
        // The slot that an assignment writes is the last of its row.
        for (uint32_t row = 1; row <= loop.count; ++row) {
          const uint32_t slot = tape.args[loop.first + size_t{row} * n_args - 1];
          if (slot < compiled.programs->n_slots) varies[slot] = true;
        }
      }
    }
  }
}

}  // namespace

auto RecordedVariables(const model::CompiledModel& compiled, bool has_protected) -> std::vector<bool> {
  const model::Variables& variables = compiled.variables;
  std::vector<bool> is_recorded;
  is_recorded.reserve(variables.size());
  for (uint32_t k = 0; k < variables.size(); ++k) {
    is_recorded.push_back(!variables.Is(k, model::VariableFlag::kInternal) &&
                          (has_protected || !variables.Is(k, model::VariableFlag::kProtected)));
  }
  return is_recorded;
}

auto MakeRecording(const model::CompiledModel& compiled, const Settings& settings) -> Recording {
  const model::Programs& programs = *compiled.programs;
  Recording recording;
  recording.slots = {programs.time_slot};
  recording.layout.n_columns = 1;
  if (settings.outputs.empty() && settings.kept.empty() && !settings.keep_all) return recording;
  std::vector<bool> varies(programs.n_slots, false);
  for (uint32_t k = 0; k < programs.n_states; ++k) varies[programs.state_slot + k] = true;
  MarkVarying(compiled, programs.derivative, varies);
  MarkVarying(compiled, programs.output, varies);
  MarkVarying(compiled, programs.event, varies);
  // In the implicit form all unknowns come from the integrator.
  for (const auto* slots : {&compiled.implicit.y_slots, &compiled.implicit.yp_slots}) {
    for (const uint32_t slot : *slots) {
      if (slot < programs.n_slots) varies[slot] = true;
    }
  }

  const auto is_wanted = [&](const std::string& name) {
    if (settings.variables.empty() || std::ranges::count(settings.kept, name) > 0) return true;
    return std::ranges::any_of(
        settings.variables, [&](const std::string& pattern) { return base::MatchesPattern(name, pattern); });
  };
  constexpr uint32_t kNone = 0xFFFF'FFFF;
  std::vector<uint32_t> column_of(programs.n_slots, kNone);
  std::vector<uint32_t> constant_of(programs.n_slots, kNone);
  const model::Variables& variables = compiled.variables;
  const std::vector<bool> is_recorded = RecordedVariables(compiled, settings.has_protected);
  for (uint32_t k = 0; k < variables.size(); ++k) {
    if (!is_recorded[k]) continue;
    const uint32_t slot = variables.slot[k];
    results::Signal signal;
    signal.name = NameOf(compiled, k);
    if (!is_wanted(signal.name)) continue;
    const model::VariableKind kind = variables.kind[k];
    const bool is_parameter = kind == model::VariableKind::Parameter || kind == model::VariableKind::Constant;
    // A variable that happens not to change is still one; only of a parameter one value is enough.
    signal.constant = !varies[slot] && is_parameter;
    uint32_t& column = (signal.constant ? constant_of : column_of)[slot];
    if (column == kNone) {
      auto& list = signal.constant ? recording.constant_slots : recording.slots;
      column = static_cast<uint32_t>(list.size());
      list.push_back(slot);
    }
    signal.column = column;
    recording.layout.signals.push_back(std::move(signal));
  }
  recording.layout.constants.assign(recording.constant_slots.size(), 0.0);
  recording.layout.n_columns = static_cast<uint32_t>(recording.slots.size());
  return recording;
}

}  // namespace kerf::sim
