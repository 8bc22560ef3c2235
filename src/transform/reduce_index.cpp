// The pass reduce_index: constraints between states. The equations that tie states together, and as many
// states as they determine, are found by their structure (C. Pantelides, The consistent initialization of
// differential-algebraic systems, SIAM J. Sci. Stat. Comput. 9, 1988); the equations are differentiated, and
// the least wanted of the states become ordinary unknowns, as do their derivatives (S. E. Mattsson and G.
// Söderlind, Index reduction in differential-algebraic equations using dummy derivatives, SIAM J. Sci.
// Comput. 14, 1993). The choice is made once, by the structure and the wishes of the model, where that is
// safe, and otherwise left to the run (state_choice.h).
//
// Where equations depend on each other although their structure does not show it, be it for all values of the
// parameters or for those that they have, one of them is first replaced by what follows from them
// (linear_dependencies.h), and the structure is looked at anew.
//
// A variable that the model would rather have as a state (StateSelect.prefer, always) is taken for one
// although it does not occur differentiated, if its derivative can be had by differentiating.
#include "transform/dummy_derivatives.h"
#include "transform/parameter_values.h"
#include "transform/passes.h"
#include "transform/resolve_dependencies.h"

namespace kerf::transform {

namespace {

auto Rematch(Work& work, PassContext& context) -> Status {
  return RunPasses({"pose_problem", "eliminate_aliases", "match_equations"}, work, context);
}

// Each round lowers the orders of derivatives that the equations hold; more of them than that is a mistake.
constexpr int kMaxRounds = 100;

// Replaces what depends on each other within simultaneous equations; what was there before is added to
// `undo`. The structure is matched before and after.
auto ResolveDependencies(Work& work, PassContext& context, std::vector<Combined>& undo) -> Status {
  for (int round = 0; round < kMaxRounds; ++round) {
    const std::vector<Combined> combined = FindCombined(work);
    if (combined.empty()) return Status::Ok;
    for (const Combined& before : Replace(work.dae, combined)) undo.push_back(before);
    if (const Status status = Rematch(work, context); status != Status::Ok) return status;
    // A part that has too many equations is for the derivatives to sort out.
    if (!HasStateForm(work.structure)) return Status::Ok;
  }
  return Status::Ok;
}

// Tries to reduce; on failure the DAE is as it was.
auto TryReduce(Work& work, PassContext& context, bool with_preferred) -> Status {
  const dae::Dae original = work.dae;
  dae::Dae truthful = work.dae;
  for (int round = 0; round < kMaxRounds; ++round) {
    work.reduction = {};
    DummyDerivatives reduction(work, context.options, with_preferred);
    if (reduction.Run()) {
      if (const Status status = Rematch(work, context); status != Status::Ok) return status;
      if (HasStateForm(work.structure) && work.aliases.redundant.empty()) return Status::Ok;
      break;
    }
    if (reduction.combined().empty()) {
      if (round == 0) break;
      // Once the equations tell the truth there may be nothing to differentiate.
      work.dae = truthful;
      if (const Status status = Rematch(work, context); status != Status::Ok) return status;
      if (HasStateForm(work.structure) && work.aliases.redundant.empty()) return Status::Ok;
      break;
    }
    Replace(truthful, WithDerivativesOf(truthful, reduction.combined(), reduction.made()));
    work.dae = truthful;
    if (const Status status = Rematch(work, context); status != Status::Ok) return status;
  }
  work.dae = original;
  work.reduction = {};
  if (const Status status = Rematch(work, context); status != Status::Ok) return status;
  return Status::Failed;
}

// At one instant the states of the simulation are known, unless the question is put so that the equations
// answer it as they stand.
auto ReduceForInstant(Work& work, PassContext& context) -> Status {
  if (const Status status = RunPasses({"match_equations"}, work, context); status != Status::Ok)
    return status;
  if (!HasStateForm(work.structure) || !FindCombined(work).empty()) {
    const dae::Dae original = work.dae;
    PassContext simulation = context;
    simulation.options.problem = Problem::Simulation;
    // What is known at an instant goes by the names of the model.
    simulation.options.dynamic_states = false;
    simulation.options.known.clear();
    simulation.options.unknown.clear();
    // Values of what is known only here would be told as mistakes.
    simulation.options.values.clear();
    simulation.options.starts.clear();
    if (Rematch(work, simulation) != Status::Ok) return Status::Failed;
    std::vector<Combined> undo;
    if (ResolveDependencies(work, simulation, undo) != Status::Ok) return Status::Failed;
    const bool is_reduced = TryReduce(work, simulation, HasPreferred(work)) == Status::Ok ||
                            TryReduce(work, simulation, false) == Status::Ok;
    if (const Status status = Rematch(work, context); status != Status::Ok) return status;
    if (!is_reduced || !HasStateForm(work.structure)) {
      work.dae = original;
      if (const Status status = RunPasses({"pose_problem"}, work, context); status != Status::Ok)
        return status;
    }
  }
  return RunPasses({"eliminate_aliases"}, work, context);
}

}  // namespace

auto ReduceIndex(Work& work, PassContext& context) -> Status {
  const bool is_wanted = work.dae.listing == flat::Listing::Simplified || context.options.reduce_index;
  if (!is_wanted || context.options.implicit_form) return Status::Ok;
  work.parameter_values = ParameterValues(work, context.options);
  work.decisive_parameters.clear();
  if (context.options.problem == Problem::Instant) return ReduceForInstant(work, context);
  if (context.options.problem != Problem::Simulation) return Status::Ok;
  const uint32_t errors = context.diag.n_errors();
  if (const Status status = RunPasses({"match_equations"}, work, context); status != Status::Ok)
    return status;
  std::vector<Combined> undo;
  if (const Status status = ResolveDependencies(work, context, undo); status != Status::Ok) return status;
  const bool has_state_form = HasStateForm(work.structure);
  bool is_done = HasPreferred(work) && TryReduce(work, context, true) == Status::Ok;
  if (context.diag.n_errors() != errors) return Status::Failed;
  if (!is_done && !has_state_form) is_done = TryReduce(work, context, false) == Status::Ok;
  if (context.diag.n_errors() != errors) return Status::Failed;
  if (!is_done && !has_state_form) {
    for (size_t k = undo.size(); k-- > 0;) Replace(work.dae, {&undo[k], 1});
    if (const Status status = RunPasses({"pose_problem"}, work, context); status != Status::Ok) return status;
  }
  // What cannot be cured is told about the equations as they were. The matching is made anew, from a
  // structure without one.
  return RunPasses({"eliminate_aliases"}, work, context);
}

}  // namespace kerf::transform
