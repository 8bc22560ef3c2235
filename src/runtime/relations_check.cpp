// Relations on a boundary, and whether held values still fit after a step.
#include <algorithm>
#include <cmath>

#include "runtime/relations.h"
#include "runtime/truth.h"

namespace kerf::runtime {

auto Relations::IsOnBoundary(uint32_t i, const double* w) const -> bool {
  // There and back.
  constexpr uint32_t kMostChanges = 2;
  const KerfRelation& relation = model_.relations[i];
  // What is blind at first sees nothing of where its function goes.
  const bool is_decided = IsTimed(relation, w) || relation.is_blind_first_step != 0;
  if (is_decided || memory_[i].n_left >= kMostChanges) return false;
  const double f = w[relation.function_slot];
  const double held = w[relation.held_slot];
  if (relation.kind == KERF_FLOOR) return f == held || f == held + 1;
  if (f == 0 || IsEquality(relation.kind)) return f == 0;
  // Where its root was found that has decided.
  if (memory_[i].crossed_at > 0) return false;
  return std::abs(f) <= Band(i) && held != TruthAt(relation.kind, f > 0 ? 1 : -1);
}

auto Relations::WatchesEquality(uint32_t root, const double* w) const -> bool {
  const KerfRelation& relation = model_.relations[roots_[root].relation];
  return IsHeldEqual(relation.kind, w[relation.held_slot]);
}

auto Relations::HasBoundary(const double* w) const -> bool {
  for (uint32_t i = 0; i < model_.n_relations; ++i) {
    const KerfRelation& relation = model_.relations[i];
    if (IsOnBoundary(i, w)) return true;
    if (IsTimed(relation, w) && TimedValue(relation, w, false) != w[relation.held_slot]) return true;
  }
  return false;
}

auto Relations::FollowSlopes(double* w, std::span<const double> slopes) -> bool {
  bool has_changed = false;
  for (uint32_t i = 0; i < model_.n_relations; ++i) {
    const KerfRelation& relation = model_.relations[i];
    if (!IsOnBoundary(i, w)) continue;
    const double f = w[relation.function_slot];
    const double slope = SignOf(direction_) * slopes[i];
    // A function that rests keeps the value that the function itself has given it, and so does one that is on
    // its way back to the boundary.
    if (slope == 0 || std::isnan(slope) || (relation.kind != KERF_FLOOR && slope * f < 0)) continue;
    const double value =
        relation.kind == KERF_FLOOR ? (slope > 0 ? f : f - 1) : TruthAt(relation.kind, slope > 0 ? 1 : -1);
    // From now on it counts as crossed, or the function, still 0, would take it back.
    RelationMemory& memory = memory_[i];
    memory.crossed_at = 0;
    if (value == w[relation.held_slot]) continue;
    w[relation.held_slot] = value;
    memory.largest = std::max(std::abs(f), memory.largest);
    memory.last = f;
    memory.rests = true;
    ++memory.n_left;
    has_changed = true;
  }
  return has_changed;
}

void Relations::SetDefaults(const RootSettings& defaults) {
  root_settings_.assign(roots_.size(), defaults);
  for (size_t k = 0; k < roots_.size(); ++k) {
    const KerfRelation& relation = model_.relations[roots_[k].relation];
    RootSettings& settings = root_settings_[k];
    if (relation.location != KERF_LOCATE_DEFAULT)
      settings.location = static_cast<Location>(relation.location);
    if (relation.tolerance > 0) settings.tolerance = relation.tolerance;
    settings.is_short_living = settings.is_short_living || relation.is_short_living != 0;
    // Of the two functions of floor and of those of equalities each direction means something else, and one
    // that is located just before it crosses would have the other cross as well.
    if (relation.kind == KERF_FLOOR || IsEquality(relation.kind)) {
      settings.location = Location::Interpolation;
      continue;
    }
    settings.direction = relation.direction;
    settings.is_blind = relation.is_blind_first_step != 0;
  }
}

void Relations::FollowIgnored(double* w, bool is_first_step) const {
  for (size_t k = 0; k < roots_.size(); ++k) {
    const RootSettings& settings = root_settings_[k];
    const bool is_blind = settings.is_blind && is_first_step;
    if (settings.direction == 0 && !is_blind) continue;
    const KerfRelation& relation = model_.relations[roots_[k].relation];
    const double f = w[relation.function_slot];
    const int side = f > 0 ? 1 : -1;
    const bool is_ignored = is_blind || side != settings.direction;
    if (is_ignored && std::abs(f) > Band(roots_[k].relation))
      w[relation.held_slot] = TruthAt(relation.kind, side);
  }
}

auto Relations::IsWithoutFloor(const double* w, uint32_t slot) const -> bool {
  const std::span relations(model_.relations, model_.n_relations);
  return std::ranges::any_of(relations, [&](const KerfRelation& relation) {
    return relation.kind == KERF_FLOOR && (slot == relation.function_slot || slot == relation.held_slot) &&
           !std::isfinite(w[relation.function_slot]);
  });
}

auto Relations::CheckStep(const double* w) -> bool {
  bool fits = true;
  for (const Root& root : roots_) {
    if (root.is_upper) continue;
    const KerfRelation& relation = model_.relations[root.relation];
    const double f = w[relation.function_slot];
    if (std::isnan(f) || (relation.kind == KERF_FLOOR && std::isinf(f))) continue;
    RelationMemory& memory = memory_[root.relation];
    // The scale forgets, lest one large value long ago should hide a change now; but not while the function
    // rests where it crossed, or the next event would take its rounding error for a value.
    if (f != memory.last) memory.scale = std::max(std::abs(f), memory.scale / 2);
    memory.largest = std::max(std::abs(f), memory.largest);
    memory.last = f;
    memory.rests = memory.rests && std::abs(f) <= Band(root.relation);
    memory.crossed_at = -1;
    const double held = w[relation.held_slot];
    const double band = Band(root.relation);
    if (relation.kind == KERF_FLOOR) {
      fits = fits && f >= held - band && f <= held + 1 + band;
    } else if (!IsEquality(relation.kind) && std::abs(f) > band) {
      fits = fits && held == TruthAt(relation.kind, f > 0 ? 1 : -1);
    }
  }
  return fits;
}

}  // namespace kerf::runtime
