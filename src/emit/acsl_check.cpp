// See acsl_check.h.
#include "emit/acsl_check.h"

#include <algorithm>

#include "dae/print.h"
#include "expr/walk.h"
#include "transform/dymola_1991.h"
#include "transform/linear_form.h"
#include "transform/parameter_values.h"

namespace kerf::emit {

namespace {

using expr::VarId;
using transform::Assigned;
using transform::Block;
using transform::OwnerName;
using transform::SpanOf;
using transform::Work;

KERF_DIAG(AcslLoop, Error, "ACSL cannot be told to solve {} simultaneous equation{} for {}", size_t,
          std::string_view, std::string);
KERF_DIAG(AcslSingular, Error, "the equations do not determine {}: their matrix is singular", std::string);
KERF_NOTE(AcslLoopMember, "`{}` in {} is one of them", std::string, std::string);
KERF_DIAG(AcslNoStateForm, Error,
          "the equations do not determine all variables, so that there is no program");
KERF_DIAG(AcslStartEquation, Error,
          "`{}` in {} holds at the start alone, and its solution has no form in INITIAL of an ACSL program",
          std::string, std::string);
KERF_DIAG(AcslDecides, Error,
          "`{}` in {} decides about equations that it depends on, which ACSL cannot be told", std::string,
          std::string);
KERF_DIAG(AcslNameTaken, Error, "`{}` is the name of a variable of the program", std::string);

// Torn into an iteration over so few unknowns that IMPL inside of IMPL is an answer.
auto CanIterateImplicitly(const Work& work, const Block& block) -> bool {
  constexpr size_t kMaxImplicit = 12;
  const auto is_real = [&](VarId id) {
    return work.dae.vars[id].type == expr::Kind::Real && !work.dae.vars[id].is_discrete;
  };
  const auto is_fixed = [&](dae::EqnId id) {
    return work.dae.equations[id].output != dae::Equation::kNoOutput;
  };
  return !block.iteration_vars.empty() && block.iteration_vars.size() <= kMaxImplicit &&
         std::ranges::all_of(block.iteration_vars, is_real) &&
         std::ranges::none_of(block.residuals, is_fixed);
}

// Linear equations of which some follow from the others have no solution, or any number of them.
auto IsSingularLoop(Work& work, const Block& block) -> bool {
  // A loop that has been eliminated had pivots.
  const auto is_made = [&](const Assigned& a) { return work.dae.vars[a.var].is_internal; };
  if (block.equations.size() == 1 || std::ranges::any_of(block.equations, is_made)) return false;
  const auto form = transform::TryLinearForm(work, block);
  return form && transform::IsSingular(work, *form, transform::ParameterValues(work, {}));
}

void CheckBlock(Work& work, const Block& block, diag::Emitter& emitter) {
  const dae::Dae& dae = work.dae;
  const auto solved = [](const Assigned& a) { return a.solution.has_value(); };
  const bool is_singular = IsSingularLoop(work, block);
  const bool is_solved = std::ranges::all_of(block.equations, solved);
  if (!is_singular && (is_solved || CanIterateImplicitly(work, block))) return;
  const diag::Span span = SpanOf(dae, block.equations[0].equation);
  std::string unknowns;
  for (const Assigned& a : block.equations)
    unknowns += (unknowns.empty() ? "`" : ", `") + dae::FullName(dae, a.var) + "`";
  const size_t n = block.equations.size();
  auto report = is_singular ? emitter.Emit(span, AcslSingular, unknowns)
                            : emitter.Emit(span, AcslLoop, n, n == 1 ? "" : "s", unknowns);
  constexpr size_t kMaxNotes = 10;
  for (size_t k = 0; k < std::min(n, kMaxNotes); ++k) {
    const Assigned& a = block.equations[k];
    report.Note(SpanOf(dae, a.equation), AcslLoopMember, dae::EquationText(dae, a.equation),
                OwnerName(dae, dae.equations[a.equation].owner));
  }
}

// Equations that decide about those they depend on stand in front of them; ACSL would look for a loop to
// close.
void CheckOrder(const Work& work, diag::Emitter& emitter) {
  const dae::Dae& dae = work.dae;
  const expr::Pool& pool = dae.world->pool;
  expr::Walker walker(pool);
  std::vector<bool> is_later(dae.vars.size(), false);
  for (const Block& block : work.blocks) {
    for (const Assigned& a : block.equations) is_later[a.var.index] = true;
  }
  for (const Block& block : work.blocks) {
    for (const Assigned& a : block.equations) is_later[a.var.index] = false;
    for (const Assigned& a : block.equations) {
      if (!a.solution.has_value() || dae.vars[a.var].is_sampled) continue;
      const auto reads_later = [&](expr::ExprId id) {
        return pool.op(id) == expr::Op::Var && is_later[pool.var(id).index];
      };
      if (std::ranges::any_of(walker.Postorder(a.solution), reads_later))
        emitter.Emit(SpanOf(dae, a.equation), AcslDecides, dae::EquationText(dae, a.equation),
                     OwnerName(dae, dae.equations[a.equation].owner));
    }
  }
}

void CheckModel(Work& work, const std::vector<bool>& is_settled, diag::Emitter& emitter) {
  const dae::Dae& dae = work.dae;
  if (!transform::HasStateForm(work.structure)) emitter.Emit({}, AcslNoStateForm);
  for (const dae::EqnId id : dae.equations.ids()) {
    if (dae.equations[id].is_initial && !is_settled[id.index])
      emitter.Emit(SpanOf(dae, id), AcslStartEquation, dae::EquationText(dae, id),
                   OwnerName(dae, dae.equations[id].owner));
  }
  for (const Block& block : work.blocks) CheckBlock(work, block, emitter);
  CheckOrder(work, emitter);
}

}  // namespace

auto SpanOfVar(const dae::Dae& dae, VarId id) -> diag::Span {
  const VarId var = dae.vars[id].pre_of.has_value() ? dae.vars[id].pre_of : id;
  const flat::OriginId origin = dae.vars[var].origin;
  if (origin.has_value()) return dae.world->origins[origin].span;
  for (const dae::EqnId equation : dae.equations.ids()) {
    if (dae.equations[equation].lhs == dae::VarLeaf(dae, var)) return SpanOf(dae, equation);
  }
  return {};
}

void CheckControlNames(const AcslNames& names, const AcslControl* control, diag::Emitter& emitter) {
  if (control == nullptr) return;
  for (const auto* setting : {&control->maxtime, &control->cinterval}) {
    const auto is_same = [&](const std::string& name) {
      return AcslCapitals(name) == AcslCapitals((*setting)->name);
    };
    if (setting->has_value() && std::ranges::any_of(names.names, is_same))
      emitter.Emit((*setting)->span, AcslNameTaken, (*setting)->name);
  }
}

auto CheckForAcsl(Work& work, const std::vector<bool>& is_settled, diag::Emitter& emitter) -> bool {
  const uint32_t errors = emitter.n_errors();
  CheckModel(work, is_settled, emitter);
  return emitter.n_errors() == errors;
}

}  // namespace kerf::emit
