// DERIVATIVE of an ACSL program: equations, loops by IMPL, integrals, and SCHEDULE.
#include <algorithm>

#include <fmt/format.h>

#include "dae/print.h"
#include "emit/acsl_writer.h"
#include "emit/quote.h"
#include "expr/walk.h"

namespace kerf::emit {

namespace {

using transform::Assigned;
using transform::Block;

// What IMPL is told about its iteration: the error in the variable, and how often it may try.
constexpr std::string_view kImplicitLimits = "1.0E-8, 50";

KERF_DIAG(AcslNoGuess, Warning, "IMPL looks for `{}` beginning at 0; give it a start value near the solution",
          std::string);

auto IsSolved(const Block& block) -> bool {
  return std::ranges::all_of(block.equations, [](const Assigned& a) { return a.solution.has_value(); });
}

}  // namespace

void AcslWriter::Heading(base::PathId owner) {
  if (owner == previous_owner_) return;
  previous_owner_ = owner;
  // A comment ends at a quote.
  std::string text = CommentText(OwnerText(owner));
  std::ranges::replace(text, '"', '\'');
  lines_.Raw(fmt::format("\"-----Submodel: {}\"", text));
}

void AcslWriter::OpenProcedural() {
  if (layout_ != AcslLayout::Procedural || is_in_procedural_) return;
  lines_.Raw("    PROCEDURAL");
  is_in_procedural_ = true;
  previous_owner_ = {};
}

void AcslWriter::CloseProcedural() {
  if (!is_in_procedural_) return;
  lines_.Raw("    END $ \"of PROCEDURAL\"");
  is_in_procedural_ = false;
  previous_owner_ = {};
}

void AcslWriter::WriteDerivative() {
  lines_.Raw("  DERIVATIVE");
  lines_.Open();
  if (control_ != nullptr) {
    for (const AcslInput& input : control_->inputs) {
      if (input.depends) lines_.Statement(fmt::format("{} = {}", InputName(input.name), input.value));
    }
  }
  FindReadDerivatives();
  WriteEquations(false);
  CloseProcedural();
  WriteIntegrals();
  WriteSchedules();
  if (control_ != nullptr) lines_.Verbatim(control_->derivative);
  lines_.Close();
  lines_.Raw("  END $ \"of DERIVATIVE\"");
}

void AcslWriter::FindReadDerivatives() {
  const expr::Pool& pool = dae_.world->pool;
  std::vector<ExprId> roots;
  for (const Block& block : work_.blocks) {
    if (!IsSolved(block)) {
      for (const EqnId id : block.residuals)
        roots.insert(roots.end(), {work_.structure.lhs[id.index], work_.structure.rhs[id.index]});
    }
    for (const auto* list : {&block.equations, &block.inner}) {
      for (const Assigned& assigned : *list) {
        if (assigned.solution.has_value()) roots.push_back(assigned.solution);
      }
    }
  }
  for (const AcslSection& section : events_.sections) {
    for (const AcslStatement& statement : section.statements) roots.push_back(statement.value);
    for (const AcslTrigger& trigger : section.triggers) {
      if (trigger.value.has_value()) roots.push_back(trigger.value);
    }
  }
  expr::Walker walker(pool);
  for (const ExprId id : walker.Postorder(roots)) {
    if (pool.op(id) == expr::Op::Var && dae_.vars[pool.var(id)].derivative_of.has_value())
      is_read_.insert(pool.var(id));
  }
}

// The equations of the state model, or those that only say what is to be shown.
void AcslWriter::WriteEquations(bool of_outputs) {
  previous_owner_ = {};
  for (const Block& block : work_.blocks) {
    const EqnId first = block.equations[0].equation;
    if (eliminated_.is_output[first.index] == of_outputs && !events_.is_at_events[first.index])
      WriteBlock(block);
  }
}

void AcslWriter::WriteBlock(const Block& block) {
  const bool is_of_dynamic = eliminated_.is_output[block.equations[0].equation.index];
  if (!IsSolved(block)) return WriteLoop(block);
  // DELAY has a memory and belongs to what ACSL sorts.
  if (HasDelay(block)) CloseProcedural();
  if (!is_of_dynamic && !HasDelay(block)) OpenProcedural();
  for (const Assigned& assigned : block.equations) WriteEquation(assigned);
}

auto AcslWriter::HasDelay(const Block& block) const -> bool {
  const expr::Pool& pool = dae_.world->pool;
  expr::Walker walker(pool);
  std::vector<ExprId> roots;
  for (const Assigned& assigned : block.equations) roots.push_back(assigned.solution);
  return std::ranges::any_of(walker.Postorder(roots), [&](ExprId id) { return IsDelay(id); });
}

auto AcslWriter::IsDelay(ExprId id) const -> bool {
  const expr::Pool& pool = dae_.world->pool;
  return pool.op(id) == expr::Op::Call &&
         std::ranges::count(names_.delays, pool.function(pool.operand(id, 0)), &AcslNames::Delay::function) >
             0;
}

void AcslWriter::WriteEquation(const Assigned& assigned) {
  Heading(dae_.equations[assigned.equation].owner);
  const std::string where = dae::EquationText(dae_, assigned.equation);
  const diag::Span span = transform::SpanOf(dae_, assigned.equation);
  const CallInliner::Inlined value =
      Prepared(WithNamedDelays(assigned.solution, where, span), where, span, derivative_known_);
  const VarId state = dae_.vars[assigned.var].derivative_of;
  const bool is_plain = layout_ == AcslLayout::Plain && state.has_value() && value.before.empty() &&
                        transform::IsState(work_, state) && !is_read_.contains(assigned.var);
  if (!is_plain) return WriteSorted(Name(assigned.var), value, where, span);
  lines_.Statement(
      fmt::format("{} = INTEG({}, {})", Name(state), Text(value.value, where, span), StartText(state)));
  is_integrated_.insert(state);
}

// IMPL belongs to what ACSL sorts, so that a loop stands between two PROCEDURAL blocks.
void AcslWriter::WriteLoop(const Block& block) {
  CloseProcedural();
  for (const Assigned& implicit : transform::ImplicitEquations(work_, block)) WriteImplicit(implicit);
  for (const Assigned& inner : block.inner) {
    Heading(dae_.equations[inner.equation].owner);
    const std::string where = dae::EquationText(dae_, inner.equation);
    const diag::Span span = transform::SpanOf(dae_, inner.equation);
    WriteSorted(Name(inner.var),
                Prepared(WithNamedDelays(inner.solution, where, span), where, span, derivative_known_), where,
                span);
  }
}

void AcslWriter::WriteImplicit(const Assigned& assigned) {
  Heading(dae_.equations[assigned.equation].owner);
  if (!dae_.vars[assigned.var].start.has_value())
    emitter_.Emit(transform::SpanOf(dae_, assigned.equation), AcslNoGuess, dae::FullName(dae_, assigned.var));
  const std::string value = SortedText(assigned.solution, dae::EquationText(dae_, assigned.equation),
                                       transform::SpanOf(dae_, assigned.equation));
  const std::string flag = FreshAcslName(names_, "flag");
  lines_.Statement(fmt::format("LOGICAL {}", flag));
  lines_.Statement(fmt::format("{} = IMPL({}, {}, {}, {})", Name(assigned.var), StartText(assigned.var),
                               kImplicitLimits, flag, value));
}

// Of the procedural layout all of them; else those whose derivatives are states or have names of their own.
void AcslWriter::WriteIntegrals() {
  for (const VarId id : dae_.vars.ids()) {
    const dae::Var& var = dae_.vars[id];
    if (!transform::IsState(work_, id) || is_integrated_.contains(id)) continue;
    if (layout_ == AcslLayout::Plain) Heading(dae_.world->paths[var.path].parent);
    lines_.Statement(fmt::format("{} = INTEG({}, {})", Name(id), Name(var.derivative), StartText(id)));
  }
}

void AcslWriter::WriteSchedules() {
  for (size_t k = 0; k < events_.sections.size(); ++k) {
    for (const AcslTrigger& trigger : events_.sections[k].triggers) {
      const std::string_view how = trigger.kind == AcslTrigger::Kind::Up     ? ".XP."
                                   : trigger.kind == AcslTrigger::Kind::Down ? ".XN."
                                   : trigger.kind == AcslTrigger::Kind::At   ? ".AT."
                                                                             : "";
      if (how.empty()) continue;
      const std::string value = SortedText(trigger.value, section_names_[k]);
      lines_.Statement(fmt::format("SCHEDULE {} {} {}", section_names_[k], how, value));
    }
  }
}

}  // namespace kerf::emit
