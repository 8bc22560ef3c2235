// See acsl_check.h.
#include "emit/acsl_check.h"

#include <algorithm>

#include "dae/print.h"
#include "transform/dymola_1991.h"

namespace kerf::emit {

namespace {

using dae::VarKind;
using expr::VarId;
using transform::Assigned;
using transform::Block;
using transform::BlockKind;
using transform::kMaxDeterminant;
using transform::OwnerName;
using transform::SpanOf;
using transform::Work;

KERF_DIAG(AcslNonlinear, Error, "ACSL cannot be told to solve `{}` in {} for `{}`: it is not linear",
          std::string, std::string, std::string);
KERF_DIAG(AcslLoop, Error, "ACSL cannot be told to solve {} simultaneous equations{} for {}", size_t,
          std::string_view, std::string);
KERF_NOTE(AcslLoopMember, "`{}` in {} is one of them", std::string, std::string);
KERF_DIAG(AcslNoStateForm, Error,
          "the equations do not determine all variables, so that there is no program");
KERF_DIAG(AcslNoEvents, Error, "`{}` changes at events, which an ACSL program of equations has not",
          std::string);
KERF_DIAG(AcslNameTaken, Error, "`{}` is the name of a variable of the program", std::string);

void CheckBlock(const Work& work, const Block& block, diag::Emitter& emitter) {
  const dae::Dae& dae = work.dae;
  const auto solved = [](const Assigned& a) { return a.solution.has_value(); };
  if (std::ranges::all_of(block.equations, solved)) return;
  const Assigned& first = block.equations[0];
  if (block.equations.size() == 1) {
    emitter.Emit(SpanOf(dae, first.equation), AcslNonlinear, dae::EquationText(dae, first.equation),
                 OwnerName(dae, dae.equations[first.equation].owner), dae::FullName(dae, first.var));
    return;
  }
  std::string unknowns;
  for (const Assigned& a : block.equations)
    unknowns += (unknowns.empty() ? "`" : ", `") + dae::FullName(dae, a.var) + "`";
  const bool is_linear = block.kind == BlockKind::Linear;
  const bool is_large = block.equations.size() > kMaxDeterminant;
  auto report = emitter.Emit(SpanOf(dae, first.equation), AcslLoop, block.equations.size(),
                             is_linear || is_large ? "" : ", not all of them linear,", unknowns);
  for (const Assigned& a : block.equations)
    report.Note(SpanOf(dae, a.equation), AcslLoopMember, dae::EquationText(dae, a.equation),
                OwnerName(dae, dae.equations[a.equation].owner));
}

// The declaration; of a value before an event that of the variable itself, and of a condition its equation.
auto SpanOfVar(const dae::Dae& dae, VarId id) -> diag::Span {
  const VarId var = dae.vars[id].pre_of.has_value() ? dae.vars[id].pre_of : id;
  const flat::OriginId origin = dae.vars[var].origin;
  if (origin.has_value()) return dae.world->origins[origin].span;
  for (const dae::EqnId equation : dae.equations.ids()) {
    if (dae.equations[equation].lhs == dae::VarLeaf(dae, var)) return SpanOf(dae, equation);
  }
  return {};
}

void CheckModel(const Work& work, diag::Emitter& emitter) {
  const dae::Dae& dae = work.dae;
  if (!transform::HasStateForm(work.structure)) emitter.Emit({}, AcslNoStateForm);
  for (const VarId id : dae.vars.ids()) {
    if (dae.vars[id].kind == VarKind::Event || dae.vars[id].is_sampled)
      emitter.Emit(SpanOfVar(dae, id), AcslNoEvents, dae::FullName(dae, id));
  }
  for (const Block& block : work.blocks) CheckBlock(work, block, emitter);
}

// What the control file names must be free.
void CheckNames(const AcslNames& names, const AcslControl* control, diag::Emitter& emitter) {
  if (control == nullptr) return;
  for (const auto* setting : {&control->maxtime, &control->cinterval}) {
    if (setting->has_value() && std::ranges::count(names.names, (*setting)->name) > 0)
      emitter.Emit((*setting)->span, AcslNameTaken, (*setting)->name);
  }
}

}  // namespace

auto CheckForAcsl(const Work& work, const AcslNames& names, const AcslControl* control,
                  diag::Emitter& emitter) -> bool {
  const uint32_t errors = emitter.n_errors();
  CheckModel(work, emitter);
  CheckNames(names, control, emitter);
  return emitter.n_errors() == errors;
}

}  // namespace kerf::emit
