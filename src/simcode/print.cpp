// A listing of programs, blocks and shapes.
#include "simcode/print.h"

#include <fmt/format.h>

#include "model/print.h"

namespace kerf::simcode {

namespace {

void PrintProgram(const SimCode& simcode, const Program& program, std::string_view name, std::string& out) {
  out += fmt::format("program {}\n", name);
  for (const Step& step : program.steps) {
    if (step.block.has_value()) {
      const Block& block = simcode.blocks[step.block];
      out += fmt::format("  {} block {}: {} unknowns in slots {}\n", block.is_linear ? "linear" : "nonlinear",
                         step.block.index, block.unknown_slots.size(), fmt::join(block.unknown_slots, " "));
      out += model::PrintCode(simcode.tape, block.residual, "    residual ");
      out += model::PrintCode(simcode.tape, block.jacobian, "    jacobian ");
    } else {
      out += model::PrintCode(simcode.tape, step.code, "  ");
    }
  }
}

}  // namespace

auto Print(const SimCode& simcode) -> std::string {
  std::string out =
      fmt::format("slots {}: time {}, {} states from {}, derivatives from {}\n", simcode.n_slots,
                  simcode.time_slot, simcode.n_states, simcode.state_slot, simcode.derivative_slot);
  PrintProgram(simcode, simcode.once, "once", out);
  PrintProgram(simcode, simcode.derivative, "derivative", out);
  // Without discrete variables it is the same.
  if (simcode.event.steps.size() != simcode.derivative.steps.size())
    PrintProgram(simcode, simcode.event, "event", out);
  PrintProgram(simcode, simcode.output, "output", out);
  for (const Relation& relation : simcode.relations) {
    out += fmt::format("relation: function slot {}, held slot {}{}\n", relation.function_slot,
                       relation.held_slot, relation.is_time_event ? ", time event" : "");
  }
  return out + model::PrintShapes(simcode.tape);
}

}  // namespace kerf::simcode
