// Fixed-point iteration with a limit; what still changes at the limit is named.
#include "runtime/event_iteration.h"

#include <algorithm>
#include <cmath>

namespace kerf::runtime {
namespace {

constexpr uint32_t kMaxEventIterations = 200;
// So often relations change together; after that one at a time.
constexpr uint32_t kTogether = 20;
// More iterations of that kind for each relation.
constexpr uint32_t kOneByOne = 4;
// Evaluations that may fail as long as relations change by them.
constexpr uint32_t kEarly = 8;
// Combinations that are tried where following leads in a circle, and where the equations cannot be solved,
// which costs more.
constexpr uint32_t kManyTries = 2000;
constexpr uint32_t kSomeTries = 50;
// The relations that changed in this many last iterations are the ones to blame.
constexpr uint32_t kBlamed = 16;

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
  failure.iterations = kMaxEventIterations;
  failure.relations = std::move(relations);
  failure.changing_slots = std::move(slots);
  return failure.status;
}

// Appends the relations that did not fit what was computed with them.
auto CollectChanges(PointSolver& point, Relations& relations, bool is_exact, bool is_early,
                    std::vector<uint32_t>& changed) -> StepStatus {
  Machine& machine = point.system().machine();
  const StepStatus status = point.Evaluate();
  // The first evaluations use held values that may not fit yet: 1/floor(x) before floor(x) is known, or both
  // branches of a flow that do not determine a temperature together.
  const bool may_improve =
      is_early && (status == StepStatus::NonFinite || status == StepStatus::SingularBlock ||
                   status == StepStatus::BlockDidNotConverge);
  if (status != StepStatus::Ok && !may_improve) return status;
  // Instants may depend on discrete variables.
  relations.FollowTime(machine.w(), is_exact, changed);
  relations.FollowFunctions(machine.w(), is_exact, changed);
  return status != StepStatus::Ok && changed.empty() ? status : StepStatus::Ok;
}

// Relations on a boundary take the value to which their functions go. False if none changes; without slopes
// they keep the value that they have at the instant itself.
auto LeaveBoundaries(PointSolver& point, Relations& relations) -> bool {
  Machine& machine = point.system().machine();
  if (!relations.HasBoundary(machine.w())) return false;
  std::vector<double> slopes(machine.model().n_relations);
  if (point.FunctionSlopes(slopes) != StepStatus::Ok) return false;
  return relations.FollowSlopes(machine.w(), slopes);
}

// Which of the relations that do not fit may change, once changing all of them has led in a circle.
class OneByOne {
 public:
  explicit OneByOne(Machine& machine)
      : machine_(machine),
        before_(machine.model().n_relations),
        changed_at_(machine.model().n_relations, 0) {}

  void Remember() {
    for (uint32_t i = 0; i < before_.size(); ++i) before_[i] = Held(i);
  }
  void Observe(const std::vector<uint32_t>& changed) {
    for (const uint32_t i : changed) largest_ = std::max(largest_, Size(i));
  }

  // Takes all changes back but the one of the relation that has been as it was for the longest time.
  // Functions that are nothing but rounding errors of what others are decide nothing.
  void Choose(uint32_t iteration, std::vector<uint32_t>& changed) {
    uint32_t oldest = kNone;
    for (const uint32_t i : changed) {
      // Exactly on the boundary the direction has decided.
      if (Size(i) > 0 && Size(i) <= kRounding * largest_) continue;
      if (oldest == kNone || changed_at_[i] < changed_at_[oldest]) oldest = i;
    }
    for (const uint32_t i : changed) {
      if (i != oldest) Held(i) = before_[i];
    }
    changed.clear();
    if (oldest == kNone) return;
    changed.push_back(oldest);
    changed_at_[oldest] = iteration;
  }

 private:
  static constexpr double kRounding = 1e-14;

  [[nodiscard]] auto Held(uint32_t i) -> double& {
    return machine_.w()[machine_.model().relations[i].held_slot];
  }
  [[nodiscard]] auto Size(uint32_t i) -> double {
    const double f = std::abs(machine_.w()[machine_.model().relations[i].function_slot]);
    return std::isfinite(f) ? f : 0;
  }

  Machine& machine_;
  std::vector<double> before_;
  // The iteration in which a relation has changed alone.
  std::vector<uint32_t> changed_at_;
  // Of all functions of relations that did not fit; at least 1, as if what they compare were no smaller.
  double largest_ = 1;
};

// Where no way of following the functions ends, as in a circuit that tilts from one saturation to the other
// without a stable state between: tries what changing one relation, two, and three would give.
class CombinationSearch {
 public:
  CombinationSearch(PointSolver& point, Relations& relations, bool is_exact, uint32_t n_most)
      : point_(point),
        relations_(relations),
        is_exact_(is_exact),
        n_most_(n_most),
        machine_(point.system().machine()) {
    const KerfModel& model = machine_.model();
    for (uint32_t i = 0; i < model.n_relations; ++i) {
      base_.push_back(Held(i));
      const bool is_truth = model.relations[i].kind != KERF_FLOOR;
      if (is_truth && model.relations[i].is_time_event == 0) candidates_.push_back(i);
    }
  }

  auto Find() -> bool {
    for (uint32_t n = 1; n <= kMostFlips; ++n) {
      if (TryFlips(n, 0)) return true;
    }
    Restore();
    return false;
  }

 private:
  static constexpr uint32_t kMostFlips = 3;

  [[nodiscard]] auto Held(uint32_t i) -> double& {
    return machine_.w()[machine_.model().relations[i].held_slot];
  }
  void Restore() {
    for (uint32_t i = 0; i < base_.size(); ++i) Held(i) = base_[i];
  }

