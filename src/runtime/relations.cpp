// How a relation's value follows from its function, crossing by crossing.
#include "runtime/relations.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/truth.h"

namespace kerf::runtime {
namespace {

// The band of rounding errors around 0, relative to the function's recent size.
constexpr double kBand = 1e-12;
// A function that has not been larger yet is not told from the errors of the integration.
constexpr double kLeastSize = 1e-2;

}  // namespace

auto IsSameInstant(double a, double b) -> bool {
  constexpr double kUlps = 4 * std::numeric_limits<double>::epsilon();
  // Never is no instant.
  if (std::isinf(a) || std::isinf(b)) return false;
  return std::abs(a - b) <= kUlps * std::max(std::abs(a), std::abs(b));
}

Relations::Relations(const KerfModel& model) : model_(model), memory_(model.n_relations) {
  for (uint32_t i = 0; i < model.n_relations; ++i) {
    const KerfRelation& relation = model.relations[i];
    if (relation.is_time_event != 0 && relation.kind != KERF_FLOOR) continue;
    roots_.push_back({i, false});
    if (relation.kind == KERF_FLOOR) roots_.push_back({i, true});
  }
  SetDefaults({});
}

// A condition on time whose instant or slope says nothing is treated by its function; it has no root, since
// it does not change.
auto Relations::IsTimed(const KerfRelation& relation, const double* w) const -> bool {
  return relation.is_time_event != 0 && relation.kind != KERF_FLOOR && !std::isnan(w[relation.time_slot]) &&
         w[relation.slope_slot] != 0;
}

auto Relations::Band(uint32_t i) const -> double {
  const double floor_scale = model_.relations[i].kind == KERF_FLOOR ? 1 : 0;
  // Where the model says how exact a location will do, no value within that is clear.
  return std::max(kBand * std::max(memory_[i].scale, floor_scale), model_.relations[i].tolerance);
}

void Relations::RootValues(const double* w, double* values) const {
  for (size_t k = 0; k < roots_.size(); ++k) {
    const uint32_t i = roots_[k].relation;
    const KerfRelation& relation = model_.relations[i];
    const double f = w[relation.function_slot];
    const double held = w[relation.held_slot];
    if (relation.kind == KERF_FLOOR) {
      values[k] = roots_[k].is_upper ? held + 1 - f : f - held;
    } else if (IsHeldEqual(relation.kind, held)) {
      values[k] = std::abs(f) - std::max(Band(i), std::numeric_limits<double>::min());
    } else {
      values[k] = f;
    }
    if (std::isnan(values[k])) values[k] = HeldSide(relation.kind, held);
  }
}

void Relations::RootSides(const double* w, std::span<int> sides, std::span<double> bands,
                          std::span<double> blurs) const {
  for (size_t k = 0; k < roots_.size(); ++k) {
    const KerfRelation& relation = model_.relations[roots_[k].relation];
    const double held = w[relation.held_slot];
    const bool is_either = IsEquality(relation.kind) && !IsHeldEqual(relation.kind, held);
    sides[k] = is_either ? 0 : HeldSide(relation.kind, held);
    bands[k] = Band(roots_[k].relation);
    blurs[k] = std::max(bands[k], blur_ * std::max(memory_[roots_[k].relation].largest, kLeastSize));
  }
}

auto Relations::HeldValues(const double* w) const -> std::vector<double> {
  std::vector<double> values;
  for (uint32_t i = 0; i < model_.n_relations; ++i) values.push_back(w[model_.relations[i].held_slot]);
  return values;
}

void Relations::Initialise(double* w, std::span<const RelationMemory> before) {
  std::vector<uint32_t> changed;
  for (size_t i = 0; i < memory_.size(); ++i) memory_[i] = i < before.size() ? before[i] : RelationMemory{};
  BeginEvent();
  FollowTime(w, true, changed);
}

void Relations::BeginEvent() {
  BeginRound();
  for (RelationMemory& memory : memory_) memory.n_left = 0;
}

void Relations::BeginRound() {
  for (RelationMemory& memory : memory_) memory.crossed_at = -1;
}

void Relations::ApplyCrossing(double* w, Crossing crossing) {
  const Root& root = roots_[crossing.root];
  const KerfRelation& relation = model_.relations[root.relation];
  const double f = w[relation.function_slot];
  double& held = w[relation.held_slot];
  const bool was_equal = IsHeldEqual(relation.kind, held);
  // Where f meets 0 from either side it is unequal before and after.
  if (IsEquality(relation.kind) && !was_equal) return;
  if (relation.kind == KERF_FLOOR) {
    // Upwards is no crossing: both functions are positive inside.
    if (crossing.direction > 0) return;
    held += root.is_upper ? 1 : -1;
    memory_[root.relation].crossed_at = std::abs(f - std::round(f));
    return;
  }
  held = was_equal ? TruthAt(relation.kind, 1) : TruthAt(relation.kind, crossing.direction);
  memory_[root.relation].last = f;
  memory_[root.relation].rests = true;
  memory_[root.relation].crossed_at =
      std::isnan(f) ? 0 : std::max(std::abs(f), noise_ * memory_[root.relation].scale);
}

auto Relations::TimedValue(const KerfRelation& relation, const double* w, bool is_exact) const -> double {
  const double t = w[model_.time_slot];
  const double instant = w[relation.time_slot];
  const bool is_now = IsSameInstant(t, instant);
  if (is_now && is_exact) return TruthAt(relation.kind, 0);
  const bool is_forward = direction_ == Direction::Forward;
  const int after = (is_now ? is_forward : t >= instant) ? 1 : -1;
  const int slope = w[relation.slope_slot] > 0 ? 1 : -1;
  return TruthAt(relation.kind, after * slope);
}

void Relations::FollowTime(double* w, bool is_exact, std::vector<uint32_t>& changed) const {
  for (uint32_t i = 0; i < model_.n_relations; ++i) {
    const KerfRelation& relation = model_.relations[i];
    if (!IsTimed(relation, w)) continue;
    const double value = TimedValue(relation, w, is_exact && !memory_[i].goes_on);
    if (value == w[relation.held_slot]) continue;
    w[relation.held_slot] = value;
    changed.push_back(i);
  }
}

void Relations::FollowFunctions(double* w, bool is_exact, std::vector<uint32_t>& changed) {
  for (uint32_t i = 0; i < model_.n_relations; ++i) {
    const KerfRelation& relation = model_.relations[i];
    if (IsTimed(relation, w)) continue;
    const double value = Target(i, w, is_exact);
    const bool is_still_none = std::isnan(value) && std::isnan(w[relation.held_slot]);
    if (value == w[relation.held_slot] || is_still_none) continue;
    w[relation.held_slot] = value;
    changed.push_back(i);
  }
}

auto Relations::Target(uint32_t i, const double* w, bool is_exact) const -> double {
  const KerfRelation& relation = model_.relations[i];
  const double f = w[relation.function_slot];
  const double held = w[relation.held_slot];
  if (relation.kind == KERF_FLOOR && !std::isfinite(f)) return std::numeric_limits<double>::quiet_NaN();
  if (std::isnan(f)) return held;
  const RelationMemory& memory = memory_[i];
  is_exact = is_exact && !memory.goes_on;
  const bool is_crossed = memory.crossed_at >= 0;
  const double band = is_exact ? 0 : std::max(Band(i), 2 * memory.crossed_at);
  if (relation.kind == KERF_FLOOR) {
    const bool is_near = f >= held - band && f <= held + 1 + band;
    const bool is_exact_upper = f == held + 1 && !is_crossed;
    return is_near && !is_exact_upper && (!is_exact || f < held + 1) ? held : std::floor(f);
  }
  // What stands still on the boundary since it crossed has crossed, whatever else happens.
  if (f == 0) return is_crossed || memory.rests ? held : TruthAt(relation.kind, 0);
  if (std::abs(f) <= band) return held;
  return TruthAt(relation.kind, f > 0 ? 1 : -1);
}

}  // namespace kerf::runtime
