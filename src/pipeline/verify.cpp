// Invariants of the forms, in the order in which passes establish them.
#include "pipeline/verify.h"

#include <utility>

#include "base/check.h"
#include "flat/verify.h"
#include "pipeline/breach.h"
#include "pipeline/verify_blocks.h"
#include "pipeline/verify_dae.h"

namespace kerf::pipeline {

namespace {

#ifdef NDEBUG
constexpr bool kIsFullByDefault = false;
#else
constexpr bool kIsFullByDefault = true;
#endif

// Set once, before models are compiled.
bool is_verification_full = kIsFullByDefault;

void VerifyTornBlocks(const transform::Work& work) {
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

auto SetFullVerification(bool is_full) -> bool { return std::exchange(is_verification_full, is_full); }

void VerifyFlat(const flat::Model& model) {
  if (!is_verification_full) return;
  const std::vector<std::string> breaches = flat::Verify(model);
  if (!breaches.empty()) Breach("flat model: " + breaches[0]);
}

void Verify(const transform::Work& work, std::string_view pass) {
  const bool has_blocks = pass == "sort_blocks" || pass == "solve_blocks" || pass == "tear_blocks";
  if (pass == "tear_blocks") VerifyTornBlocks(work);
  if (pass == "build_simcode") VerifySimcode(work.simcode);
  if (!is_verification_full) return;
  VerifyDae(work.dae);
  if (pass == "eliminate_aliases") VerifyAliases(work);
  if (pass == "match_equations") VerifyMatching(work.structure);
  if (has_blocks) VerifyBlocks(work);
}

}  // namespace kerf::pipeline
