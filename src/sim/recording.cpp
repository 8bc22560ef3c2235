// Which variables a result file has: what varies in columns, the rest as constants.
#include <algorithm>
#include <set>
#include <utility>

#include "base/name_pattern.h"
#include "sim/simulate.h"

namespace kerf::sim {

namespace {

// Slots that programs write during the run.
void MarkVarying(const simcode::SimCode& simcode, const simcode::Program& program,
                 std::vector<bool>& varies) {
  for (const simcode::Step& step : program.steps) {
    std::vector<simcode::CodeId> codes = {step.code};
    if (step.block.has_value()) {
      const simcode::Block& block = simcode.blocks[step.block];
      for (const uint32_t slot : block.unknown_slots) varies[slot] = true;
      codes = {block.residual};
    }
    for (const simcode::CodeId code : codes) {
      for (const simcode::Loop& loop : simcode.tape.codes[code].loops) {
        const uint32_t n_args = simcode.tape.shapes[loop.shape].n_args;
        // The slot that an assignment writes is the last of its row.
        for (uint32_t row = 1; row <= loop.count; ++row) {
          const uint32_t slot = simcode.tape.args[loop.first + size_t{row} * n_args - 1];
          if (slot < simcode.n_slots) varies[slot] = true;
        }
      }
    }
  }
}

}  // namespace

auto RecordedVars(const transform::Work& work, bool has_protected) -> std::vector<bool> {
  const dae::Dae& dae = work.dae;
  // Elements of an array have its parent and its name.
  const base::PathStore& paths = dae.world->paths;
  std::set<std::pair<uint32_t, uint32_t>> hidden;
  for (const expr::VarId id : work.flat.vars.ids()) {
    const base::PathNode node = paths[work.flat.vars[id].path];
    if (!has_protected && work.flat.vars[id].is_protected)
      hidden.insert({node.parent.index, node.name.index});
  }
  std::vector<bool> is_recorded;
  for (const expr::VarId id : dae.vars.ids()) {
    expr::VarId at = id;
    // The derivative of a variable is as visible as the variable.
    while (dae.vars[at].derivative_of.has_value()) at = dae.vars[at].derivative_of;
    const base::PathNode node = paths[dae.vars[at].path];
    is_recorded.push_back(!dae.vars[id].is_internal &&
                          !hidden.contains({node.parent.index, node.name.index}));
  }
  return is_recorded;
}

auto MakeRecording(const transform::Work& work, const Settings& settings) -> Recording {
  const simcode::SimCode& simcode = work.simcode;
  Recording recording;
  recording.slots = {simcode.time_slot};
  recording.layout.n_columns = 1;
  if (settings.outputs.empty() && settings.kept.empty() && !settings.keep_all) return recording;
  std::vector<bool> varies(simcode.n_slots, false);
  for (uint32_t k = 0; k < simcode.n_states; ++k) varies[simcode.state_slot + k] = true;
  MarkVarying(simcode, simcode.derivative, varies);
  MarkVarying(simcode, simcode.output, varies);
  MarkVarying(simcode, simcode.event, varies);
  // In the implicit form all unknowns come from the integrator.
  for (const auto* slots : {&simcode.implicit.y_slots, &simcode.implicit.yp_slots}) {
    for (const uint32_t slot : *slots) {
      if (slot < simcode.n_slots) varies[slot] = true;
    }
  }

  const auto is_wanted = [&](const std::string& name) {
    if (settings.variables.empty() || std::ranges::count(settings.kept, name) > 0) return true;
    return std::ranges::any_of(
        settings.variables, [&](const std::string& pattern) { return base::MatchesPattern(name, pattern); });
  };
  constexpr uint32_t kNone = 0xFFFF'FFFF;
  std::vector<uint32_t> column_of(simcode.n_slots, kNone);
  std::vector<uint32_t> constant_of(simcode.n_slots, kNone);
  const dae::Dae& dae = work.dae;
  const std::vector<bool> is_recorded = RecordedVars(work, settings.has_protected);
  for (const auto id : dae.vars.ids()) {
    if (!is_recorded[id.index]) continue;
    const uint32_t slot = simcode.slot_of_var[id.index];
    results::Signal signal;
    signal.name = dae::FullName(dae, id);
    if (!is_wanted(signal.name)) continue;
    const dae::VarKind kind = dae.vars[id].kind;
    const bool is_parameter = kind == dae::VarKind::Parameter || kind == dae::VarKind::Constant;
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
