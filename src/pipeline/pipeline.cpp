// The only list of passes.
#include "pipeline/pipeline.h"

#include <chrono>

#include "base/check.h"
#include "pipeline/verify.h"

namespace kerf::pipeline {

namespace {

using enum Fact;

constexpr auto kPasses = std::to_array<Pass>({
    {"scalarise",
     transform::Scalarise,
     FactSet(Flat),
     FactSet(Scalar),
     {},
     "arrays and families become scalar equations"},
    // Before the problem is posed: an input that is given by an equation is unknown.
    {"apply_inputs",
     transform::ApplyInputs,
     FactSet(Scalar),
     FactSet(InputsApplied),
     {},
     "inputs given by the user become equations"},
    {"pose_problem",
     transform::PoseProblem,
     FactSet(InputsApplied),
     FactSet(Posed),
     {},
     "decide what is known and what is sought"},
    // Of two equal variables a known one must stay, so what is known comes first.
    {"eliminate_aliases", transform::EliminateAliases, FactSet(Posed), FactSet(AliasesKnown),
     FactSet(Matched, Sorted), "replace variables that are equal"},
    // Constraints show once equal variables are one.
    {"reduce_index",
     transform::ReduceIndex,
     FactSet(AliasesKnown),
     FactSet(IndexReduced),
     {},
     "differentiate constraints between states"},
    {"match_equations",
     transform::MatchEquations,
     FactSet(AliasesKnown, IndexReduced),
     FactSet(Matched),
     {},
     "assign an unknown to each equation"},
    {"check_structure",
     transform::CheckStructure,
     FactSet(Matched),
     FactSet(StructureChecked),
     {},
     "report what found no partner"},
    {"sort_blocks",
     transform::SortBlocks,
     FactSet(Matched),
     FactSet(Sorted),
     {},
     "order equations into blocks"},
    {"solve_blocks",
     transform::SolveBlocks,
     FactSet(Sorted),
     FactSet(Solved),
     {},
     "solve scalar equations symbolically"},
    {"tear_blocks",
     transform::TearBlocks,
     FactSet(Solved),
     FactSet(Torn),
     {},
     "classify and tear simultaneous equations"},
    // Before code is built: states whose value the problem of the start gives need none of their own.
    {"build_initial",
     transform::BuildInitial,
     FactSet(Torn, StructureChecked),
     FactSet(InitialBuilt),
     {},
     "pose and solve the problem of the start"},
    {"build_simcode",
     transform::BuildSimcode,
     FactSet(Torn, InitialBuilt),
     FactSet(Simcode),
     {},
     "slots, tape, patterns, events"},
});

constexpr auto OrderIsSound() -> bool {
  FactSet facts(Flat);
  for (const Pass& pass : kPasses) {
    if (!facts.Contains(pass.needs)) return false;
    facts = facts.Without(pass.breaks).With(pass.gives);
  }
  return true;
}
static_assert(OrderIsSound(), "a pass runs before what it needs");

}  // namespace

auto Passes() -> std::span<const Pass> { return kPasses; }

auto FindPass(std::string_view name) -> const Pass* {
  for (const Pass& pass : kPasses) {
    if (pass.name == name) return &pass;
  }
  return nullptr;
}

auto Run(Work& work, PassContext& context, const RunOptions& options) -> RunResult {
  using Clock = std::chrono::steady_clock;
  // Who asks for a pass that is not there would get all passes, or none.
  for (const std::string* name : {&options.start_after, &options.stop_after, &options.dump_after})
    KERF_CHECK(name->empty() || FindPass(*name) != nullptr);
  RunResult result;
  bool started = options.start_after.empty();
  for (const Pass& pass : kPasses) {
    if (!started) {
      started = pass.name == options.start_after;
      continue;
    }
    if (options.cancelled && options.cancelled()) {
      result.status = Status::Failed;
      return result;
    }
    const auto begin = Clock::now();
    result.status = pass.run(work, context);
    result.times.push_back({pass.name, std::chrono::duration<double>(Clock::now() - begin).count()});
    if (options.dump && pass.name == options.dump_after) options.dump(DumpAfter(work, pass.name));
    if (result.status != Status::Ok) return result;
    Verify(work, pass.name);
    if (pass.name == options.stop_after) break;
  }
  return result;
}

}  // namespace kerf::pipeline
