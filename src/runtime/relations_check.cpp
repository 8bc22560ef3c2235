// Relations on a boundary, and whether held values still fit after a step.
#include <algorithm>
#include <cmath>

#include "runtime/relations.h"
#include "runtime/truth.h"

namespace kerf::runtime {

auto Relations::IsOnBoundary(const KerfRelation& relation, const double* w) const -> bool {
  if (IsTimed(relation, w)) return false;
  const double f = w[relation.function_slot];
  if (relation.kind != KERF_FLOOR) return f == 0;
  return f == w[relation.held_slot] || f == w[relation.held_slot] + 1;
}

auto Relations::HasBoundary(const double* w) const -> bool {
  return std::any_of(model_.relations, model_.relations + model_.n_relations,
                     [&](const KerfRelation& relation) { return IsOnBoundary(relation, w); });
}

void Relations::FollowSlopes(double* w, const double* slopes, std::vector<uint32_t>& changed) {
  for (uint32_t i = 0; i < model_.n_relations; ++i) {
    const KerfRelation& relation = model_.relations[i];
    if (!IsOnBoundary(relation, w)) continue;
    const double f = w[relation.function_slot];
    const double slope = SignOf(direction_) * slopes[relation.function_slot];
    // A function that rests keeps the value that the function itself has given it.
    if (slope == 0 || std::isnan(slope)) continue;
    const double value =
        relation.kind == KERF_FLOOR ? (slope > 0 ? f : f - 1) : TruthAt(relation.kind, slope > 0 ? 1 : -1);
    // From now on it counts as crossed, or the function, still 0, would take it back.
    memory_[i].crossed_at = 0;
    if (value == w[relation.held_slot]) continue;
    w[relation.held_slot] = value;
    changed.push_back(i);
  }
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

auto Relations::CheckStep(const double* w) -> bool {
  bool fits = true;
  for (const Root& root : roots_) {
    if (root.is_upper) continue;
    const KerfRelation& relation = model_.relations[root.relation];
    const double f = w[relation.function_slot];
    if (std::isnan(f)) continue;
    Memory& memory = memory_[root.relation];
    // The scale forgets, lest one large value long ago should hide a change now; but not while the function
    // rests where it crossed, or the next event would take its rounding error for a value.
    if (f != memory.last) memory.scale = std::max(std::abs(f), memory.scale / 2);
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
