// See report_kinks.h.
#include "sim/report_kinks.h"

#include <algorithm>

namespace kerf::sim {

namespace {

using model::Instr;
using model::TapeOp;

KERF_DIAG(
    KinkUnseen, Warning,
    "the solver {} overlooks kinks within its steps, as that of {} in the equation of `{}`; take another one",
    std::string, std::string_view, std::string);

struct Kink {
  std::string_view what;
  uint32_t slot = model::kNoSlot;
};

auto KinkOf(TapeOp op) -> std::string_view {
  switch (op) {
    case TapeOp::Max:          return "`max`";
    case TapeOp::Min:          return "`min`";
    case TapeOp::Abs:          return "`abs`";
    case TapeOp::Sign:         return "`sign`";
    case TapeOp::Less:
    case TapeOp::LessEqual:
    case TapeOp::Greater:
    case TapeOp::GreaterEqual: return "a condition that is no event";
    default:                   return "";
  }
}

// Of what a row computes in steps: the value that is stored next.
auto KinkIn(const model::Tape& tape, model::CodeId code) -> Kink {
  if (!code.has_value()) return {};
  for (const model::Loop& loop : tape.codes[code].loops) {
    std::string_view what;
    for (const Instr& instr : tape.shapes[loop.shape].code) {
      if (what.empty()) what = KinkOf(instr.op);
      if (!what.empty() && instr.op == TapeOp::Store) return {what, tape.args[loop.first + instr.b]};
    }
  }
  return {};
}

auto FirstKink(const model::CompiledModel& compiled) -> Kink {
  for (const model::Step& step : compiled.programs->derivative.steps) {
    if (!step.block.has_value()) {
      const Kink kink = KinkIn(*compiled.tape, step.code);
      if (!kink.what.empty()) return kink;
      continue;
    }
    const model::Block& block = compiled.blocks[step.block];
    const Kink kink = KinkIn(*compiled.tape, block.residual);
    if (!kink.what.empty()) return {kink.what, block.unknown_slots[0]};
  }
  return {};
}

}  // namespace

void ReportKinks(const model::CompiledModel& compiled, const std::string& solver, diag::Emitter& emitter) {
  if (solver != "fehlberg56" && solver != "fehlberg89") return;
  const Kink kink = FirstKink(compiled);
  if (kink.what.empty()) return;
  const uint32_t variable = model::VariableInSlot(compiled, kink.slot);
  const std::string name = variable == model::kNone ? "one" : NameOf(compiled, variable);
  emitter.Emit({}, KinkUnseen, solver, kink.what, name);
}

}  // namespace kerf::sim
