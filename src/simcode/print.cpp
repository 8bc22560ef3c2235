// A listing of programs, blocks and shapes.
#include "simcode/print.h"

#include <fmt/format.h>

namespace kerf::simcode {

namespace {

auto InstrText(const Instr& instr) -> std::string {
  switch (instr.op) {
    case TapeOp::Const:  return fmt::format("{}", const_value(instr));
    case TapeOp::Load:   return fmt::format("arg{}", instr.a);
    case TapeOp::Store:  return fmt::format("arg{} := %{}", instr.b, instr.a);
    case TapeOp::PowInt: return fmt::format("PowInt %{} {}", instr.a, static_cast<int32_t>(instr.b));
    case TapeOp::Call:   return fmt::format("Call f{} output {}", instr.a, instr.c);
    case TapeOp::CallPartial:
      return fmt::format("CallPartial f{} output {} by {}", instr.a, instr.c >> 16, instr.c & 0xFFFF);
    default: break;
  }
  std::string text(text_of(instr.op));
  const std::array<uint32_t, 3> operands = {instr.a, instr.b, instr.c};
  for (int k = 0; k < operands_of(instr.op); ++k)
    text += fmt::format(" %{}", operands[static_cast<size_t>(k)]);
  return text;
}

void PrintCode(const Tape& tape, CodeId id, std::string_view indent, std::string& out) {
  if (!id.has_value()) return;
  for (const Loop& loop : tape.codes[id].loops) {
    const uint32_t n = tape.shapes[loop.shape].n_args;
    out += fmt::format("{}{} × shape {}", indent, loop.count, loop.shape.index);
    for (uint32_t row = 0; row < std::min(loop.count, 3U); ++row) {
      const auto* first = tape.args.data() + loop.first + size_t{row} * n;
      out += fmt::format(" ({})", fmt::join(first, first + n, " "));
    }
    out += loop.count > 3 ? " …\n" : "\n";
  }
}

void PrintProgram(const SimCode& simcode, const Program& program, std::string_view name, std::string& out) {
  out += fmt::format("program {}\n", name);
  for (const Step& step : program.steps) {
    if (step.block.has_value()) {
      const Block& block = simcode.blocks[step.block];
      out += fmt::format("  {} block {}: {} unknowns in slots {}\n", block.is_linear ? "linear" : "nonlinear",
                         step.block.index, block.unknown_slots.size(), fmt::join(block.unknown_slots, " "));
      PrintCode(simcode.tape, block.residual, "    residual ", out);
      PrintCode(simcode.tape, block.jacobian, "    jacobian ", out);
    } else {
      PrintCode(simcode.tape, step.code, "  ", out);
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
  for (const ShapeId id : simcode.tape.shapes.ids()) {
    out += fmt::format("shape {}\n", id.index);
    const Shape& shape = simcode.tape.shapes[id];
    for (size_t k = 0; k < shape.code.size(); ++k)
      out += fmt::format("  %{} = {}\n", k, InstrText(shape.code[k]));
  }
  return out;
}

}  // namespace kerf::simcode
