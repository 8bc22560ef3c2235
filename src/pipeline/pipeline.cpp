// The only list of passes.
#include "pipeline/pipeline.h"

#include <chrono>

#include "base/check.h"
#include "base/phase.h"
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
    {"lower_clocks",
     transform::LowerClocks,
     FactSet(Scalar),
     FactSet(Unclocked),
     {},
     "clocked partitions become equations that act at their ticks"},
    // Before the problem is posed: an input that is given by an equation is unknown.
    {"apply_inputs",
     transform::ApplyInputs,
     FactSet(Unclocked),
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

// Where the time of a pass is added up: one entry for each name within the pass under way.
auto Runner::Entry(std::string_view pass) -> size_t {
  const auto depth = static_cast<uint32_t>(under_way_.size());
  if (depth > 0) {
    for (size_t k = under_way_.back() + 1; k < times_.size(); ++k) {
      if (times_[k].depth == depth && times_[k].name == pass) return k;
    }
  }
  times_.push_back({pass, 0, depth});
  return times_.size() - 1;
}

auto Runner::Run(std::string_view name, Work& work, PassContext& context) -> Status {
  using Clock = std::chrono::steady_clock;
  const Pass* pass = FindPass(name);
  KERF_CHECK(pass != nullptr);
  const size_t entry = Entry(pass->name);
  under_way_.push_back(entry);
  const auto begin = Clock::now();
  // Names of passes are literals.
  const char* const literal = pass->name.data();
  const base::PhaseScope phase(literal);
  const Status status = pass->run(work, context);
  times_[entry].seconds += std::chrono::duration<double>(Clock::now() - begin).count();
  under_way_.pop_back();
  if (status == Status::Ok) Verify(work, pass->name);
  return status;
}

auto Runner::RunAll(Work& work, PassContext& context, const RunOptions& options) -> Status {
  // Who asks for a pass that is not there would get all passes, or none.
  for (const std::string* name : {&options.start_after, &options.stop_after, &options.dump_after})
    KERF_CHECK(name->empty() || FindPass(*name) != nullptr);
  bool started = options.start_after.empty();
  if (started) VerifyFlat(work.flat);
  for (const Pass& pass : kPasses) {
    if (!started) {
      started = pass.name == options.start_after;
      continue;
    }
    if (options.cancelled && options.cancelled()) return Status::Failed;
    const Status status = Run(pass.name, work, context);
    if (options.dump && pass.name == options.dump_after) options.dump(DumpAfter(work, pass.name));
    if (status != Status::Ok) return status;
    if (pass.name == options.stop_after) break;
  }
  return Status::Ok;
}

}  // namespace kerf::pipeline
