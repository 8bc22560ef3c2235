// Fixed-point iteration with a limit; what still changes at the limit is named.
#include "runtime/event_iteration.h"

#include <algorithm>

namespace kerf::runtime {
namespace {

constexpr uint32_t kMaxIterations = 200;
// Evaluations that may fail as long as relations change by them.
constexpr uint32_t kEarly = 8;
// The relations that changed in this many last iterations are the ones to blame.
constexpr uint32_t kBlamed = 16;

// The time derivative of everything along the solution: dt = 1, dx = x'.
auto RunSlopes(Machine& machine) -> StepStatus {
  const KerfModel& model = machine.model();
  const StepStatus status = machine.PrepareTangents(model.derivative);
  if (status != StepStatus::Ok) return status;
  machine.tangents()[model.time_slot] = 1;
  std::copy_n(machine.w() + model.derivative_slot, model.n_states, machine.tangents() + model.state_slot);
  machine.RunTangents(model.derivative);
  machine.tangents()[model.time_slot] = 0;
  std::fill_n(machine.tangents() + model.state_slot, model.n_states, 0.0);
  return StepStatus::Ok;
}

auto FailToSettle(Machine& machine, std::vector<uint32_t> relations, std::vector<uint32_t> slots)
    -> StepStatus {
  for (auto* blamed : {&relations, &slots}) {
    std::sort(blamed->begin(), blamed->end());
    blamed->erase(std::unique(blamed->begin(), blamed->end()), blamed->end());
  }
  Failure& failure = machine.failure();
  failure = {};
  failure.status = StepStatus::EventsDoNotSettle;
  failure.time = machine.w()[machine.model().time_slot];
  failure.iterations = kMaxIterations;
  failure.relations = std::move(relations);
  failure.changing_slots = std::move(slots);
  return failure.status;
}

auto CollectChanges(PointSolver& point, Relations& relations, bool is_exact, bool is_early,
                    std::vector<uint32_t>& changed) -> StepStatus {
  System& system = point.system();
  Machine& machine = system.machine();
  const StepStatus status = point.Evaluate();
  // The first evaluations use held values that may not fit yet: 1/floor(x) before floor(x) is known, or both
  // branches of a flow that do not determine a temperature together.
  const bool may_improve =
      is_early && (status == StepStatus::NonFinite || status == StepStatus::SingularBlock ||
                   status == StepStatus::BlockDidNotConverge);
  if (status != StepStatus::Ok && !may_improve) return status;
  // Instants may depend on discrete variables.
  relations.FollowTime(machine.w(), changed);
  relations.FollowFunctions(machine.w(), is_exact, changed);
  if (status != StepStatus::Ok) return changed.empty() ? status : StepStatus::Ok;
  if (!changed.empty() || !relations.HasBoundary(machine.w())) return StepStatus::Ok;
  if (system.is_implicit()) {
    relations.FollowSlopes(machine.w(), machine.tangents(), changed);
    return StepStatus::Ok;
  }
  if (!Machine::HasTangents(machine.model().derivative, machine.model())) return StepStatus::Ok;
  // Without slopes the relation keeps the value it has at the instant itself.
  if (RunSlopes(machine) == StepStatus::Ok) relations.FollowSlopes(machine.w(), machine.tangents(), changed);
  return StepStatus::Ok;
}

// Brings relations and equations to agree with old values as they are.
auto SettleRelations(PointSolver& point, Relations& relations, bool is_exact) -> StepStatus {
  Machine& machine = point.system().machine();
  std::vector<uint32_t> changed;
  std::vector<uint32_t> blamed;
  for (uint32_t k = 0; k < kMaxIterations; ++k) {
    changed.clear();
    const StepStatus status = CollectChanges(point, relations, is_exact, k < kEarly, changed);
    if (status != StepStatus::Ok) return status;
    if (changed.empty()) return StepStatus::Ok;
    if (k + kBlamed >= kMaxIterations) blamed.insert(blamed.end(), changed.begin(), changed.end());
  }
  return FailToSettle(machine, std::move(blamed), {});
}

}  // namespace

auto RunEffects(Machine& machine, bool is_at_event) -> StepStatus {
  const KerfModel& model = machine.model();
  const double* w = machine.w();
  for (uint32_t i = 0; i < model.n_effects; ++i) {
    const KerfEffect& effect = model.effects[i];
    if ((effect.is_at_events != 0) != is_at_event) continue;
    if (effect.active_slot != kNone && w[effect.active_slot] == 0) continue;
    if (effect.run(effect.context, w) != 0) continue;
    Failure& failure = machine.failure();
    failure = {};
    failure.status = StepStatus::EffectFailed;
    failure.time = w[model.time_slot];
    failure.effect = i;
    return failure.status;
  }
  return StepStatus::Ok;
}

auto SettleEvents(PointSolver& point, Relations& relations, Discrete& discrete, bool is_exact) -> StepStatus {
  Machine& machine = point.system().machine();
  const bool is_start = machine.model().is_start_problem != 0;
  std::vector<uint32_t> blamed;
  for (uint32_t k = 0; k < kMaxIterations; ++k) {
    StepStatus status = SettleRelations(point, relations, is_exact);
    if (status != StepStatus::Ok) return status;
    // At the start effects happen once, when all is settled; later in each iteration that activates them.
    if (!is_start) status = RunEffects(machine, true);
    if (status != StepStatus::Ok) return status;
    if (!discrete.Update(point)) return is_start ? RunEffects(machine, true) : StepStatus::Ok;
    const auto& changed = discrete.changed();
    if (k + kBlamed >= kMaxIterations) blamed.insert(blamed.end(), changed.begin(), changed.end());
  }
  return FailToSettle(machine, {}, std::move(blamed));
}

}  // namespace kerf::runtime
