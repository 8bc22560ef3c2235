// A start that has to be searched for: INITIAL solves its equations in order, simultaneous ones by Newton's
// method.
#include <fmt/format.h>

#include "dae/print.h"
#include "emit/acsl_check.h"
#include "emit/acsl_writer.h"
#include "emit/newton_statements.h"

namespace kerf::emit {

namespace {

using transform::Assigned;
using transform::Block;

KERF_DIAG(AcslNoStartGuess, Warning,
          "INITIAL looks for `{}` beginning at 0; give it a start value near the solution", std::string);

}  // namespace

void AcslWriter::WriteStartProblem() {
  for (const size_t k : start_problem_->blocks) {
    const Block& block = work_.initial->blocks[k];
    if (!LoopOf(*work_.initial, block).unknowns.empty()) {
      WriteStartLoop(block);
      continue;
    }
    for (const Assigned& assigned : block.equations) {
      const std::string where = dae::EquationText(work_.initial->dae, assigned.equation);
      const diag::Span span = transform::SpanOf(work_.initial->dae, assigned.equation);
      WriteOrdered(Name(assigned.var), Prepared(assigned.solution, where, span), where, span);
    }
  }
  const auto& representative = work_.initial->aliases.representative;
  for (const StartProblem::Begin& begin : start_problem_->begins)
    lines_.Statement(fmt::format("{} = {}", Name(begin.value), Name(representative[begin.state.index])));
  // Other parameters that the start determines may have been represented by one that it has found.
  for (uint32_t k = 0; k < representative.size(); ++k) {
    const VarId id{k};
    if (dae_.vars[id].kind == dae::VarKind::Parameter && dae_.vars[id].is_free && representative[k] != id)
      lines_.Statement(fmt::format("{} = {}", Name(id), Name(representative[k])));
  }
}

auto AcslWriter::GuessOf(VarId var) -> ExprId {
  // States of the run have got other start values.
  const ExprId start = work_.initial->dae.vars[var].start;
  if (start.has_value()) return start;
  emitter_.Emit(SpanOfVar(dae_, var), AcslNoStartGuess, dae::FullName(dae_, var));
  return dae_.world->pool.Real(0);
}

void AcslWriter::WriteStartLoop(const Block& block) {
  const dae::Dae& dae = work_.initial->dae;
  const StartLoop loop = LoopOf(*work_.initial, block);
  NewtonProblem problem;
  const auto append = [&](ExprId value, std::string_view where, diag::Span span) {
    CallInliner::Inlined inlined = Prepared(value, where, span);
    problem.inner.insert(problem.inner.end(), inlined.before.begin(), inlined.before.end());
    return inlined.value;
  };
  for (const VarId unknown : loop.unknowns) {
    problem.unknowns.push_back(dae::VarLeaf(dae, unknown));
    const CallInliner::Inlined guess = Prepared(GuessOf(unknown), dae::FullName(dae, unknown));
    WriteScalars(guess.before);
    problem.guesses.push_back(guess.value);
  }
  for (const Assigned& inner : block.inner) {
    const ExprId value = append(inner.solution, dae::EquationText(dae, inner.equation),
                                transform::SpanOf(dae, inner.equation));
    problem.inner.push_back(AssignmentOf(dae::VarLeaf(dae, inner.var), value));
  }
  for (const ExprId residual : loop.residuals)
    problem.residuals.push_back(append(residual, dae::FullName(dae, loop.unknowns[0]), {}));
  const auto add = [&](const ScalarVariable& form) { return inliner_.AddVariable(form, "start"); };
  ScalarVariable failed;
  failed.name = "failed";
  problem.failed = dae_.world->pool.Local(add(failed), {expr::Kind::Real, expr::kScalar, 0});
  const std::vector<ScalarStatement> statements = NewtonStatements(dae_.world->pool, problem, add);
  DeclareLocals();
  WriteScalars(statements);
  start_failures_.push_back(problem.failed);
}

void AcslWriter::WriteStartChecks() {
  for (const ExprId failed : start_failures_)
    lines_.Statement(fmt::format("TERMT ({} .GT. 0.5, 'no solution for the start')", Text(failed, "")));
}

}  // namespace kerf::emit