  // At most three deep.
  auto TryFlips(uint32_t n, size_t first) -> bool {
    for (size_t k = first; k < candidates_.size() && n_tries_ < n_most_; ++k) {
      flipped_.push_back(candidates_[k]);
      if (n == 1 ? IsConsistent() : TryFlips(n - 1, k + 1)) return true;
      flipped_.pop_back();
    }
    return false;
  }

  auto IsConsistent() -> bool {
    ++n_tries_;
    Restore();
    for (const uint32_t i : flipped_) Held(i) = base_[i] == 0 ? 1 : 0;
    std::vector<uint32_t> changed;
    const StepStatus status = CollectChanges(point_, relations_, is_exact_, false, changed);
    return status == StepStatus::Ok && changed.empty();
  }

  PointSolver& point_;
  Relations& relations_;
  bool is_exact_;
  uint32_t n_most_;
  Machine& machine_;
  std::vector<double> base_;
  std::vector<uint32_t> candidates_;
  std::vector<uint32_t> flipped_;
  uint32_t n_tries_ = 0;
};

// Brings relations and equations to agree with old values as they are. Where all relations that do not fit
// change together, the answer may be jumped over: a body that should stick goes from sliding one way to
// sliding the other and back. Then one changes at a time, and in the end combinations are tried.
auto FollowRelations(PointSolver& point, Relations& relations, bool is_exact) -> StepStatus {
  Machine& machine = point.system().machine();
  const uint32_t n_most = kMaxEventIterations + kOneByOne * machine.model().n_relations;
  OneByOne one_by_one(machine);
  std::vector<uint32_t> changed;
  std::vector<uint32_t> blamed;
  for (uint32_t k = 0; k < n_most; ++k) {
    changed.clear();
    if (k >= kTogether) one_by_one.Remember();
    const StepStatus status = CollectChanges(point, relations, is_exact, k < kEarly, changed);
    if (status != StepStatus::Ok) return status;
    one_by_one.Observe(changed);
    if (k >= kTogether) one_by_one.Choose(k, changed);
    if (changed.empty()) return StepStatus::Ok;
    machine.Forget();
    if (k + kBlamed >= n_most) blamed.insert(blamed.end(), changed.begin(), changed.end());
  }
  if (CombinationSearch(point, relations, is_exact, kManyTries).Find()) return StepStatus::Ok;
  return FailToSettle(machine, std::move(blamed), {});
}

// With relations held as they began, the equations may have no solution at all: sign(x)*x^2 = c with the sign
// of a bad guess. Then it is tried from the beginning with the relations found so far, at the
// start with no condition true, and in the end with other combinations.
auto SettleRelations(PointSolver& point, Relations& relations, bool is_exact) -> StepStatus {
  Machine& machine = point.system().machine();
  const KerfModel& model = machine.model();
  const std::vector<double> before(machine.w(), machine.w() + model.n_slots);
  const StepStatus status = FollowRelations(point, relations, is_exact);
  if (!IsRecoverable(status) || model.n_relations == 0) return status;
  const std::vector<double> failed(machine.w(), machine.w() + model.n_slots);
  const Failure failure = machine.failure();
  const auto restore = [&](const std::vector<double>& w) { std::copy(w.begin(), w.end(), machine.w()); };
  // What was found on the way may be a bad guess for what follows from the relations found.
  restore(before);
  for (uint32_t i = 0; i < model.n_relations; ++i)
    machine.w()[model.relations[i].held_slot] = failed[model.relations[i].held_slot];
  if (FollowRelations(point, relations, is_exact) == StepStatus::Ok) return StepStatus::Ok;
  if (is_exact) {
    restore(before);
    for (uint32_t i = 0; i < model.n_relations; ++i) {
      const KerfRelation& relation = model.relations[i];
      if (relation.kind != KERF_FLOOR && relation.is_time_event == 0) machine.w()[relation.held_slot] = 0;
    }
    if (FollowRelations(point, relations, is_exact) == StepStatus::Ok) return StepStatus::Ok;
  }
  restore(before);
  if (CombinationSearch(point, relations, is_exact, kSomeTries).Find()) return StepStatus::Ok;
  restore(failed);
  machine.failure() = failure;
  return status;
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

namespace {

// What is asked and done at the event.
auto Act(Machine& machine, Discrete& discrete) -> StepStatus {
  if (!discrete.CheckAssertions(machine)) return StepStatus::AssertionViolated;
  return RunEffects(machine, true);
}

}  // namespace

auto SettleEvents(PointSolver& point, Relations& relations, Discrete& discrete, bool is_exact) -> StepStatus {
  Machine& machine = point.system().machine();
  const bool is_start = machine.model().is_start_problem != 0;
  std::vector<uint32_t> blamed;
  for (uint32_t k = 0; k < kMaxEventIterations; ++k) {
    StepStatus status = SettleRelations(point, relations, is_exact);
    if (status != StepStatus::Ok) return status;
    // At the start effects happen once, when all is settled; later in each iteration that activates them.
    if (!is_start) status = Act(machine, discrete);
    if (status != StepStatus::Ok) return status;
    const bool is_settled = !discrete.Update(point);
    if (is_settled && is_start) return Act(machine, discrete);
    // At the start itself a boundary is a value like others; what comes just after is the executive's matter.
    if (is_settled && (is_exact || !LeaveBoundaries(point, relations))) return StepStatus::Ok;
    const auto& changed = discrete.changed();
    if (k + kBlamed >= kMaxEventIterations) blamed.insert(blamed.end(), changed.begin(), changed.end());
  }
  return FailToSettle(machine, {}, std::move(blamed));
}

}  // namespace kerf::runtime
