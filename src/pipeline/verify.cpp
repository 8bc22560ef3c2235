// Invariants of the forms, in the order in which passes establish them.
#include "pipeline/verify.h"

#include "base/check.h"

namespace kerf::pipeline {

namespace {

void VerifyDae(const dae::Dae& dae) {
  const expr::Pool& pool = dae.world->pool;
  for (const auto id : dae.equations.ids()) {
    const dae::Equation& equation = dae.equations[id];
    KERF_CHECK(equation.lhs.index < pool.size() && equation.rhs.index < pool.size());
    KERF_CHECK(equation.lhs != expr::Pool::kError && equation.rhs != expr::Pool::kError);
    KERF_CHECK(pool[equation.lhs].shape == expr::kScalar && pool[equation.rhs].shape == expr::kScalar);
  }
  for (const auto id : dae.vars.ids()) {
    const dae::Var& var = dae.vars[id];
    if (var.derivative.has_value()) KERF_CHECK(dae.vars[var.derivative].derivative_of == id);
  }
}

void VerifyBlocks(const transform::Work& work) {
  for (const transform::Block& block : work.blocks) {
    KERF_CHECK(!block.equations.empty());
    if (block.kind == transform::BlockKind::Explicit) KERF_CHECK(block.equations[0].solution.has_value());
    KERF_CHECK(block.iteration_vars.size() == block.residuals.size());
  }
}

void VerifySimcode(const simcode::SimCode& simcode) {
  KERF_CHECK(simcode.start.size() == simcode.n_slots);
  for (const uint32_t arg : simcode.tape.args) KERF_CHECK(arg < 2 * simcode.n_slots);
}

}  // namespace

void Verify(const transform::Work& work, std::string_view pass) {
  if (pass == "scalarise" || pass == "apply_inputs") VerifyDae(work.dae);
  if (pass == "tear_blocks") VerifyBlocks(work);
  if (pass == "build_simcode") VerifySimcode(work.simcode);
}

}  // namespace kerf::pipeline
