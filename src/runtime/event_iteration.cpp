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

auto FailEffect(Machine& machine, uint32_t effect) -> StepStatus {
  Failure& failure = machine.failure();
  failure = {};
  failure.status = StepStatus::EffectFailed;
  failure.time = machine.w()[machine.model().time_slot];
  failure.effect = effect;
  return failure.status;
}

auto SettleEvents(PointSolver& point, Relations& relations, Discrete& discrete, bool is_exact) -> StepStatus {
  Machine& machine = point.system().machine();
  const bool is_start = machine.model().is_start_problem != 0;
  std::vector<uint32_t> blamed;
  for (uint32_t k = 0; k < kMaxIterations; ++k) {
    const StepStatus status = SettleRelations(point, relations, is_exact);
    if (status != StepStatus::Ok) return status;
    if (!is_start && !discrete.RunEffects(machine.w())) return FailEffect(machine, discrete.failed_effect());
    if (!discrete.Update(point)) {
      if (is_start && !discrete.RunEffects(machine.w())) return FailEffect(machine, discrete.failed_effect());
      return StepStatus::Ok;
    }
    const auto& changed = discrete.changed();
    if (k + kBlamed >= kMaxIterations) blamed.insert(blamed.end(), changed.begin(), changed.end());
  }
  return FailToSettle(machine, {}, std::move(blamed));
}

}  // namespace kerf::runtime
