// A listing of programs, blocks, shapes and tables.
#include "model/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kerf::model {

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

void PrintProgram(const CompiledModel& model, const Program& program, std::string_view name,
                  std::string& out) {
  out += fmt::format("program {}\n", name);
  for (const Step& step : program.steps) {
    if (!step.block.has_value()) {
      out += PrintCode(*model.tape, step.code, "  ");
      continue;
    }
    const Block& block = model.blocks[step.block];
    out += fmt::format("  {} block {}: {} unknowns in slots {}\n", block.is_linear ? "linear" : "nonlinear",
                       step.block.index, block.unknown_slots.size(), fmt::join(block.unknown_slots, " "));
    out += PrintCode(*model.tape, block.residual, "    residual ");
    out += PrintCode(*model.tape, block.jacobian, "    jacobian ");
    for (const uint32_t equation : block.equations)
      out += fmt::format("    {}\n", EquationText(model, equation));
  }
}

auto KindText(VariableKind kind) -> std::string_view {
  switch (kind) {
    case VariableKind::Constant:  return "constant";
    case VariableKind::Parameter: return "parameter";
    case VariableKind::Input:     return "input";
    case VariableKind::State:     return "state";
    case VariableKind::Algebraic: return "variable";
    case VariableKind::Event:     return "before an event";
  }
  return "";
}

void PrintVariables(const CompiledModel& model, std::string& out) {
  const Variables& v = model.variables;
  for (uint32_t k = 0; k < v.size(); ++k) {
    out += fmt::format("{} {}: slot {}, start {}{}{}\n", KindText(v.kind[k]), NameOf(model, k), v.slot[k],
                       model.programs->start[v.slot[k]], v.Is(k, VariableFlag::kFixed) ? ", fixed" : "",
                       v.Is(k, VariableFlag::kInternal) ? ", internal" : "");
  }
  const base::Interner& names = model.paths->names();
  for (const Declaration& d : v.declarations) {
    if (d.attributes == kNone) continue;
    const Attributes& a = v.attributes[d.attributes];
    const auto text = [&](base::NameId id) { return id.has_value() ? names[id] : std::string_view(); };
    out += fmt::format(
        "attributes of {}: unit \"{}\", display unit \"{}\", quantity \"{}\", from {} to {}, \"{}\"\n",
        NameOf(model, d.first), text(a.unit), text(a.display_unit), text(a.quantity), a.min, a.max,
        text(a.description));
  }
}

void PrintProblem(const CompiledModel& model, std::string& out) {
  const Programs& p = *model.programs;
  out += fmt::format("slots {}: time {}, {} states from {}, derivatives from {}\n", p.n_slots, p.time_slot,
                     p.n_states, p.state_slot, p.derivative_slot);
  PrintVariables(model, out);
  PrintProgram(model, p.once, "once", out);
  PrintProgram(model, p.derivative, "derivative", out);
  // Without discrete variables it is the same.
  if (p.event.steps.size() != p.derivative.steps.size()) PrintProgram(model, p.event, "event", out);
  PrintProgram(model, p.output, "output", out);
  for (size_t k = 0; k < model.relations.size(); ++k) {
    const RelationCode& relation = model.relations[k];
    out += fmt::format("relation: function slot {}, held slot {}{}: {}\n", relation.function_slot,
                       relation.held_slot, relation.is_time_event ? ", time event" : "",
                       model.messages->Condition(static_cast<uint32_t>(k)).text);
  }
  for (size_t k = 0; k < model.assertions.size(); ++k) {
    const Message message = model.messages->Assertion(static_cast<uint32_t>(k));
    out += fmt::format("assertion in slot {}: {} in {}\n", model.assertions[k].slot, message.text,
                       message.owner);
  }
  for (const Assignment& assignment : model.assignments)
    out += fmt::format("slot {} from {}\n", assignment.slot, EquationText(model, assignment.equation));
  out += PrintShapes(*model.tape);
}

}  // namespace

auto PrintCode(const Tape& tape, CodeId id, std::string_view indent) -> std::string {
  std::string out;
  if (!id.has_value()) return out;
  for (const Loop& loop : tape.codes[id].loops) {
    const uint32_t n = tape.shapes[loop.shape].n_args;
    out += fmt::format("{}{} × shape {}", indent, loop.count, loop.shape.index);
    for (uint32_t row = 0; row < std::min(loop.count, 3U); ++row) {
      const auto* first = tape.args.data() + loop.first + size_t{row} * n;
      out += fmt::format(" ({})", fmt::join(first, first + n, " "));
    }
    out += loop.count > 3 ? " …\n" : "\n";
  }
  return out;
}

auto PrintShapes(const Tape& tape) -> std::string {
  std::string out;
  for (const ShapeId id : tape.shapes.ids()) {
    out += fmt::format("shape {}\n", id.index);
    const Shape& shape = tape.shapes[id];
    for (size_t k = 0; k < shape.code.size(); ++k)
      out += fmt::format("  %{} = {}\n", k, InstrText(shape.code[k]));
  }
  return out;
}

auto Print(const CompiledModel& model) -> std::string {
  std::string out = fmt::format("model {}: {} equations\n", model.name, model.n_equations);
  PrintProblem(model, out);
  if (model.initial) {
    out += "problem of the start\n";
    PrintProblem(*model.initial, out);
  }
  if (model.homotopy_problem) {
    out += "problem of the start by homotopy\n";
    PrintProblem(*model.homotopy_problem, out);
  }
  return out;
}

}  // namespace kerf::model
